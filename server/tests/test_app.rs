//! The server in process, with members who ask it.

use std::collections::HashMap;
use std::time::Duration;

use axum::Router;
use domain::id::{SetId, TokenId, UserId};
use domain::role::Role;
use domain::timestamp::Timestamp;
use domain::token::{Scope, Token};
use server::{App, Edge, ServeConfig, ServerServices, router};
use sha2::{Digest, Sha256};
use store::{ChangedBy, GaveRole, Location, NewSession, NewUser, Store};
use tempfile::TempDir;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::client::{Client, Who};
use crate::seed::{PATIENCE, id};

/// A server, and the directory that it lives in.
pub struct TestApp {
    pub router: Router,
    pub store: Store,
    clock: fn() -> Timestamp,
    /// The cookies of those who are signed in, by name.
    sessions: Mutex<HashMap<String, String>>,
    _directory: TempDir,
}

/// What the machine gives, with the clock of these tests.
const EDGE: Edge = Edge { clock: now, ..Edge::MACHINE };

/// Now, for sessions and tokens that must not have ended.
pub fn now() -> Timestamp {
    let millis = std::time::UNIX_EPOCH.elapsed().expect("after 1970").as_millis();
    Timestamp(i64::try_from(millis).expect("before the year 292 million"))
}

impl TestApp {
    /// A server without a set, where who asks has to be signed in.
    pub async fn start() -> Self {
        Self::by_edge(EDGE).await
    }

    /// The same, by the test's own clock.
    pub async fn by_clock(clock: fn() -> Timestamp) -> Self {
        Self::by_edge(Edge { clock, ..Edge::MACHINE }).await
    }

    /// The same, with the test's own sources of what it cannot know.
    pub async fn by_edge(edge: Edge) -> Self {
        Self::build(false, false, edge).await
    }

    /// A server with the demo's set `guide`, where who asks has to be signed in.
    pub async fn with_guide() -> Self {
        Self::build(true, false, EDGE).await
    }

    /// The demo: the set `guide`, and everybody is its admin.
    pub async fn demo() -> Self {
        Self::build(true, true, EDGE).await
    }

    async fn build(guide: bool, demo: bool, edge: Edge) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let store = Store::open(&Location::Directory(directory.path().into())).await.expect("a store");
        let services = ServerServices::new(store.clone(), directory.path().into(), edge);
        if guide {
            server::fill_demo(&services).await.expect("the demo");
        }
        Self::new(services, directory, demo, edge.clock)
    }

    /// A server over what is in a store.
    pub fn over(store: Store) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let services = ServerServices::new(store, directory.path().into(), EDGE);
        Self::new(services, directory, false, now)
    }

    fn new(services: ServerServices, directory: TempDir, demo: bool, clock: fn() -> Timestamp) -> Self {
        let store = services.store.clone();
        let config = ServeConfig {
            listen: ([127, 0, 0, 1], 0).into(),
            hosts: vec!["touchstone.example".into()],
            https: false,
            insecure_http: false,
            demo,
            log_json: false,
        };
        Self { router: router(App::new(services, config)), store, clock, sessions: Mutex::default(), _directory: directory }
    }

    /// Somebody who is not signed in.
    pub fn anonymous(&self) -> Client<'_> {
        Client::new(self, Who::Anonymous)
    }

    pub fn admin(&self) -> Client<'_> {
        self.member(Role::Admin, "ada")
    }

    pub fn reviewer(&self, name: &str) -> Client<'_> {
        self.member(Role::Reviewer, name)
    }

    pub fn labeller(&self, name: &str) -> Client<'_> {
        self.member(Role::Labeller, name)
    }

    pub fn viewer(&self) -> Client<'_> {
        self.member(Role::Viewer, "vera")
    }

    /// A member, who is there and signed in when they first ask.
    pub fn member(&self, role: Role, name: &str) -> Client<'_> {
        Client::new(self, Who::Member { role, name: name.into() })
    }

    /// A member to whom a set gives a role of its own.
    pub async fn member_in(&self, set: SetId, given: Role, role: Role, name: &str) -> Client<'_> {
        self.cookie(role, name).await;
        let user = self.user_id(name).await;
        let gave = self.store.give_role(ChangedBy::CommandLine, set, user, Some(given)).await.expect("given");
        assert_eq!(gave, if role == Role::Admin { GaveRole::AdminEverywhere } else { GaveRole::Given });
        self.member(role, name)
    }

    /// Waits until it is written down that a member was seen: no request waits for that.
    pub async fn saw(&self, name: &str, at: Timestamp) {
        let seen = async || self.store.user_named(name).await.expect("read").and_then(|user| user.last_seen);
        let written = async {
            while seen().await != Some(at) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, written).await.expect("it is written down");
    }

    pub async fn user_id(&self, name: &str) -> UserId {
        self.store.credentials(name).await.expect("read").expect("a member of this name").0.id
    }

    /// A program with a token.
    pub fn bearer(&self, secret: &str) -> Client<'_> {
        Client::new(self, Who::Program { secret: secret.into() })
    }

    /// Makes a token that works for an hour; gives its id and its secret.
    pub async fn token(&self, set: SetId, scopes: &[Scope]) -> (TokenId, String) {
        self.token_until(set, scopes, (self.clock)().plus_seconds(3600)).await
    }

    pub async fn token_until(&self, set: SetId, scopes: &[Scope], expires_at: Timestamp) -> (TokenId, String) {
        let token = Token {
            id: id(),
            set,
            name: "ci".into(),
            scopes: scopes.into(),
            created_at: (self.clock)(),
            expires_at,
            last_used_at: None,
            revoked_at: None,
        };
        let (id, secret) = (token.id, format!("ts_{}", id::<Uuid>().simple()));
        self.store.add_token(token, hash(&secret)).await.expect("a token");
        (id, secret)
    }

    /// The cookie of a member's session.
    pub async fn cookie(&self, role: Role, name: &str) -> String {
        let mut sessions = self.sessions.lock().await;
        if !sessions.contains_key(name) {
            sessions.insert(name.to_owned(), self.sign_in(role, name).await);
        }
        sessions[name].clone()
    }

    async fn sign_in(&self, role: Role, name: &str) -> String {
        if let Some(known) = self.store.user_named(name).await.expect("read") {
            return self.session_of(known.id).await;
        }
        let user: UserId = id();
        let new = NewUser { id: user, name: name.into(), password_hash: "no password fits".into(), role, created_at: (self.clock)() };
        self.store.add_user(new).await.expect("a user");
        self.session_of(user).await
    }

    async fn session_of(&self, user: UserId) -> String {
        let token = id::<Uuid>().to_string();
        let now = (self.clock)();
        let session = NewSession { token_hash: hash(&token), user, created_at: now, expires_at: now.plus_seconds(30 * 24 * 3600) };
        self.store.add_session(session).await.expect("a session");
        format!("touchstone={token}")
    }
}

fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}
