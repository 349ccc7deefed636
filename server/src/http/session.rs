//! Sessions: one cookie, one table; and how often somebody may try to get one.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use domain::id::UserId;
use domain::timestamp::Timestamp;
use domain::user::User;
use store::{NewSession, Store};

use crate::believed::BelievedSessions;
use crate::edge::{Edge, token_hash};

/// A session ends this long after it began.
const ABSOLUTE_SECONDS: i64 = 30 * 24 * 3600;
/// A session ends after this long without use.
const IDLE_SECONDS: i64 = 7 * 24 * 3600;
/// How often the last use is written down.
const TOUCH_SECONDS: i64 = 60;
/// How many sign-ins are tried for an account, or from an address, in [`TRIES_SECONDS`].
const TRIES: usize = 10;
/// How long a try counts.
const TRIES_SECONDS: i64 = 60;

/// Sessions and the tries to get one.
pub struct Sessions {
    store: Store,
    edge: Edge,
    https: bool,
    believed: BelievedSessions,
    tries: Mutex<HashMap<String, Vec<Timestamp>>>,
}

impl Sessions {
    /// The sessions over a store.
    pub fn new(store: Store, edge: Edge, believed: BelievedSessions, https: bool) -> Self {
        Self { store, edge, https, believed, tries: Mutex::default() }
    }

    fn cookie_name(&self) -> &'static str {
        if self.https { "__Host-touchstone" } else { "touchstone" }
    }

    /// Begins a session and gives its cookie.
    pub async fn begin(&self, user: UserId) -> store::Result<HeaderValue> {
        let (token, token_hash) = self.edge.new_token();
        let now = self.edge.now();
        self.store.add_session(NewSession { token_hash, user, created_at: now, expires_at: now.plus_seconds(ABSOLUTE_SECONDS) }).await?;
        Ok(self.cookie(&token, ABSOLUTE_SECONDS))
    }

    /// Ends the session of a request and gives the cookie that takes its cookie away.
    pub async fn end(&self, headers: &HeaderMap) -> store::Result<HeaderValue> {
        if let Some(token) = self.token(headers) {
            let hash = token_hash(token);
            self.store.end_session(hash.clone()).await?;
            self.believed.forget_session(&hash);
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
    pub async fn user(&self, headers: &HeaderMap) -> store::Result<Option<User>> {
        let Some(token) = self.token(headers).filter(|token| !token.is_empty()) else { return Ok(None) };
        let (hash, now) = (token_hash(token), self.edge.now());
        let looked_up = match self.believed.user(&hash, now) {
            Ok(user) => return Ok(Some(user)),
            Err(looked_up) => looked_up,
        };
        let Some((user, last_seen)) = self.stored(&hash, now).await? else { return Ok(None) };
        if last_seen.plus_seconds(TOUCH_SECONDS) < now {
            self.note_use(hash.clone(), now);
        }
        self.believed.keep(hash, user.clone(), now, looked_up);
        Ok(Some(user))
    }

    /// Writes down that a session is used, beside the request: it neither waits for that nor fails with it.
    fn note_use(&self, hash: Vec<u8>, now: Timestamp) {
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.touch_session(hash, now).await {
                tracing::warn!(%error, "it was not written down that a session is used");
            }
        });
    }

    /// The hash of the token that a request's cookie carries; of nothing when it carries none.
    pub fn token_hash(&self, headers: &HeaderMap) -> Vec<u8> {
        token_hash(self.token(headers).unwrap_or_default())
    }

    /// Whose session a token's hash stands for, asked of the database; it does not count as a use.
    pub async fn look_up(&self, hash: &[u8]) -> store::Result<Option<User>> {
        Ok(self.stored(hash, self.edge.now()).await?.map(|(user, _)| user))
    }

    /// The user of a session that has not ended, and when it was used last.
    async fn stored(&self, hash: &[u8], now: Timestamp) -> store::Result<Option<(User, Timestamp)>> {
        self.store.session(hash, now, now.plus_seconds(-IDLE_SECONDS)).await
    }

    /// Whether one more try to sign in is allowed for this account or address.
    pub fn may_try(&self, whose: &str) -> bool {
        let now = self.edge.now();
        let mut tries = self.tries.lock().expect("no holder panics");
        tries.retain(|_, times| {
            times.retain(|at| now < at.plus_seconds(TRIES_SECONDS));
            !times.is_empty()
        });
        let times = tries.entry(whose.to_owned()).or_default();
        times.push(now);
        times.len() <= TRIES
    }
}
