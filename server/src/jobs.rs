//! Jobs: one at a time, so that labelling stays fast; taken up again after a crash, because every import is idempotent.

use std::path::PathBuf;
use std::sync::Arc;

use domain::id::{JobId, UserId};
use domain::job::{JobStatus, Work};
use domain::report::Report;
use store::Store;
use tokio::sync::Semaphore;

use crate::search::{Bm25, SearchIndexes};
use crate::{edge, import, retrieve};

/// The jobs of a server.
#[derive(Clone)]
pub struct Jobs {
    store: Store,
    indexes: Arc<SearchIndexes>,
    data: PathBuf,
    one_at_a_time: Arc<Semaphore>,
}

/// How a job tells how far it is, and learns whether it is still wanted.
#[derive(Clone)]
pub struct Progress {
    store: Option<(Store, JobId)>,
    quiet: bool,
}

/// The job was cancelled.
#[derive(Debug, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Progress {
    /// Progress on the terminal, for the command line; none of it when `quiet`.
    pub fn on_terminal(quiet: bool) -> Self {
        Self { store: None, quiet }
    }

    /// Tells how far the job is.
    pub async fn tell(&self, done: u64, total: u64) -> anyhow::Result<()> {
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        match &self.store {
            Some((store, job)) if store.advance_job(*job, count(done), count(total)).await? => Ok(()),
            Some(_) => Err(Cancelled.into()),
            None if self.quiet || total == 0 => Ok(()),
            None => {
                eprint!("\r{} %", done * 100 / total);
                if done >= total {
                    eprintln!();
                }
                Ok(())
            }
        }
    }
}

impl Jobs {
    /// The jobs over a store and a data directory.
    pub fn new(store: Store, indexes: Arc<SearchIndexes>, data: PathBuf) -> Self {
        Self { store, indexes, data, one_at_a_time: Arc::new(Semaphore::new(1)) }
    }

    /// Where the file of an import job lies until it is through.
    pub fn upload(&self, job: JobId) -> PathBuf {
        self.data.join("uploads").join(job.to_string())
    }

    /// Begins a job.
    pub async fn begin(&self, id: JobId, work: Work, by: Option<UserId>) -> anyhow::Result<JobId> {
        self.store.add_job(id, work.clone(), 1, by, edge::now()).await?;
        self.spawn(id, work);
        Ok(id)
    }

    /// Takes up again what was running when the server stopped, and whose file is here.
    pub async fn resume(&self) -> anyhow::Result<()> {
        for job in self.store.jobs().await?.into_iter().rev().filter(|job| job.status == JobStatus::Running) {
            if matches!(job.work, Work::Retrieve { .. }) || self.upload(job.id).exists() {
                tracing::info!(job = %job.id, "taking a job up again");
                self.spawn(job.id, job.work);
            }
        }
        Ok(())
    }

    fn spawn(&self, id: JobId, work: Work) {
        let jobs = self.clone();
        tokio::spawn(async move {
            let _turn = jobs.one_at_a_time.acquire().await;
            let done = jobs.work(id, &work).await;
            let (status, report, error) = match done {
                Ok(report) => (JobStatus::Done, Some(report), None),
                Err(error) if error.is::<Cancelled>() => (JobStatus::Cancelled, None, None),
                Err(error) => (JobStatus::Failed, None, Some(format!("{error:#}"))),
            };
            tracing::info!(job = %id, ?status, "a job ended");
            if let Err(error) = jobs.store.end_job(id, status, report, error).await {
                tracing::error!(%error, job = %id, "the end of a job could not be kept");
            }
            let _ = std::fs::remove_file(jobs.upload(id));
        });
    }

    async fn work(&self, id: JobId, work: &Work) -> anyhow::Result<Report> {
        let progress = Progress { store: Some((self.store.clone(), id)), quiet: true };
        match work {
            Work::Import { file, target } => import::import(&self.store, &self.upload(id), file, target, &progress).await,
            Work::Retrieve { set, k } => {
                let made = retrieve::retrieve(&self.store, &self.indexes, *set, *k, Bm25::default(), &progress).await?;
                Ok(Report {
                    detected: "built-in BM25".into(),
                    read: made.queries,
                    accepted: made.new,
                    merged: made.queries - made.new,
                    ..Report::default()
                })
            }
        }
    }
}
