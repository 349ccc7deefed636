//! Jobs: what runs in the server.

use domain::id::JobId;
use domain::job::Job;
use leptos::prelude::*;
use leptos::server_fn::codec::Json;

use crate::Error;

/// The newest jobs.
#[server(prefix = "/api", endpoint = "job_list", input = Json)]
pub async fn job_list() -> Result<Vec<Job>, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Import)?;
    Ok(context.store.jobs((context.clock)()).await?)
}

/// Stops a job.
#[server(prefix = "/api", endpoint = "cancel_job", input = Json)]
pub async fn cancel_job(job: JobId) -> Result<(), Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Import)?;
    context.services.cancel(job).await
}

/// Lets the built-in retriever make a run over the set's queries.
#[server(prefix = "/api", endpoint = "retrieve", input = Json)]
pub async fn retrieve(set: String, corpus: String, chunking: String) -> Result<JobId, Error> {
    let (user, context) = super::context::allowed(domain::role::Permission::Import)?;
    let set = super::context::set(&context.store, &set).await?;
    let (corpus, chunking): (domain::golden_set::Name, domain::golden_set::Name) = (corpus.parse()?, chunking.parse()?);
    if set.chunking.is_none() {
        let ids = ((context.new_id)().into(), (context.new_id)().into());
        let chunking = context.store.ensure_chunking(&corpus, &chunking, ids, (context.clock)()).await?;
        context.store.tie_chunking(set.id, chunking.id).await?;
    }
    let work = domain::job::Work::Retrieve { set: set.id, k: set.settings.k };
    context.services.begin(work, user.id).await
}
