//! One moment of the database, read for as long as it is held while others write.

use std::sync::Arc;

use sqlx::{Postgres, Sqlite, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::db::Database;
use crate::error::stopped;
use crate::{Result, Store};

/// How many are held at once; more wait, so that connections and a core are left for who reads a page.
const AT_ONCE: usize = 2;

/// Lets in as many as may be held at once.
pub(crate) fn turns() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(AT_ONCE))
}

/// One moment of the database. It ends when it is dropped.
pub(crate) struct Snapshot {
    pub transaction: SnapshotTransaction,
    _turn: OwnedSemaphorePermit,
}

pub(crate) enum SnapshotTransaction {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Store {
    /// The moment of the first statement that is read from it.
    pub(crate) async fn snapshot(&self) -> Result<Snapshot> {
        let turn = self.snapshots.clone().acquire_owned().await.map_err(|_| stopped())?;
        let transaction = match &self.database {
            Database::Sqlite { readers, .. } => SnapshotTransaction::Sqlite(readers.begin().await?),
            Database::Postgres(pool) => {
                SnapshotTransaction::Postgres(pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
            }
        };
        Ok(Snapshot { transaction, _turn: turn })
    }
}
