//! What can go wrong with what is kept.

/// A result of the store.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the store: one variant for each thing that a caller does differently.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule of the data said no.
    #[error("{0}")]
    Conflict(Rule),
    /// Too much is waiting to be written; try again.
    #[error("too many writes are waiting; try again in a moment")]
    Busy,
    /// The place to keep things cannot be used; in words, with what to do.
    #[error("{0}")]
    Unusable(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// The rules that constraints keep, by the constraint's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// Two members cannot have one name.
    #[error("there is a member of this name already")]
    UserNameOnce,
    /// Two sets cannot have one name.
    #[error("there is a set of this name already")]
    SetNameOnce,
    /// A version's number is given once.
    #[error("the set has another version of this number")]
    VersionOnce,
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

impl Error {
    /// The error with a violated constraint turned into its rule.
    pub(crate) fn of(error: sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else { return Self::Database(error) };
        if !(database.is_unique_violation() || database.is_foreign_key_violation()) {
            return Self::Database(error);
        }
        let said = format!("{} {}", database.constraint().unwrap_or_default(), database.message());
        Self::Conflict(rule(&said, database.is_foreign_key_violation()))
    }
}

/// PostgreSQL names the constraint, SQLite the columns of a unique one and nothing of a foreign key.
fn rule(said: &str, foreign_key: bool) -> Rule {
    if said.contains("user_name_once") || said.contains("users.name") {
        Rule::UserNameOnce
    } else if said.contains("set_name_once") || said.contains("sets.name") {
        Rule::SetNameOnce
    } else if said.contains("version_once") || said.contains("versions.number") {
        Rule::VersionOnce
    } else if said.contains("label_in_pool") || foreign_key {
        Rule::LabelInPool
    } else {
        Rule::Other
    }
}
