//! What every handler can get, and what the server does for server functions.

use std::sync::Arc;

use app::api::context::{Context, Eventually, Services};
use app::api::evaluations::RunEvaluation;
use axum::extract::FromRef;
use domain::corpus::Chunking;
use domain::id::{ChunkId, JobId, UserId};
use domain::job::Work;
use domain::role::Role;
use domain::run::Run;
use leptos::prelude::LeptosOptions;
use store::Version;

use super::reference;
use super::session::Sessions;
use crate::config::ServeConfig;
use crate::edge::Edge;
use crate::error::Error;
use crate::invitation::invite;
use crate::search::Bm25;
use crate::services::ServerServices;

/// What every handler can get.
#[derive(Clone)]
pub struct App {
    /// The services, the store among them.
    pub services: ServerServices,
    /// Who is signed in.
    pub(crate) sessions: Arc<Sessions>,
    /// How the server is set up.
    pub config: Arc<ServeConfig>,
    leptos: LeptosOptions,
}

impl FromRef<App> for LeptosOptions {
    fn from_ref(app: &App) -> Self {
        app.leptos.clone()
    }
}

impl App {
    /// The application over its services.
    pub fn new(services: ServerServices, config: ServeConfig) -> Self {
        let leptos = LeptosOptions::builder().output_name("touchstone").site_addr(config.listen).build();
        let sessions = Sessions::new(services.store.clone(), services.edge, config.https);
        Self { sessions: Arc::new(sessions), services, config: Arc::new(config), leptos }
    }

    /// Time, randomness and new ids.
    pub(super) fn edge(&self) -> Edge {
        self.services.edge
    }

    /// What server functions get.
    pub(super) fn context(&self) -> Context {
        Context {
            store: self.services.store.clone(),
            services: Arc::new(self.services.clone()),
            clock: self.edge().clock,
            new_id: self.edge().ids,
            demo: self.config.demo,
        }
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

    fn evaluate(&self, version: Version, run: Run) -> Eventually<Arc<RunEvaluation>, store::Error> {
        let services = self.clone();
        Box::pin(async move { services.evaluations.of(&services.store, &version, run).await })
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
        Box::pin(async move { Ok(jobs.cancel(job).await?) })
    }

    fn invite(&self, role: Role) -> Eventually<String> {
        let services = self.clone();
        Box::pin(async move { Ok(invite(&services.store, services.edge, role).await?) })
    }
}
