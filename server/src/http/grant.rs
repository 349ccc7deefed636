//! What a request to the machine API may do: as a member who is signed in, or with a token.

use app::Error;
use app::api::context::Viewer;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HeaderMap};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::golden_set::GoldenSet;
use domain::role::Permission;
use domain::timestamp::Timestamp;
use domain::token::{PREFIX, Scope, Token};

use super::app::App;
use crate::edge::token_hash;

/// Who asks the machine API.
#[derive(Debug, Clone)]
pub enum Grant {
    /// A member, in the browser.
    Member(Viewer),
    /// A program.
    Token(Token),
}

impl Grant {
    /// Lets through a member with the permission, or a token with the scope for this set.
    pub fn check(&self, permission: Permission, scope: Scope, set: &GoldenSet, now: Timestamp) -> Result<(), Error> {
        let may = match self {
            Self::Member(viewer) => viewer.0.role.may(permission),
            Self::Token(token) => token.allows(scope, set.id, now),
        };
        if may { Ok(()) } else { Err(Error::Forbidden) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Grant {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let member = || parts.extensions.get::<Viewer>().cloned().map(Self::Member);
        let token = parts.extensions.get::<Token>().cloned().map(Self::Token);
        token.or_else(member).ok_or(Error::SignedOut)
    }
}

/// The secret of a request that comes with a token.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// Finds out which token a request comes with. A token works for the machine API only, in the header only, and never beside
/// a cookie: a page that could send both would act for two.
pub async fn authenticate_token(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let Some(secret) = bearer(request.headers()) else { return Error::SignedOut.into_response() };
    if request.headers().contains_key(COOKIE) || !request.uri().path().starts_with("/api/v1/") {
        return Error::Forbidden.into_response();
    }
    if !secret.starts_with(PREFIX) {
        return Error::SignedOut.into_response();
    }
    let now = app.edge().now();
    match app.services.store.token(&token_hash(secret), now).await {
        Ok(Some(token)) if token.revoked_at.is_none() && now < token.expires_at => {
            request.extensions_mut().insert(token);
            next.run(request).await
        }
        Ok(_) => Error::SignedOut.into_response(),
        Err(error) => Error::from(error).into_response(),
    }
}
