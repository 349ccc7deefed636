//! What every handler can get.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::prelude::LeptosOptions;

use super::session::Sessions;
use crate::config::ServeConfig;
use crate::edge::Edge;
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
        let sessions = Sessions::new(services.store.clone(), services.edge, services.believed.clone(), config.https);
        Self { sessions: Arc::new(sessions), services, config: Arc::new(config), leptos }
    }

    /// Time, randomness and new ids.
    pub(super) fn edge(&self) -> Edge {
        self.services.edge
    }
}
