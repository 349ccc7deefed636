//! A store to test on, on both databases.

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
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.expect("PostgreSQL answers");
    sqlx::QueryBuilder::<sqlx::Postgres>::new("CREATE SCHEMA ").push(&schema).build().execute(&mut connection).await.expect("a schema");
    let separator = if url.contains('?') { '&' } else { '?' };
    let options = format!("options=-c%20search_path%3D{schema}&application_name={schema}");
    let address = format!("{url}{separator}{options}");
    (Store::open(&Location::Postgres(address.clone())).await.expect("a store"), address)
}
