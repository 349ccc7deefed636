//! What can go wrong with what is kept.

use std::sync::Arc;

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::postgres::PgDatabaseError;

/// A result of the store.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the store: one variant for each thing that a caller does differently. It can be cloned, because a commit that
/// failed is told to everybody who waited for it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A rule of the data said no.
    #[error("{0}")]
    Conflict(Rule),
    /// What was given cannot be kept.
    #[error(transparent)]
    Invalid(#[from] domain::Invalid),
    /// Too much is waiting to be written, or another program holds the database: try again in a moment.
    #[error("the database is busy, and nothing was saved; try again in a moment")]
    Busy,
    #[error("the disk is full, and nothing was saved: make room on it, then try again")]
    DiskFull,
    /// The database cannot be reached, or its disk failed: try again later.
    #[error("the database cannot be used now, and nothing was saved: {0}")]
    Unavailable(Arc<sqlx::Error>),
    /// The place to keep things cannot be used; in words, with what to do.
    #[error("{0}")]
    Unusable(String),
    /// What is kept cannot be read; in words.
    #[error("{0}")]
    Damaged(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(Arc<sqlx::Error>),
}

impl Error {
    /// Whether the same call can succeed when it is made again later.
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Busy | Self::DiskFull | Self::Unavailable(_))
    }
}

/// A task ended before it said what became of its work.
pub(crate) fn stopped() -> Error {
    sqlx::Error::WorkerCrashed.into()
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let cause = match &error {
            sqlx::Error::Database(database) => cause(database.as_ref()),
            sqlx::Error::PoolTimedOut => Cause::Busy,
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => Cause::Unavailable,
            sqlx::Error::Configuration(_) => Cause::Unusable,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Cause::Damaged,
            _ => Cause::Other,
        };
        match cause {
            Cause::Rule(rule) => Self::Conflict(rule),
            Cause::Busy => Self::Busy,
            Cause::DiskFull => Self::DiskFull,
            Cause::Unavailable => Self::Unavailable(Arc::new(error)),
            Cause::Unusable => Self::Unusable(format!("the database cannot be used: {error}")),
            Cause::Damaged => Self::Damaged(format!("what is kept cannot be read: {error}")),
            Cause::Other => Self::Database(Arc::new(error)),
        }
    }
}

/// What a database's code stands for.
#[derive(Debug, PartialEq, Eq)]
enum Cause {
    Rule(Rule),
    Busy,
    DiskFull,
    Unavailable,
    Unusable,
    Damaged,
    Other,
}

fn cause(error: &dyn DatabaseError) -> Cause {
    match error.kind() {
        ErrorKind::UniqueViolation => return Cause::Rule(Rule::of_unique(error)),
        // SQLite does not say which foreign key; the pool is the one that callers can break.
        ErrorKind::ForeignKeyViolation => return Cause::Rule(Rule::LabelInPool),
        _ => {}
    }
    let code = error.code().unwrap_or_default();
    match error.try_downcast_ref::<PgDatabaseError>() {
        Some(_) => of_sqlstate(&code),
        None => of_sqlite(code.parse().unwrap_or_default()),
    }
}

/// SQLite could not make its shared memory as large as it must be: the disk has no room for it.
const IOERR_SHMSIZE: i32 = 4874;

/// SQLite's codes, <https://www.sqlite.org/rescode.html>; the lowest byte of an extended one is its primary one.
fn of_sqlite(extended: i32) -> Cause {
    if extended == IOERR_SHMSIZE {
        return Cause::DiskFull;
    }
    match extended & 0xff {
        5 | 6 => Cause::Busy,          // SQLITE_BUSY, SQLITE_LOCKED
        13 => Cause::DiskFull,         // SQLITE_FULL
        10 => Cause::Unavailable,      // SQLITE_IOERR, a failed fsync among them
        3 | 8 | 14 => Cause::Unusable, // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN
        11 | 26 => Cause::Damaged,     // SQLITE_CORRUPT, SQLITE_NOTADB
        _ => Cause::Other,
    }
}

/// PostgreSQL's codes, <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn of_sqlstate(code: &str) -> Cause {
    match code {
        "53100" => Cause::DiskFull,
        // Serialization failure, deadlock, lock not available, statement timeout.
        "40001" | "40P01" | "55P03" | "57014" => Cause::Busy,
        // A standby takes no writes.
        "25006" => Cause::Unavailable,
        // There is no such database.
        "3D000" => Cause::Unusable,
        "XX001" | "XX002" => Cause::Damaged,
        _ => match code.get(..2) {
            Some("53") => Cause::Busy,                      // too many connections, out of memory
            Some("08" | "57" | "58") => Cause::Unavailable, // no connection, shutting down, its disk failed
            Some("28") => Cause::Unusable,                  // user or password
            _ => Cause::Other,
        },
    }
}

/// The rules that constraints keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// Two members cannot have one name.
    #[error("there is a member of this name already")]
    UserNameOnce,
    /// Somebody has to be able to let others in.
    #[error("nobody who can sign in would be an admin then: make somebody else one first")]
    LastAdmin,
    /// Who changes what others may do must have the role for it still.
    #[error("your own role was changed meanwhile, and nothing of yours was done: load the page again")]
    RoleChanged,
    /// Two sets cannot have one name.
    #[error("there is a set of this name already")]
    SetNameOnce,
    /// A version's number is given once.
    #[error("the set has another version of this number")]
    VersionOnce,
    /// A set is frozen once at a time.
    #[error("the set is being frozen now: wait until that is done, then look at its versions")]
    FreezeOnce,
    /// A freeze holds its set, and no query is erased meanwhile.
    #[error("queries were erased, or the server stood still, while the set was frozen, and nothing was frozen: freeze it again")]
    FreezeHeld,
    /// A label needs a chunk that is in the query's pool.
    #[error("the chunk is not in the query's pool")]
    LabelInPool,
    /// Somebody changed it meanwhile.
    #[error("it was changed meanwhile; look at it again")]
    Revision,
    /// Another rule of the schema.
    #[error("the database refused it as inconsistent")]
    Other,
}

/// Unique constraints: PostgreSQL gives their name, SQLite the columns, at the end of its message.
const UNIQUE: [(&str, &str, Rule); 4] = [
    ("user_name_once", "users.name", Rule::UserNameOnce),
    ("set_name_once", "sets.name", Rule::SetNameOnce),
    ("freeze_once", "freezes.set_id", Rule::FreezeOnce),
    ("version_once", "versions.set_id, versions.number", Rule::VersionOnce),
];

impl Rule {
    fn of_unique(error: &dyn DatabaseError) -> Self {
        let columns = error.message().rsplit(": ").next();
        let broken = UNIQUE.iter().find(|(name, of, _)| error.constraint().map_or(columns == Some(*of), |constraint| constraint == *name));
        broken.map_or(Self::Other, |(.., rule)| *rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_says_what_to_do() {
        assert_eq!([5, 261, 13, IOERR_SHMSIZE, 1034, 8, 11, 1].map(of_sqlite), {
            [Cause::Busy, Cause::Busy, Cause::DiskFull, Cause::DiskFull, Cause::Unavailable, Cause::Unusable, Cause::Damaged, Cause::Other]
        });
        assert_eq!(["53100", "53300", "40001", "40P01", "57P01", "08006", "42601"].map(of_sqlstate), {
            [Cause::DiskFull, Cause::Busy, Cause::Busy, Cause::Busy, Cause::Unavailable, Cause::Unavailable, Cause::Other]
        });
    }
}
