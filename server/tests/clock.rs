//! What ends after a time ends after that time: the clock is the test's.
#![allow(clippy::disallowed_methods)]

mod common;

use std::sync::atomic::{AtomicI64, Ordering};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::{Answer, Server, config, request};
use domain::golden_set::{NewSet, Settings};
use domain::id::UserId;
use domain::role::Role;
use domain::scale::Scale;
use domain::timestamp::Timestamp;
use domain::token::{Scope, Token};
use server::{App, Edge, ServerServices, router};
use sha2::{Digest, Sha256};
use store::{Location, NewSession, NewUser, Store};
use uuid::Uuid;

const DAY: i64 = 24 * 3600;

/// A clock that one test moves.
struct Clock(AtomicI64);

impl Clock {
    const fn new() -> Self {
        Self(AtomicI64::new(1_800_000_000_000))
    }

    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }

    fn forward(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

async fn server(clock: fn() -> Timestamp) -> Server {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::open(&Location::Directory(directory.path().into())).await.expect("a store");
    let services = ServerServices::new(store.clone(), directory.path().into(), Edge { clock, ..Edge::MACHINE });
    Server { router: router(App::new(services, config(false))), store, directory }
}

/// A session of 30 days that begins now; gives its cookie.
async fn session(server: &Server, now: Timestamp) -> String {
    let user = UserId(Uuid::now_v7());
    let new = NewUser { id: user, name: "vera".into(), password_hash: String::new(), role: Role::Viewer, created_at: now };
    server.store.add_user(new).await.expect("a user");
    let session =
        NewSession { token_hash: Sha256::digest("secret").to_vec(), user, created_at: now, expires_at: now.plus_seconds(30 * DAY) };
    server.store.add_session(session).await.expect("a session");
    "touchstone=secret".into()
}

#[tokio::test]
async fn a_session_ends_after_a_week_without_use_and_after_thirty_days_with_it() {
    static CLOCK: Clock = Clock::new();
    let server = server(|| CLOCK.now()).await;
    let cookie = session(&server, CLOCK.now()).await;
    let home = async || server.get("/", &cookie).await.status;
    for _ in 0..4 {
        assert_eq!(home().await, StatusCode::OK);
        CLOCK.forward(7 * DAY - 1);
    }
    assert_eq!(home().await, StatusCode::OK, "28 days, never a week without use");
    CLOCK.forward(2 * DAY + 10);
    assert_eq!(home().await, StatusCode::SEE_OTHER, "30 days");
}

#[tokio::test]
async fn a_session_that_nobody_used_for_a_week_is_over() {
    static CLOCK: Clock = Clock::new();
    let server = server(|| CLOCK.now()).await;
    let cookie = session(&server, CLOCK.now()).await;
    assert_eq!(server.get("/", &cookie).await.status, StatusCode::OK);
    CLOCK.forward(7 * DAY + 1);
    let over = server.get("/", &cookie).await;
    assert_eq!((over.status, over.headers["location"].to_str().expect("text")), (StatusCode::SEE_OTHER, "/sign-in"));
}

#[tokio::test]
async fn an_eleventh_try_to_sign_in_within_a_minute_has_to_wait_for_the_minute_to_end() {
    static CLOCK: Clock = Clock::new();
    let server = server(|| CLOCK.now()).await;
    let refused = async || {
        let form = request(Method::POST, "/sign-in", "").header("content-type", "application/x-www-form-urlencoded");
        let answer = server.send(form.body(Body::from("name=vera&password=wrong-one")).expect("a request")).await;
        answer.headers["location"].to_str().expect("text").to_owned()
    };
    for _ in 0..10 {
        assert_eq!(refused().await, "/sign-in?refused=password");
        CLOCK.forward(1);
    }
    assert_eq!(refused().await, "/sign-in?refused=wait");
    CLOCK.forward(60);
    assert_eq!(refused().await, "/sign-in?refused=password");
}

#[tokio::test]
async fn a_token_works_until_it_expires() {
    static CLOCK: Clock = Clock::new();
    let (server, now) = (server(|| CLOCK.now()).await, CLOCK.now());
    let settings = Settings::usual("A set".into(), Scale::graded());
    let set = NewSet { id: Uuid::now_v7().into(), name: "s".parse().expect("a name"), settings, created_at: now };
    let token = Token {
        id: Uuid::now_v7().into(),
        set: set.id,
        name: "ci".into(),
        scopes: vec![Scope::ExportRead],
        created_at: now,
        expires_at: now.plus_seconds(DAY),
        last_used_at: None,
        revoked_at: None,
    };
    server.store.add_set(set).await.expect("a set");
    server.store.add_token(token, Sha256::digest("ts_secret").to_vec()).await.expect("a token");
    let list = async || -> Answer {
        let asked = Request::get("/api/v1/sets/s/versions").header("host", "localhost").header("authorization", "Bearer ts_secret");
        server.send(asked.body(Body::empty()).expect("a request")).await
    };
    assert_eq!(list().await.status, StatusCode::OK);
    CLOCK.forward(DAY);
    assert_eq!(list().await.status, StatusCode::UNAUTHORIZED);
}
