//! Getting in and out: plain forms.

use std::net::SocketAddr;
use std::sync::LazyLock;

use app::Error;
use app::api::context::Viewer;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use domain::role::Role;
use serde::Deserialize;
use store::NewUser;
use tokio::sync::Semaphore;

use super::app::App;
use crate::edge::token_hash;

/// Hashing takes 19 MiB each; two at a time are enough for a team.
static HASHING: Semaphore = Semaphore::const_new(2);

/// The hash that is checked for a name that nobody has, so that it takes as long.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody has this password", &[0; 16]).unwrap_or_default());

/// A name and a password.
#[derive(Deserialize)]
pub struct Credentials {
    name: String,
    password: String,
}

/// A name and a password for who comes with an invitation.
#[derive(Deserialize)]
pub struct Acceptance {
    token: String,
    name: String,
    password: String,
}

/// What the address of an invitation says.
#[derive(Deserialize)]
struct Invitation {
    token: Option<String>,
    refused: Option<String>,
}

pub async fn sign_in(
    State(app): State<App>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    Form(given): Form<Credentials>,
) -> Result<Response, Error> {
    let address = peer.map(|peer| peer.0.0.ip().to_string()).unwrap_or_default();
    if !app.sessions.may_try(&format!("address {address}")) || !app.sessions.may_try(&format!("account {}", given.name)) {
        return Ok(Redirect::to("/sign-in?refused=wait").into_response());
    }
    let known = app.services.store.credentials(given.name.trim()).await?;
    let known = known.filter(|(user, hash)| user.disabled_at.is_none() && !hash.is_empty());
    let hash = known.as_ref().map_or_else(|| NOBODY.clone(), |(_, hash)| hash.clone());
    let fits = hashing(move || verify(&given.password, &hash)).await?;
    match known.filter(|_| fits) {
        Some((user, _)) => let_in(&app, user.id).await,
        None => Ok(Redirect::to("/sign-in?refused=password").into_response()),
    }
}

pub async fn sign_out(State(app): State<App>, viewer: Option<Extension<Viewer>>, headers: HeaderMap) -> Result<Response, Error> {
    let cookie = app.sessions.end(&headers).await?;
    if let Some(Extension(Viewer(user))) = viewer {
        app.services.changes.ask_again(user.id);
    }
    Ok(([(SET_COOKIE, cookie)], Redirect::to("/sign-in")).into_response())
}

/// Makes a member of who comes with an invitation, and signs them in.
pub async fn accept(State(app): State<App>, Form(given): Form<Acceptance>) -> Result<Response, Error> {
    let (store, edge) = (&app.services.store, app.edge());
    let name = given.name.trim().to_owned();
    let refused = |why: &str| Redirect::to(&format!("/invitation?refused={why}&token={}", token_in_address(&given.token))).into_response();
    // Who cannot be told apart from another by what is seen would be taken for them.
    if name.is_empty() || name.chars().count() > 64 || domain::text::visible(&name) != name {
        return Ok(refused("empty"));
    }
    if given.password.chars().count() < 8 {
        return Ok(refused("password"));
    }
    let token_hash = token_hash(&given.token);
    if !store.is_invited(&token_hash, edge.now()).await? {
        return Ok(refused("token"));
    }
    let (password, random) = (given.password.clone(), (edge.random)());
    let password_hash = hashing(move || hash(&password, &random[..16])).await?.ok_or(Error::Failed)?;
    let user = NewUser { id: edge.new_id(), name, password_hash, role: Role::Viewer, created_at: edge.now() };
    let id = user.id;
    match store.accept_invitation(token_hash, user).await {
        Ok(true) => let_in(&app, id).await,
        Ok(false) => Ok(refused("token")),
        Err(store::Error::Conflict(_)) => Ok(refused("name")),
        Err(error) => Err(error.into()),
    }
}

/// Says at once that an invitation has ended, before somebody chooses a name and a password for nothing.
pub async fn check_invitation(State(app): State<App>, request: Request, next: Next) -> Result<Response, Error> {
    let opened = request.method() == Method::GET && request.uri().path() == "/invitation";
    let token = opened.then(|| invited_by(request.uri())).flatten();
    match token {
        Some(token) if !app.services.store.is_invited(&token_hash(&token), app.edge().now()).await? => {
            Ok(Redirect::to("/invitation?refused=token").into_response())
        }
        _ => Ok(next.run(request).await),
    }
}

/// The token of an invitation's address; none where it says that the invitation has ended.
fn invited_by(address: &Uri) -> Option<String> {
    let Query(Invitation { token, refused }) = Query::try_from_uri(address).ok()?;
    (refused.as_deref() != Some("token")).then(|| token.unwrap_or_default())
}

/// Only what a token can hold, so that nothing else gets into the address.
fn token_in_address(token: &str) -> String {
    token.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).take(64).collect()
}

async fn let_in(app: &App, user: domain::id::UserId) -> Result<Response, Error> {
    let cookie = app.sessions.begin(user).await?;
    Ok(([(SET_COOKIE, cookie)], Redirect::to("/")).into_response())
}

/// Hashes on a thread of its own, two at a time.
async fn hashing<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let _turn = HASHING.acquire().await;
    Ok(tokio::task::spawn_blocking(work).await.map_err(crate::Error::from)?)
}

fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).unwrap_or_default())
}

fn hash(password: &str, salt: &[u8]) -> Option<String> {
    let salt = SaltString::encode_b64(salt).ok()?;
    argon2().hash_password(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let stored = hash("correct horse", &[7; 16]).expect("hashed");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(verify("correct horse", &stored) && !verify("wrong horse", &stored));
    }
}
