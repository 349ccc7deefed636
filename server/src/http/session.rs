//! Who is asking: one cookie, one table, one middleware.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use app::Error;
use app::api::context::Viewer;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use domain::id::UserId;
use domain::user::User;
use store::{NewSession, Store};

use super::{App, grant, security};
use crate::config::ServeConfig;
use crate::{demo, edge};

/// A session ends this long after it began.
const ABSOLUTE_SECONDS: i64 = 30 * 24 * 3600;
/// A session ends after this long without use.
const IDLE_SECONDS: i64 = 7 * 24 * 3600;
/// How often the last use is written down.
const TOUCH_SECONDS: i64 = 60;
/// How long a session that was looked up is believed without asking the database again.
const BELIEVED: Duration = Duration::from_secs(2);
/// How many sign-ins are tried for an account, or from an address, in a minute.
const TRIES: usize = 10;

/// Sessions and the tries to get one.
pub struct Sessions {
    store: Store,
    https: bool,
    believed: Mutex<HashMap<Vec<u8>, (User, Instant)>>,
    tries: Mutex<HashMap<String, Vec<Instant>>>,
}

impl Sessions {
    /// The sessions over a store.
    pub fn new(store: Store, config: &ServeConfig) -> Self {
        Self { store, https: config.https, believed: Mutex::default(), tries: Mutex::default() }
    }

    fn cookie_name(&self) -> &'static str {
        if self.https { "__Host-touchstone" } else { "touchstone" }
    }

    /// Begins a session and gives its cookie.
    pub async fn begin(&self, user: UserId) -> store::Result<HeaderValue> {
        let (token, token_hash) = edge::new_token();
        let now = edge::now();
        self.store.add_session(NewSession { token_hash, user, created_at: now, expires_at: now.plus_seconds(ABSOLUTE_SECONDS) }).await?;
        Ok(self.cookie(&token, ABSOLUTE_SECONDS))
    }

    /// Ends the session of a request and gives the cookie that takes its cookie away.
    pub async fn end(&self, headers: &HeaderMap) -> store::Result<HeaderValue> {
        if let Some(token) = self.token(headers) {
            let hash = edge::token_hash(token);
            self.believed.lock().expect("no holder panics").remove(&hash);
            self.store.end_session(hash).await?;
        }
        Ok(self.cookie("", 0))
    }

    fn cookie(&self, token: &str, seconds: i64) -> HeaderValue {
        let secure = if self.https { "; Secure" } else { "" };
        let cookie = format!("{}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", self.cookie_name());
        HeaderValue::from_str(&cookie).expect("a token is plain ASCII")
    }

    fn token<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok()).flat_map(|cookies| cookies.split(';'));
        cookies.filter_map(|cookie| cookie.trim().split_once('=')).find(|(name, _)| *name == self.cookie_name()).map(|(_, token)| token)
    }

    /// Whose session a request carries.
    async fn user(&self, headers: &HeaderMap) -> store::Result<Option<User>> {
        let Some(token) = self.token(headers).filter(|token| !token.is_empty()) else { return Ok(None) };
        let hash = edge::token_hash(token);
        if let Some((user, at)) = self.believed.lock().expect("no holder panics").get(&hash)
            && at.elapsed() < BELIEVED
        {
            return Ok(Some(user.clone()));
        }
        let now = edge::now();
        let Some((user, last_seen)) = self.store.session(&hash, now, now.plus_seconds(-IDLE_SECONDS)).await? else { return Ok(None) };
        if last_seen.plus_seconds(TOUCH_SECONDS) < now {
            self.store.touch_session(hash.clone(), now).await?;
        }
        let mut believed = self.believed.lock().expect("no holder panics");
        believed.retain(|_, (_, at)| at.elapsed() < BELIEVED);
        believed.insert(hash, (user.clone(), Instant::now()));
        Ok(Some(user))
    }

    /// Whether one more try to sign in is allowed for this account or address.
    pub fn may_try(&self, whose: &str) -> bool {
        let mut tries = self.tries.lock().expect("no holder panics");
        tries.retain(|_, times| {
            times.retain(|at| at.elapsed() < Duration::from_mins(1));
            !times.is_empty()
        });
        let times = tries.entry(whose.to_owned()).or_default();
        times.push(Instant::now());
        times.len() <= TRIES
    }
}

/// What anybody may ask for; everything else needs somebody.
fn is_public(method: &Method, path: &str) -> bool {
    let page = path == "/sign-in" || path == "/invitation";
    let file = method == Method::GET && (path.starts_with("/assets/") || path == "/favicon.svg" || path.starts_with("/health/"));
    page || file
}

/// Finds out who is asking, and lets nobody in who is not somebody.
pub async fn authenticate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if grant::bearer(request.headers()).is_some() {
        return grant::authenticate(State(app), request, next).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let user = if app.config.demo && peer.is_none_or(|peer| peer.is_loopback()) {
        demo::visitor(&app.services.store).await
    } else {
        app.sessions.user(request.headers()).await
    };
    match user {
        Err(error) => security::answer(&Error::from(error)),
        Ok(Some(user)) => {
            request.extensions_mut().insert(Viewer(user));
            next.run(request).await
        }
        Ok(None) if is_public(request.method(), request.uri().path()) => next.run(request).await,
        Ok(None) if request.method() == Method::GET && !request.uri().path().starts_with("/api/") => {
            Redirect::to("/sign-in").into_response()
        }
        Ok(None) => (StatusCode::UNAUTHORIZED, axum::Json(Error::SignedOut)).into_response(),
    }
}
