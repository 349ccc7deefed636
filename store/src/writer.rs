//! SQLite's one writer: a task that takes what is waiting, writes it in one transaction, and says so after the fsync.
//!
//! Whoever waits is told what happened: that it was kept, its own error, or why nothing of the group was kept. After an error
//! of the database the connection is opened again, because what a failed fsync left in its cache must not be trusted.

use std::panic::AssertUnwindSafe;
use std::str::FromStr;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::error::stopped;
use crate::{Error, Result};

/// How many writes may wait; more are refused as busy.
const WAITING: usize = 2048;
/// How many writes share a commit at the most.
const GROUP: usize = 64;
/// How long a connection waits for another program's lock before it is busy.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// A write that waits for its turn.
trait Write: Send {
    /// Does it inside a transaction.
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> BoxFuture<'a, Result<()>>;
    /// Tells the caller what became of it, once it is known whether the group was committed.
    fn answer(self: Box<Self>, committed: Result<()>);
}

/// A write, what came of it, and who waits for that.
struct Pending<T, F> {
    work: Option<F>,
    done: Option<Result<T>>,
    caller: oneshot::Sender<Result<T>>,
}

impl<T, F> Write for Pending<T, F>
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T>> + Send + 'static,
{
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return Ok(()) };
            let done = work(connection).await;
            let outcome = done.as_ref().map(drop).map_err(Clone::clone);
            self.done = Some(done);
            outcome
        })
    }

    fn answer(self: Box<Self>, committed: Result<()>) {
        let answer = match (self.done, committed) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(done), Ok(())) => done,
            (None, Ok(())) => Err(stopped()),
        };
        // A caller that went away does not need to know.
        drop(self.caller.send(answer));
    }
}

/// Where writes are handed in.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Box<dyn Write>>);

impl Writer {
    /// Starts the task on a connection of its own.
    pub(crate) async fn start(options: SqliteConnectOptions) -> Result<Self> {
        let (sender, waiting) = mpsc::channel(WAITING);
        let connection = options.connect().await?;
        tokio::spawn(write_all(Some(connection), options, waiting));
        Ok(Self(sender))
    }

    /// Writes, and waits until it is on the disk.
    pub(crate) async fn run<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T>> + Send + 'static,
    {
        let (caller, answer) = oneshot::channel();
        let write = Box::new(Pending { work: Some(work), done: None, caller });
        self.0.try_send(write).map_err(|refused| match refused {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Closed(_) => stopped(),
        })?;
        answer.await.unwrap_or_else(|_| Err(stopped()))
    }
}

async fn write_all(mut connection: Option<SqliteConnection>, options: SqliteConnectOptions, mut waiting: mpsc::Receiver<Box<dyn Write>>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        let committed = write_group(&mut connection, &options, &mut group).await;
        if let Err(error) = &committed {
            tracing::error!(%error, writes = group.len(), "nothing of a group was kept; the database is opened again");
        }
        if let Err(Error::Busy) = committed {
            // Who came meanwhile is told too, instead of waiting as long once more.
            while let Ok(write) = waiting.try_recv() {
                group.push(write);
            }
        }
        for write in group.drain(..) {
            write.answer(committed.clone());
        }
    }
    if let Some(connection) = connection
        && let Err(error) = connection.close().await
    {
        tracing::warn!(%error, "the writer's connection did not close");
    }
}

/// Writes a group on the open connection, or on a new one, and leaves it open unless it failed.
async fn write_group(
    connection: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    group: &mut [Box<dyn Write>],
) -> Result<()> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => options.connect().await?,
    };
    // A write that panics must not end the task: every later one would be refused.
    AssertUnwindSafe(commit_group(&mut open, group)).catch_unwind().await.unwrap_or_else(|_| Err(stopped()))?;
    *connection = Some(open);
    Ok(())
}

async fn commit_group(connection: &mut SqliteConnection, group: &mut [Box<dyn Write>]) -> Result<()> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    for write in group {
        execute(connection, "SAVEPOINT one_write").await?;
        if let Err(error) = write.run(connection).await {
            // A full disk can undo the whole transaction; then nothing is left to go back to, and all are told the same.
            execute(connection, "ROLLBACK TO one_write").await.map_err(|_| error)?;
        }
        execute(connection, "RELEASE one_write").await?;
    }
    execute(connection, "COMMIT").await
}

async fn execute(connection: &mut SqliteConnection, sql: &'static str) -> Result<()> {
    Ok(sqlx::query(sql).execute(connection).await.map(drop)?)
}

/// How a connection of ours behaves: WAL, every commit on the disk, foreign keys kept.
pub(crate) fn options(path: &std::path::Path) -> Result<SqliteConnectOptions> {
    let options = SqliteConnectOptions::from_str("sqlite:")?
        .filename(path)
        .create_if_missing(true)
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .pragma("trusted_schema", "OFF")
        .pragma("cache_size", "-65536")
        .pragma("temp_store", "MEMORY");
    Ok(options)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn writer(directory: &std::path::Path) -> Writer {
        let options =
            options(&directory.join("t.db")).expect("options").busy_timeout(Duration::from_millis(50)).pragma("max_page_count", "20");
        let mut connection = options.connect().await.expect("a connection");
        sqlx::query("CREATE TABLE t (b BLOB NOT NULL) STRICT").execute(&mut connection).await.expect("a table");
        connection.close().await.expect("closed");
        Writer::start(options).await.expect("a writer")
    }

    async fn insert(writer: &Writer, bytes: i64) -> Result<()> {
        writer
            .run(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO t (b) VALUES (zeroblob($1))").bind(bytes).execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn count(writer: &Writer) -> i64 {
        writer
            .run(|connection| Box::pin(async move { Ok(sqlx::query_scalar("SELECT count(*) FROM t").fetch_one(connection).await?) }))
            .await
            .expect("counted")
    }

    #[tokio::test]
    async fn while_another_program_holds_the_database_it_is_busy_and_afterwards_not() {
        let directory = tempfile::tempdir().expect("a directory");
        let writer = writer(directory.path()).await;
        let mut other = options(&directory.path().join("t.db")).expect("options").connect().await.expect("a connection");
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.expect("held");
        let both = futures_util::future::join(insert(&writer, 1), insert(&writer, 1)).await;
        assert!(matches!(both, (Err(Error::Busy), Err(Error::Busy))), "{both:?}");
        sqlx::query("ROLLBACK").execute(&mut other).await.expect("let go");
        insert(&writer, 1).await.expect("kept");
        assert_eq!(count(&writer).await, 1);
    }

    #[tokio::test]
    async fn on_a_full_disk_a_write_is_refused_as_such_and_what_fits_is_kept() {
        let directory = tempfile::tempdir().expect("a directory");
        let writer = writer(directory.path()).await;
        insert(&writer, 1).await.expect("kept");
        let full = insert(&writer, 1 << 20).await;
        assert!(matches!(full, Err(Error::DiskFull)), "{full:?}");
        insert(&writer, 1).await.expect("kept");
        assert_eq!(count(&writer).await, 2);
    }

    #[tokio::test]
    async fn a_write_that_panics_is_told_and_does_not_stop_the_writer() {
        let directory = tempfile::tempdir().expect("a directory");
        let writer = writer(directory.path()).await;
        let fault: Result<()> = writer.run(|_| Box::pin(async { panic!("a fault") })).await;
        assert!(matches!(fault, Err(Error::Unavailable(_))), "{fault:?}");
        insert(&writer, 1).await.expect("kept");
        assert_eq!(count(&writer).await, 1);
    }
}
