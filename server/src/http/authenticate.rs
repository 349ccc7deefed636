//! Who is asking: one middleware.

use std::net::SocketAddr;

use app::Error;
use app::api::context::Viewer;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::app::App;
use super::grant;
use crate::demo;

/// What anybody may ask for; everything else needs somebody.
fn is_public(method: &Method, path: &str) -> bool {
    let page = path == "/sign-in" || path == "/invitation";
    let file = method == Method::GET && (path.starts_with("/assets/") || path == "/favicon.svg" || path.starts_with("/health/"));
    page || file
}

/// Finds out who is asking, and lets nobody in who is not somebody.
pub async fn authenticate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if grant::bearer(request.headers()).is_some() {
        return grant::authenticate_token(State(app), request, next).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let user = if app.config.demo && peer.is_none_or(|peer| peer.is_loopback()) {
        demo::visitor(&app.services.store).await
    } else {
        app.sessions.user(request.headers()).await
    };
    match user {
        Err(error) => Error::from(error).into_response(),
        Ok(Some(user)) => {
            request.extensions_mut().insert(Viewer(user));
            next.run(request).await
        }
        Ok(None) if is_public(request.method(), request.uri().path()) => next.run(request).await,
        Ok(None) if request.method() == Method::GET && !request.uri().path().starts_with("/api/") => {
            Redirect::to("/sign-in").into_response()
        }
        Ok(None) => Error::SignedOut.into_response(),
    }
}
