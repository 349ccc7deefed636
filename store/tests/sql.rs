//! What no store does to its database: a test ends leases before their time, or stops half-way.

use std::str::FromStr;
use std::time::Duration;

use domain::id::UserId;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use store::{Location, Store};
use tempfile::TempDir;

/// Makes tests on both databases of functions that also do to the database what no store does: end leases before their time, stop half-way.
macro_rules! on_both_databases_with_sql {
    ($($test:ident),+ $(,)?) => {
        mod sqlite_with_sql {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let directory = tempfile::tempdir().expect("a directory");
                    let store = $crate::databases::sqlite(&directory).await;
                    super::$test(store, $crate::sql::Sql::of_directory(&directory)).await;
                }
            )+
        }
        mod postgres_with_sql {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let (store, address) = $crate::databases::postgres_at(stringify!($test)).await;
                    super::$test(store, $crate::sql::Sql::Postgres(address)).await;
                }
            )+
        }
    };
}

pub(crate) use on_both_databases_with_sql;

/// A connection that waits for its turn, however many labellers write.
async fn sqlite(file: &str) -> sqlx::SqliteConnection {
    let options = SqliteConnectOptions::from_str(file).expect("an address").busy_timeout(Duration::from_mins(2));
    options.connect().await.expect("the database")
}

/// The database of a store, for statements that are the same on both.
pub enum Sql {
    Sqlite(String),
    Postgres(String),
}

impl Sql {
    pub fn of_directory(directory: &TempDir) -> Self {
        Self::Sqlite(format!("sqlite://{}", directory.path().join("touchstone.db").display()))
    }

    /// Runs a statement and gives how many rows it changed.
    pub async fn run(&self, sql: &'static str) -> u64 {
        match self {
            Self::Sqlite(file) => {
                let mut connection = sqlite(file).await;
                connection.execute(sql).await.expect(sql).rows_affected()
            }
            Self::Postgres(address) => {
                let mut connection = sqlx::PgConnection::connect(address).await.expect("PostgreSQL answers");
                connection.execute(sql).await.expect(sql).rows_affected()
            }
        }
    }

    /// Ends all leases: their labellers did nothing for too long.
    pub async fn end_leases(&self) {
        self.run("UPDATE assignments SET lease_ends = 1 WHERE status = 'leased'").await;
    }

    /// Ends the leases of somebody who never comes back.
    pub async fn end_leases_of(&self, labeller: UserId) {
        let sql = "UPDATE assignments SET lease_ends = 1 WHERE status = 'leased' AND labeller_id = $1";
        match self {
            Self::Sqlite(file) => {
                let mut connection = sqlite(file).await;
                sqlx::query(sql).bind(labeller).execute(&mut connection).await.expect(sql);
            }
            Self::Postgres(address) => {
                let mut connection = sqlx::PgConnection::connect(address).await.expect("PostgreSQL answers");
                sqlx::query(sql).bind(labeller).execute(&mut connection).await.expect(sql);
            }
        }
    }

    /// Opens the database once more, as another server would; nothing on SQLite, which has one process.
    pub async fn second_store(&self) -> Option<Store> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(address) => Some(Store::open(&Location::Postgres(address.clone())).await.expect("a second store")),
        }
    }
}
