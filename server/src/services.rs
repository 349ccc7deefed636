//! What the server does for server functions: search, jobs, invitations.

use std::path::PathBuf;
use std::sync::Arc;

use app::api::context::{Eventually, Services};
use domain::corpus::Chunking;
use domain::evaluation::ScoredRun;
use domain::id::{ChunkId, JobId, UserId};
use domain::job::Work;
use domain::role::Role;
use domain::run::Run;
use store::{NewInvitation, Store};

use crate::edge;
use crate::evaluation::ScoredRuns;
use crate::jobs::Jobs;
use crate::search::{Bm25, SearchIndexes};

/// How long an invitation works.
const INVITATION_SECONDS: i64 = 72 * 3600;

/// The services of a running server.
#[derive(Clone)]
pub struct ServerServices {
    /// What is kept.
    pub store: Store,
    /// The indexes.
    pub indexes: Arc<SearchIndexes>,
    /// The jobs.
    pub jobs: Jobs,
    /// Runs that were scored.
    pub(crate) scored_runs: ScoredRuns,
}

impl ServerServices {
    /// The services over a store and a data directory.
    pub fn new(store: Store, data: PathBuf) -> Self {
        let indexes = Arc::new(SearchIndexes::new(&data));
        let jobs = Jobs::new(store.clone(), indexes.clone(), data);
        Self { store, indexes, jobs, scored_runs: ScoredRuns::default() }
    }
}

/// Keeps an invitation and gives the path of its link.
pub async fn invite(store: &Store, role: Role) -> store::Result<String> {
    let (token, token_hash) = edge::new_token();
    let now = edge::now();
    store.add_invitation(NewInvitation { token_hash, role, created_at: now, expires_at: now.plus_seconds(INVITATION_SECONDS) }).await?;
    Ok(format!("/invitation?token={token}"))
}

impl Services for ServerServices {
    fn search(&self, chunking: Chunking, text: String, limit: usize) -> Eventually<Result<Vec<(ChunkId, f32)>, String>> {
        let services = self.clone();
        Box::pin(async move {
            let failed = |error: anyhow::Error| {
                tracing::error!(%error, "a search failed");
                "the search failed; the server's log says why".to_owned()
            };
            let index = services.indexes.of(&services.store, &chunking).await.map_err(failed)?;
            let searched = tokio::task::spawn_blocking(move || index.search(&text, limit, Bm25::default())).await;
            searched.map_err(|error| failed(error.into()))?.map_err(failed)
        })
    }

    fn evaluate(&self, version: store::Version, run: Run) -> Eventually<Result<Arc<ScoredRun>, store::Error>> {
        let services = self.clone();
        Box::pin(async move { services.scored_runs.scored(&services.store, &version, run).await })
    }

    fn openapi(&self) -> serde_json::Value {
        serde_json::to_value(crate::http::openapi()).unwrap_or_default()
    }

    fn begin(&self, work: Work, by: UserId) -> Eventually<Result<JobId, String>> {
        let jobs = self.jobs.clone();
        Box::pin(async move { jobs.begin(edge::new_id(), work, Some(by)).await.map_err(|error| error.to_string()) })
    }

    fn cancel(&self, job: JobId) -> Eventually<Result<(), String>> {
        let store = self.store.clone();
        let end = async move { store.end_job(job, domain::job::JobStatus::Cancelled, None, None).await.map_err(|error| error.to_string()) };
        Box::pin(end)
    }

    fn invite(&self, role: Role) -> Eventually<Result<String, String>> {
        let store = self.store.clone();
        Box::pin(async move { invite(&store, role).await.map_err(|error| error.to_string()) })
    }
}
