//! Who is asking: one middleware.

use std::net::SocketAddr;

use app::Error;
use app::api::context::Viewer;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use domain::user::User;

use super::app::App;
use super::grant;
use crate::demo;

/// What anybody may ask for; everything else needs somebody.
fn is_public(method: &Method, path: &str) -> bool {
    let page = path == "/sign-in" || path == "/invitation";
    let file = method == Method::GET && (path.starts_with("/assets/") || path == "/favicon.svg" || path.starts_with("/health/"));
    page || file
}

/// Finds out who is asking, and refuses whoever is not signed in.
pub async fn authenticate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if grant::bearer(request.headers()).is_some() {
        return grant::authenticate_token(State(app), request, next).await;
    }
    let user = if is_demo_visitor(&app, request.extensions()) {
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

/// Whether a request is let in because the server is a demo and it comes from this machine.
fn is_demo_visitor(app: &App, extensions: &Extensions) -> bool {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    app.config.demo && peer.is_none_or(|peer| peer.is_loopback())
}

/// By what a request was let in, to be asked again while its answer is sent.
pub enum Session {
    Demo,
    /// By the hash of its cookie's token.
    Cookie(Vec<u8>),
}

impl Session {
    pub fn of(app: &App, parts: &Parts) -> Self {
        if is_demo_visitor(app, &parts.extensions) { Self::Demo } else { Self::Cookie(app.sessions.token_hash(&parts.headers)) }
    }

    /// Whose it is, while it has not ended. To ask is no use of it, so an open page does not keep it alive.
    pub async fn user(&self, app: &App) -> store::Result<Option<User>> {
        match self {
            Self::Demo => demo::visitor(&app.services.store).await,
            Self::Cookie(hash) => app.sessions.look_up(hash).await,
        }
    }
}
