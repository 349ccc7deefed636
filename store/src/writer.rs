//! SQLite's one writer: a task that takes what is waiting, writes it in one transaction, and says so after the fsync.

use std::str::FromStr;

use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};

use crate::{Error, Result};

/// How many writes may wait; more are refused as busy.
const WAITING: usize = 2048;
/// How many writes share a commit at the most.
const GROUP: usize = 64;

/// What a write does inside the transaction; it gives back how to tell its caller what became of it.
type Work = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Tell> + Send>;

/// Tells the caller: with what the commit said, after the commit.
struct Tell {
    failed: bool,
    tell: Box<dyn FnOnce(std::result::Result<(), String>) + Send>,
}

/// Where writes are handed in.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Work>);

impl Writer {
    /// Starts the task on a connection of its own.
    pub(crate) async fn start(options: SqliteConnectOptions) -> Result<Self> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let connection = options.connect().await?;
        tokio::spawn(write_all(connection, options, receiver));
        Ok(Self(sender))
    }

    /// Writes, and waits until it is on the disk.
    pub(crate) async fn run<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T>> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let boxed: Work = Box::new(move |connection| {
            Box::pin(async move {
                let done = work(connection).await;
                let failed = done.is_err();
                let tell = move |committed: std::result::Result<(), String>| {
                    let outcome = match committed {
                        Err(reason) if done.is_ok() => Err(Error::Unusable(reason)),
                        _ => done,
                    };
                    // A caller that went away does not need to know.
                    let _ = sender.send(outcome);
                };
                Tell { failed, tell: Box::new(tell) }
            })
        });
        self.0.try_send(boxed).map_err(|_| Error::Busy)?;
        receiver.await.map_err(|_| Error::Unusable("the database's writer stopped; start Touchstone again".into()))?
    }
}

async fn write_all(mut connection: SqliteConnection, options: SqliteConnectOptions, mut waiting: mpsc::Receiver<Work>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        if let Err(error) = write_group(&mut connection, group.drain(..)).await {
            tracing::error!(%error, "a commit failed; the database is opened again");
            // What a failed fsync left in the cache must not be trusted: begin with a new connection.
            if let Ok(fresh) = options.connect().await {
                connection = fresh;
            }
        }
    }
    let _ = connection.close().await;
}

async fn write_group(connection: &mut SqliteConnection, group: impl Iterator<Item = Work>) -> std::result::Result<(), sqlx::Error> {
    let mut told = Vec::new();
    let committed = commit_group(connection, group, &mut told).await;
    let words = committed.as_ref().copied().map_err(|error| format!("nothing was saved: {error}"));
    for tell in told {
        tell(words.clone());
    }
    committed
}

type Telling = Box<dyn FnOnce(std::result::Result<(), String>) + Send>;

async fn commit_group(
    connection: &mut SqliteConnection,
    group: impl Iterator<Item = Work>,
    told: &mut Vec<Telling>,
) -> std::result::Result<(), sqlx::Error> {
    run(connection, "BEGIN IMMEDIATE").await?;
    for work in group {
        run(connection, "SAVEPOINT work").await?;
        let Tell { failed, tell } = work(connection).await;
        told.push(tell);
        if failed {
            run(connection, "ROLLBACK TO work").await?;
        }
        run(connection, "RELEASE work").await?;
    }
    run(connection, "COMMIT").await
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> std::result::Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// How a connection of ours behaves: WAL, every commit on the disk, foreign keys kept.
pub(crate) fn options(path: &std::path::Path) -> Result<SqliteConnectOptions> {
    let options = SqliteConnectOptions::from_str("sqlite:")?
        .filename(path)
        .create_if_missing(true)
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(std::time::Duration::from_secs(5))
        .pragma("trusted_schema", "OFF")
        .pragma("cache_size", "-65536")
        .pragma("temp_store", "MEMORY");
    Ok(options)
}
