//! Opening what is kept: finding it, locking it, bringing its schema up to date.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use domain::timestamp::Timestamp;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{ConnectOptions, Connection};

use crate::db::Database;
use crate::snapshot::turns;
use crate::writer::{self, Writer};
use crate::{Error, Result, Store};

static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

/// SQLite before 3.51.3 can lose commits when two connections checkpoint at once.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Where things are kept.
#[derive(Debug, Clone)]
pub enum Location {
    /// In a directory of our own, in SQLite.
    Directory(PathBuf),
    /// In PostgreSQL.
    Postgres(String),
}

/// Stops where the environment's FAILPOINTS says, for as long as the process lives.
#[cfg(feature = "failpoints")]
fn heed_failpoints() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| std::mem::forget(fail::FailScenario::setup()));
}

impl Store {
    /// Opens a location, making and migrating what is not there yet.
    ///
    /// # Errors
    /// [`Error::Unusable`] says in words what is wrong: another process has the directory, the schema is from a newer
    /// version, SQLite is too old, PostgreSQL refuses the password.
    pub async fn open(location: &Location) -> Result<Self> {
        #[cfg(feature = "failpoints")]
        heed_failpoints();
        match location {
            Location::Directory(directory) => Self::open_sqlite(directory).await,
            Location::Postgres(url) => Self::open_postgres(url).await,
        }
    }

    async fn open_sqlite(directory: &Path) -> Result<Self> {
        let linked = libsqlite3_version();
        if linked < OLDEST_SQLITE {
            return Err(Error::Unusable(format!("SQLite {linked} is linked, and at least {OLDEST_SQLITE} is needed to keep labels safe")));
        }
        let lock = lock(directory)?;
        let options = writer::options(&directory.join("touchstone.db"))?;
        let writer = Writer::start(options.clone()).await?;
        let readers = SqlitePoolOptions::new().max_connections(8).connect_with(options.pragma("query_only", "ON")).await?;
        migrate_sqlite(&directory.join("touchstone.db")).await?;
        let store = Self { database: Database::Sqlite { readers, writer }, snapshots: turns(), _lock: Some(Arc::new(lock)) };
        // The lock proves that whoever was freezing is gone.
        store.sweep_freezes(Timestamp(i64::MAX)).await?;
        store.apply_overlaps().await;
        Ok(store)
    }

    async fn open_postgres(url: &str) -> Result<Self> {
        // A pool waits for a server that refuses and then only says that it waited; one connection says why.
        let options = PgConnectOptions::from_str(url)?;
        options.connect().await?.close().await?;
        let pool =
            PgPoolOptions::new().max_connections(16).acquire_timeout(std::time::Duration::from_secs(5)).connect_with(options).await?;
        POSTGRES.run(&pool).await.map_err(unusable_schema)?;
        let store = Self { database: Database::Postgres(pool), snapshots: turns(), _lock: None };
        store.apply_overlaps().await;
        Ok(store)
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        match &self.database {
            Database::Sqlite { readers, .. } => sqlx::query("SELECT 1").execute(readers).await.map(drop)?,
            Database::Postgres(pool) => sqlx::query("SELECT 1").execute(pool).await.map(drop)?,
        }
        Ok(())
    }

    /// Lets go of the database after what was begun is done.
    pub async fn close(&self) {
        match &self.database {
            Database::Sqlite { readers, .. } => readers.close().await,
            Database::Postgres(pool) => pool.close().await,
        }
    }
}

async fn migrate_sqlite(path: &Path) -> Result<()> {
    let mut connection = writer::options(path)?.connect().await?;
    SQLITE.run(&mut connection).await.map_err(unusable_schema)?;
    connection.close().await?;
    Ok(())
}

fn unusable_schema(error: sqlx::migrate::MigrateError) -> Error {
    match error {
        sqlx::migrate::MigrateError::Execute(error) | sqlx::migrate::MigrateError::ExecuteMigration(error, _) => error.into(),
        sqlx::migrate::MigrateError::VersionMissing(version) => Error::Unusable(format!(
            "the data has schema {version}, which this program does not know: run the newer Touchstone that wrote it"
        )),
        other => Error::Unusable(format!("the schema could not be brought up to date: {other}")),
    }
}

fn lock(directory: &Path) -> Result<std::fs::File> {
    let unusable = |what: &str, error: std::io::Error| match error.kind() {
        std::io::ErrorKind::StorageFull => Error::DiskFull,
        _ => Error::Unusable(format!("{what} {}: {error}", directory.display())),
    };
    std::fs::create_dir_all(directory).map_err(|error| unusable("cannot make the data directory", error))?;
    let file = std::fs::File::create(directory.join("lock")).map_err(|error| unusable("cannot write to the data directory", error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(Error::Unusable(format!(
            "another Touchstone is using {}: stop it first, or do this in the browser while it serves",
            directory.display()
        ))),
        Err(std::fs::TryLockError::Error(error)) => Err(unusable("cannot lock the data directory", error)),
    }
}

fn libsqlite3_version() -> i32 {
    libsqlite3_sys::SQLITE_VERSION_NUMBER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linked_sqlite_does_not_lose_commits() {
        assert!(libsqlite3_version() >= OLDEST_SQLITE);
    }
}
