//! Jobs: one of a kind at a time, so that labelling stays fast; different kinds side by side. A job that a crash cut off is
//! done again, here or on another server, because all work on jobs is idempotent.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::id::{JobId, ServerId, UserId};
use domain::job::{Ending, Job, JobKind, JobStatus, MOST_ATTEMPTS, Work};
use domain::report::Report;
use store::{Lease, Store};
use tokio::sync::Mutex;

use crate::edge::Edge;
use crate::error::{Error, Result};
use crate::search::{Bm25, SearchIndexes};
use crate::uploads::Uploads;
use crate::work::{Context, Hold, Progress, lease};
use crate::{import, retrieve};

/// How often a server looks for jobs that others left, or that were put off.
const LOOK: Duration = Duration::from_secs(10);
/// How long to wait before the database is asked again to keep what became of a job.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a job is put off after an error that passes.
const PUT_OFF_SECONDS: i64 = 30;

/// The jobs of a server.
#[derive(Clone)]
pub struct Jobs {
    store: Store,
    indexes: Arc<SearchIndexes>,
    /// The files of imports.
    pub uploads: Uploads,
    edge: Edge,
    server: ServerId,
    lanes: Arc<Lanes>,
}

/// Where the jobs of a kind wait for each other.
#[derive(Default)]
struct Lanes {
    import: Mutex<()>,
    retrieve: Mutex<()>,
    closed: AtomicBool,
}

impl Lanes {
    fn lane(&self, kind: JobKind) -> &Mutex<()> {
        match kind {
            JobKind::Import => &self.import,
            JobKind::Retrieve => &self.retrieve,
        }
    }
}

impl Jobs {
    /// The jobs over a store and a data directory.
    pub fn new(store: Store, indexes: Arc<SearchIndexes>, data: &Path, edge: Edge) -> Self {
        Self { store, indexes, uploads: Uploads::new(data), edge, server: edge.new_id(), lanes: Arc::default() }
    }

    /// Begins a job, whose file is there already.
    pub async fn begin(&self, id: JobId, work: Work, by: Option<UserId>) -> Result<JobId> {
        let kind = work.kind();
        self.store.add_job(id, work, by, self.edge.now()).await?;
        tokio::spawn(self.clone().work_off(kind));
        Ok(id)
    }

    /// Ends a job, whoever works on it; `false`: no job of this id runs.
    pub async fn cancel(&self, id: JobId) -> Result<bool> {
        let cancelled = self.store.cancel_job(id).await?;
        if cancelled {
            self.uploads.remove(id);
        }
        Ok(cancelled)
    }

    /// Takes up what was cut off, and goes on looking for what other servers leave.
    pub async fn start(&self) -> Result<()> {
        self.store.free_jobs_of_the_dead(self.edge.now()).await?;
        self.sweep_uploads().await?;
        let jobs = self.clone();
        tokio::spawn(async move {
            while !jobs.lanes.closed.load(Ordering::Relaxed) {
                jobs.take_up();
                jobs.sweep_freezes().await;
                tokio::time::sleep(LOOK).await;
            }
        });
        Ok(())
    }

    /// Works off the kinds that no job of this server is busy with.
    pub fn take_up(&self) {
        for kind in JobKind::ALL {
            if self.lanes.lane(kind).try_lock().is_ok() {
                tokio::spawn(self.clone().work_off(kind));
            }
        }
    }

    /// Begins no job any more and lets go of those that it holds, so that another server can take them up at once.
    pub async fn stop(&self) -> Result<()> {
        self.lanes.closed.store(true, Ordering::Relaxed);
        Ok(self.store.release_jobs(self.server, self.edge.now()).await?)
    }

    /// Does the free jobs of a kind, the oldest first.
    async fn work_off(self, kind: JobKind) {
        let _turn = self.lanes.lane(kind).lock().await;
        loop {
            match self.claim(kind).await {
                Ok(Some(job)) => self.run(job).await,
                Ok(None) => return,
                Err(error) => return tracing::warn!(%error, ?kind, "no job could be claimed; it is tried again"),
            }
        }
    }

    /// Claims the oldest free job of a kind whose file is here.
    async fn claim(&self, kind: JobKind) -> Result<Option<Job>> {
        let now = self.edge.now();
        for job in self.store.free_jobs(kind, now).await? {
            if self.lanes.closed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if self.can_do(&job)
                && let Some(job) = self.store.claim_job(job.id, lease(self.server, now), now).await?
            {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    /// Whether what the job needs is here: an upload lies in the data directory of the server that received it.
    fn can_do(&self, job: &Job) -> bool {
        match job.work {
            Work::Import { .. } => self.uploads.path(job.id).exists(),
            Work::Retrieve { .. } => true,
        }
    }

    async fn run(&self, job: Job) {
        let id = job.id;
        tracing::info!(job = %id, attempt = job.attempts, "a job begins");
        let ending = match self.attempt(&job).await {
            Ok(report) => Ending::Done(report),
            Err(Error::Cancelled) => return self.let_go(id).await,
            Err(error) if error.is_temporary() && job.attempts < MOST_ATTEMPTS => return self.put_off(id, &error).await,
            Err(error) => Ending::Failed(error.to_string()),
        };
        tracing::info!(job = %id, status = ?ending.status(), "a job ended");
        match self.insist(id, || self.store.end_job(id, self.server, ending.clone())).await {
            Ok(true) => self.uploads.remove(id),
            Ok(false) => tracing::info!(job = %id, "a job was through when it was cancelled or taken by another server"),
            Err(error) => tracing::error!(%error, job = %id, "the end of a job could not be kept; it is done again"),
        }
    }

    /// Tries again each second what the database cannot do now: the failure that ends an attempt is often the database's own.
    async fn insist<T, F>(&self, id: JobId, ask: impl Fn() -> F) -> store::Result<T>
    where
        F: Future<Output = store::Result<T>>,
    {
        loop {
            match ask().await {
                Err(error) if error.is_temporary() && !self.lanes.closed.load(Ordering::Relaxed) => {
                    tracing::warn!(%error, job = %id, "what became of a job cannot be kept now; it is tried again");
                    tokio::time::sleep(AGAIN).await;
                }
                answer => return answer,
            }
        }
    }

    async fn attempt(&self, job: &Job) -> Result<Report> {
        if job.attempts > MOST_ATTEMPTS {
            let words = format!("it was begun {MOST_ATTEMPTS} times, and each time the server stopped before it was through");
            return Err(Error::Environment(words));
        }
        let hold = Hold { store: self.store.clone(), edge: self.edge, owner: self.server, job: job.id };
        let progress = Progress::silent();
        hold.during(&progress, Box::pin(self.work(job, &progress))).await
    }

    async fn work(&self, job: &Job, progress: &Progress) -> Result<Report> {
        let context = Context { store: &self.store, edge: self.edge, progress };
        match &job.work {
            Work::Import { file, target } => import::import(context, &self.uploads.path(job.id), file, target).await,
            Work::Retrieve { set, k } => {
                let made = retrieve::retrieve(context, &self.indexes, *set, *k, Bm25::default()).await?;
                Ok(made.report())
            }
        }
    }

    /// What is kept about a job that is not this server's any more is not this server's to change.
    async fn let_go(&self, id: JobId) {
        match self.store.job(id).await {
            Ok(Some(job)) if job.status == JobStatus::Running => tracing::warn!(job = %id, "another server holds a job now"),
            Ok(_) => self.uploads.remove(id),
            Err(error) => tracing::warn!(%error, job = %id, "a job was let go"),
        }
    }

    async fn put_off(&self, id: JobId, error: &Error) {
        tracing::warn!(%error, job = %id, "a job is put off");
        let until = || Lease { owner: self.server, ends_at: self.edge.now().plus_seconds(PUT_OFF_SECONDS) };
        if let Err(error) = self.insist(id, || self.store.postpone_job(id, until())).await {
            tracing::warn!(%error, job = %id, "a job could not be put off; it is done again when its lease ends");
        }
    }

    /// Removes what is left of freezes whose server died; what cannot be removed now is removed later.
    async fn sweep_freezes(&self) {
        if let Err(error) = self.store.sweep_freezes(self.edge.now()).await {
            tracing::warn!(%error, "what is left of a freeze is removed later");
        }
    }

    /// Removes the files of jobs that ended elsewhere, or just before a crash.
    async fn sweep_uploads(&self) -> Result<()> {
        for id in self.uploads.jobs() {
            if self.store.job(id).await?.is_some_and(|job| job.status != JobStatus::Running) {
                self.uploads.remove(id);
            }
        }
        Ok(())
    }
}
