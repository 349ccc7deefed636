//! Whether the process lives, and whether it can serve.

use axum::extract::State;
use axum::http::StatusCode;

use super::app::App;

/// The process answers.
pub async fn live() -> &'static str {
    "live\n"
}

/// The database answers too.
pub async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.services.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
