//! What the server does for server functions.

use std::sync::Arc;

use app::api::context::{AgreementWithCases, Context, Eventually, Reader, Services};
use domain::agreement::{AgreementFilter, CellPage};
use domain::corpus::Chunking;
use domain::evaluation::{ByMeasure, Comparison, ScoredRun};
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, JobId, SetId, UserId};
use domain::invitation::Invited;
use domain::job::Work;
use domain::lint_report::Linting;
use domain::run::Run;
use store::Version;

use super::app::App;
use super::reference;
use crate::error::Error;
use crate::invitation::invite;
use crate::search::Bm25;
use crate::services::ServerServices;

/// What server functions get.
pub fn context(app: &App) -> Context {
    Context {
        store: app.services.store.clone(),
        services: Arc::new(app.services.clone()),
        clock: app.edge().clock,
        new_id: app.edge().ids,
        demo: app.config.demo,
    }
}

impl Services for ServerServices {
    fn search(&self, chunking: Chunking, text: String, limit: usize) -> Eventually<Vec<(ChunkId, f32)>> {
        let services = self.clone();
        Box::pin(async move {
            let index = services.indexes.index_of(&services.store, &chunking).await?;
            let searched = tokio::task::spawn_blocking(move || index.search(&text, limit, Bm25::default())).await;
            Ok(searched.map_err(Error::from)?.map_err(Error::from)?)
        })
    }

    fn evaluate(&self, version: Version, run: Run) -> Eventually<Arc<ScoredRun>, store::Error> {
        let services = self.clone();
        Box::pin(async move { services.scored_runs.scored(&services.store, &version, run).await })
    }

    fn scored_soon(&self, version: Version, run: Run) -> Eventually<Option<Arc<ScoredRun>>, store::Error> {
        let services = self.clone();
        Box::pin(async move { services.scored_runs.scored_soon(&services.store, version, run).await })
    }

    fn compare(&self, version: Version, from: Run, to: Run) -> Eventually<Arc<ByMeasure<Comparison>>> {
        let services = self.clone();
        Box::pin(async move { Ok(services.scored_runs.compared(&services.store, &version, from, to).await?) })
    }

    fn agreement(&self, set: GoldenSet, filter: AgreementFilter, reader: Reader, cell: Option<CellPage>) -> Eventually<AgreementWithCases> {
        let store = self.store.clone();
        Box::pin(async move { Ok(crate::agreement::report_with_cases(&store, &set, filter, &reader, cell).await?) })
    }

    fn lint(&self, set: SetId) -> Eventually<Linting, store::Error> {
        let services = self.clone();
        Box::pin(async move { services.lints.look(&services.store, set, services.edge.clock).await })
    }

    fn linting(&self, set: SetId) -> Eventually<Linting, store::Error> {
        let services = self.clone();
        Box::pin(async move { services.lints.known(&services.store, set).await })
    }

    fn freeze_failure(&self, set: SetId) -> Option<String> {
        self.freezes.failure(set)
    }

    fn rights_changed(&self, user: UserId) {
        Self::rights_changed(self, user);
    }

    fn openapi(&self) -> serde_json::Value {
        serde_json::to_value(reference::openapi()).unwrap_or_default()
    }

    fn begin(&self, work: Work, by: UserId) -> Eventually<JobId> {
        let services = self.clone();
        Box::pin(async move { Ok(services.jobs.begin(services.edge.new_id(), work, Some(by)).await?) })
    }

    fn cancel(&self, job: JobId) -> Eventually<()> {
        let jobs = self.jobs.clone();
        let none_runs = || app::Error::NotFound("job that runs".into());
        Box::pin(async move { if jobs.cancel(job).await? { Ok(()) } else { Err(none_runs()) } })
    }

    fn invite(&self, invited: Invited, by: UserId) -> Eventually<String> {
        let services = self.clone();
        Box::pin(async move { Ok(invite(&services.store, services.edge, invited, store::Inviter::Member(by)).await?) })
    }
}
