//! A store to test on, on both databases.

use sqlx::{Connection, Executor};
use store::{Location, Store};
use tempfile::TempDir;
use uuid::Uuid;

/// Makes a test of each function: once on SQLite, in a directory of its own, and once on PostgreSQL, in a schema of its own.
/// A function that is not named here is unused, which the compiler says.
macro_rules! on_both_databases {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let directory = tempfile::tempdir().expect("a directory");
                    super::$test($crate::databases::sqlite(&directory).await).await;
                }
            )+
        }
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test($crate::databases::postgres(stringify!($test)).await).await;
                }
            )+
        }
    };
}

pub(crate) use on_both_databases;

/// The same for functions that also do to the database what no store does: end leases before their time, stop half-way.
macro_rules! on_both_databases_with_sql {
    ($($test:ident),+ $(,)?) => {
        mod sqlite_with_sql {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let directory = tempfile::tempdir().expect("a directory");
                    let store = $crate::databases::sqlite(&directory).await;
                    super::$test(store, $crate::databases::Sql::of_directory(&directory)).await;
                }
            )+
        }
        mod postgres_with_sql {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let (store, address) = $crate::databases::postgres_at(stringify!($test)).await;
                    super::$test(store, $crate::databases::Sql::Postgres(address)).await;
                }
            )+
        }
    };
}

pub(crate) use on_both_databases_with_sql;

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
                let mut connection = sqlx::SqliteConnection::connect(file).await.expect("the database");
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

    /// Opens the database once more, as another server would; nothing on SQLite, which has one process.
    pub async fn second_store(&self) -> Option<Store> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(address) => Some(Store::open(&Location::Postgres(address.clone())).await.expect("a second store")),
        }
    }
}

pub async fn sqlite(directory: &TempDir) -> Store {
    Store::open(&Location::Directory(directory.path().into())).await.expect("a store")
}

/// A store in a schema of its own on the PostgreSQL that `make test` starts.
pub async fn postgres(name: &str) -> Store {
    postgres_at(name).await.0
}

/// The same, with the address of its schema.
#[expect(clippy::disallowed_methods, reason = "the tests' PostgreSQL is named by the environment")]
pub async fn postgres_at(name: &str) -> (Store, String) {
    let url = std::env::var("TOUCHSTONE_TEST_POSTGRES")
        .expect("TOUCHSTONE_TEST_POSTGRES names a PostgreSQL to test on: run `make test`, which starts one, or set it");
    let schema = format!("t_{}_{}", &name[..name.len().min(30)], crate::seed::id::<Uuid>().simple());
    let mut connection = sqlx::PgConnection::connect(&url).await.expect("PostgreSQL answers");
    sqlx::QueryBuilder::<sqlx::Postgres>::new("CREATE SCHEMA ").push(&schema).build().execute(&mut connection).await.expect("a schema");
    let separator = if url.contains('?') { '&' } else { '?' };
    let options = format!("options=-c%20search_path%3D{schema}&application_name={schema}");
    let address = format!("{url}{separator}{options}");
    (Store::open(&Location::Postgres(address.clone())).await.expect("a store"), address)
}
