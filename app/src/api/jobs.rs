//! Jobs: what runs in the server.

use domain::id::JobId;
use domain::job::JobStatus;
use domain::report::Report;
use domain::timestamp::Timestamp;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// A job as it is listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedJob {
    pub id: JobId,
    /// What it does, in words.
    pub work: String,
    pub status: JobStatus,
    /// How much of it is done.
    pub percent: i64,
    /// Whether no server works on it, and none will for long.
    pub left: bool,
    /// Why it failed.
    pub error: Option<String>,
    /// What came of it.
    pub report: Option<Report>,
    pub created_at: Timestamp,
}

/// The newest jobs: all, or those of a set among them.
#[server(prefix = "/api", endpoint = "job_list", input = Json, output = Json)]
pub async fn job_list(set: Option<String>) -> Result<Vec<ListedJob>, Error> {
    let Some(set) = set else {
        let (_, context) = super::context::allowed(domain::role::Permission::Import)?;
        return Ok(context.store.jobs((context.clock)()).await?.into_iter().map(ListedJob::from).collect());
    };
    let (_, context, set) = super::context::allowed_in(domain::role::Permission::Import, &set).await?;
    let jobs = context.store.jobs((context.clock)()).await?;
    Ok(jobs.into_iter().filter(|job| job.work.set() == Some(set.id)).map(ListedJob::from).collect())
}

#[cfg(feature = "ssr")]
impl From<domain::job::Job> for ListedJob {
    fn from(job: domain::job::Job) -> Self {
        let percent = if job.total > 0 { job.done * 100 / job.total } else { 0 };
        let domain::job::Job { id, work, status, left, error, report, created_at, .. } = job;
        Self { id, work: work.to_string(), status, percent, left, error, report, created_at }
    }
}

/// Stops a job.
#[server(prefix = "/api", endpoint = "cancel_job", input = Json, output = Json)]
pub async fn cancel_job(job: JobId) -> Result<(), Error> {
    let user = super::context::signed_in().ok_or(Error::SignedOut)?;
    let context = super::context::context();
    let set = context.store.job(job).await?.and_then(|job| job.work.set());
    if !super::context::may_of(&context.store, &user, domain::role::Permission::Import, set).await? {
        return Err(Error::Forbidden);
    }
    context.services.cancel(job).await
}

/// Lets the built-in retriever make a run over the set's queries.
#[server(prefix = "/api", endpoint = "retrieve", input = Json, output = Json)]
pub async fn retrieve(set: String, corpus: String, chunking: String) -> Result<JobId, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Import, &set).await?;
    let (corpus, chunking): (domain::golden_set::Name, domain::golden_set::Name) = (corpus.parse()?, chunking.parse()?);
    if set.chunking.is_none() {
        // A corpus belongs to no set.
        super::context::allowed(domain::role::Permission::Import)?;
        let ids = ((context.new_id)().into(), (context.new_id)().into());
        let chunking = context.store.ensure_chunking(&corpus, &chunking, ids, (context.clock)()).await?;
        context.store.tie_chunking(set.id, chunking.id).await?;
    }
    let work = domain::job::Work::Retrieve { set: set.id, k: set.settings.k };
    context.services.begin(work, member.id).await
}
