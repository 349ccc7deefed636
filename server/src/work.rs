//! Long work: how far it is, whether it is still wanted, and, for a job, that this server holds it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use domain::golden_set::GoldenSet;
use domain::id::{JobId, ServerId, SetId};
use domain::lint_report::Looked;
use domain::timestamp::Timestamp;
use store::{Lease, Store};

use crate::edge::Edge;
use crate::error::{Error, Result};

/// How long a server holds a job without a sign of life. It forgives clocks of servers that differ by minutes.
const LEASE_SECONDS: i64 = 300;
/// How often a job's progress is kept, its lease prolonged, and a cancellation noticed.
const TICK: Duration = Duration::from_secs(1);

/// What long work has at hand.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What is kept.
    pub store: &'a Store,
    /// Time and new ids.
    pub edge: Edge,
    /// Where it tells how far it is.
    pub progress: &'a Progress,
}

impl Context<'_> {
    /// The set that the work is for.
    pub async fn set(&self, id: SetId) -> Result<GoldenSet> {
        self.store.set_by_id(id).await?.ok_or_else(|| Error::Input("the set is gone".into()))
    }
}

/// How far long work is, and whether it is still wanted. Work that is not wanted any more is dropped where it awaits; work
/// that keeps a core busy learns it from [`Progress::tell`].
#[derive(Debug, Clone, Default)]
pub struct Progress {
    on_terminal: bool,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    done: AtomicU64,
    total: AtomicU64,
    unwanted: AtomicBool,
}

impl Progress {
    /// Progress that nobody watches.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Progress that the command line shows.
    pub fn on_terminal() -> Self {
        Self { on_terminal: true, ..Self::default() }
    }

    /// Tells how far the work is.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when it is not wanted any more.
    pub fn tell(&self, done: u64, total: u64) -> Result<()> {
        self.state.done.store(done, Ordering::Relaxed);
        self.state.total.store(total, Ordering::Relaxed);
        self.show(done, total);
        if self.state.unwanted.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Whether anybody sees it.
    pub fn is_shown(&self) -> bool {
        self.on_terminal
    }

    /// Shows how far work is that nobody can cancel.
    pub fn show(&self, done: u64, total: u64) {
        if self.on_terminal && total > 0 {
            eprint!("\r{} %{}", done * 100 / total, if done >= total { "\n" } else { "" });
        }
    }

    /// The same for a look at queries.
    pub fn show_looked(&self, looked: Looked) {
        let count = |count: i64| u64::try_from(count).unwrap_or_default();
        self.show(count(looked.done), count(looked.total));
    }

    fn counts(&self) -> (i64, i64) {
        let count = |count: &AtomicU64| i64::try_from(count.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
        (count(&self.state.done), count(&self.state.total))
    }
}

/// The server's hold on a job.
pub struct Hold {
    /// What is kept.
    pub store: Store,
    /// The clock.
    pub edge: Edge,
    /// The server.
    pub owner: ServerId,
    pub job: JobId,
}

/// A server's lease from a moment on.
pub fn lease(owner: ServerId, now: Timestamp) -> Lease {
    Lease { owner, ends_at: now.plus_seconds(LEASE_SECONDS) }
}

impl Hold {
    /// Does the work for as long as the server holds the job and the job is wanted.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when it was cancelled or another server holds it; else the work's own.
    pub async fn during<T>(&self, progress: &Progress, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            done = work => done,
            () = self.lost(progress) => {
                progress.state.unwanted.store(true, Ordering::Relaxed);
                Err(Error::Cancelled)
            }
        }
    }

    /// Keeps the progress and prolongs the lease, and comes back when the job is not this server's any more.
    async fn lost(&self, progress: &Progress) {
        let mut held = lease(self.owner, self.edge.now());
        loop {
            tokio::time::sleep(TICK).await;
            let (done, total) = progress.counts();
            let next = lease(self.owner, self.edge.now());
            match self.store.advance_job(self.job, next, done, total).await {
                Ok(true) => held = next,
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(%error, job = %self.job, "the progress of a job could not be kept");
                    if self.edge.now() >= held.ends_at {
                        return;
                    }
                }
            }
        }
    }
}
