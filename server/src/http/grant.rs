//! What a request to the machine API may do: as a member who is signed in, or with a token.

use app::Error;
use app::api::context::{Viewer, may_of, permitted};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HeaderMap};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::golden_set::GoldenSet;
use domain::id::SetId;
use domain::member::Member;
use domain::role::Permission;
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
    /// The set of this name, and the member who asks, as the set knows them, if they may do that in it: a member with the
    /// permission there, or a token, which is nobody, with the scope for this set.
    pub async fn allowed_in(
        &self,
        app: &App,
        permission: Permission,
        scope: Scope,
        set: &str,
    ) -> Result<(Option<Member>, GoldenSet), Error> {
        let store = &app.services.store;
        match self {
            Self::Member(viewer) => permitted(store, &viewer.0, permission, set).await.map(|(member, set)| (Some(member), set)),
            Self::Token(token) => {
                let set = store.set(set).await?.ok_or_else(|| Error::NotFound("set".into()))?;
                if token.allows(scope, set.id, app.edge().now()) { Ok((None, set)) } else { Err(Error::Forbidden) }
            }
        }
    }

    /// Whether who asks may do that to what belongs to a set, or to none: a token only to what belongs to its own.
    pub async fn may_of(&self, app: &App, permission: Permission, scope: Scope, set: Option<SetId>) -> Result<bool, Error> {
        match self {
            Self::Member(viewer) => may_of(&app.services.store, &viewer.0, permission, set).await,
            Self::Token(token) => Ok(set.is_some_and(|set| token.allows(scope, set, app.edge().now()))),
        }
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
