//! The handle of the database, and the two macros that hand a statement of `tx` to whichever driver there is.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{PgPool, SqlitePool};
use tokio::sync::Semaphore;

use crate::writer::Writer;

/// Everything that is kept.
#[derive(Clone)]
pub struct Store {
    pub(crate) database: Database,
    /// Who holds a moment of the database takes one.
    pub(crate) snapshots: Arc<Semaphore>,
    /// Held for the life of the process: one process a data directory.
    pub(crate) _lock: Option<Arc<std::fs::File>>,
}

/// The database that was opened.
#[derive(Clone)]
pub(crate) enum Database {
    Sqlite { readers: SqlitePool, writer: Writer },
    Postgres(PgPool),
}

/// Logs, at the level `debug`, how long a statement took; waiting for a connection or for the commit is not part of it.
pub(crate) async fn traced<T>(statement: &'static str, work: impl Future<Output = T>) -> T {
    let (done, took) = timed(work).await;
    tracing::debug!(target: "store::statement", statement, ?took);
    done
}

/// What work gives, and how long it took.
pub(crate) async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let began = tokio::time::Instant::now();
    let done = work.await;
    (done, began.elapsed())
}

/// Runs a statement of `tx` that reads: `read!(store, queries::query(set, id))`.
macro_rules! read {
    ($store:expr, $noun:ident::$statement:ident($($argument:expr),* $(,)?)) => {{
        use $crate::db::Database;
        const NAME: &str = concat!(stringify!($noun), "::", stringify!($statement));
        match &$store.database {
            Database::Sqlite { readers, .. } => {
                let mut connection = readers.acquire().await?;
                $crate::db::traced(NAME, Box::pin($crate::sqlite::$noun::$statement(&mut connection, $($argument),*))).await
            }
            Database::Postgres(pool) => {
                let mut connection = pool.acquire().await?;
                $crate::db::traced(NAME, Box::pin($crate::postgres::$noun::$statement(&mut connection, $($argument),*))).await
            }
        }
    }};
}

/// Runs a statement of `tx` that reads in a moment that is held: `read_at!(snapshot, candidates::settleable(set))`.
macro_rules! read_at {
    ($snapshot:expr, $noun:ident::$statement:ident($($argument:expr),* $(,)?)) => {{
        use $crate::snapshot::SnapshotTransaction;
        const NAME: &str = concat!(stringify!($noun), "::", stringify!($statement));
        match &mut $snapshot.transaction {
            SnapshotTransaction::Sqlite(transaction) => {
                $crate::db::traced(NAME, Box::pin($crate::sqlite::$noun::$statement(&mut *transaction, $($argument),*))).await
            }
            SnapshotTransaction::Postgres(transaction) => {
                $crate::db::traced(NAME, Box::pin($crate::postgres::$noun::$statement(&mut *transaction, $($argument),*))).await
            }
        }
    }};
}

/// Runs a statement of `tx` in a transaction of its own: all of it is kept, or, on an error, none. On SQLite it shares its
/// commit with others that are waiting.
macro_rules! transact {
    ($store:expr, $noun:ident::$statement:ident($($argument:expr),* $(,)?)) => {{
        use $crate::db::Database;
        const NAME: &str = concat!(stringify!($noun), "::", stringify!($statement));
        match &$store.database {
            Database::Sqlite { writer, .. } => {
                writer
                    .run(move |connection: &mut sqlx::SqliteConnection| {
                        let work = async move { $crate::sqlite::$noun::$statement(connection, $($argument),*).await };
                        Box::pin($crate::db::traced(NAME, work))
                    })
                    .await
            }
            Database::Postgres(pool) => {
                let mut transaction = pool.begin().await?;
                let work = Box::pin($crate::postgres::$noun::$statement(&mut transaction, $($argument),*));
                // On an error the transaction is dropped, which rolls it back.
                let value = $crate::db::traced(NAME, work).await?;
                transaction.commit().await?;
                Ok(value)
            }
        }
    }};
}
