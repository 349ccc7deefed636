//! What ends after a time ends after that time: the clock is the test's.

use std::sync::atomic::{AtomicI64, Ordering};

use axum::http::StatusCode;
use domain::timestamp::Timestamp;
use domain::token::Scope;

use crate::seed::SetBuilder;
use crate::test_app::TestApp;

const DAY: i64 = 24 * 3600;

/// A clock that one test moves.
pub struct Clock(AtomicI64);

impl Clock {
    pub const fn new() -> Self {
        Self(AtomicI64::new(1_800_000_000_000))
    }

    pub fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }

    pub fn forward(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_session_ends_after_a_week_without_use_and_after_thirty_days_with_it() {
    static CLOCK: Clock = Clock::new();
    let app = TestApp::by_clock(|| CLOCK.now()).await;
    let home = async || app.viewer().get("/").await.status;
    for _ in 0..4 {
        assert_eq!(home().await, StatusCode::OK);
        app.saw("vera", CLOCK.now()).await;
        CLOCK.forward(7 * DAY - 1);
    }
    assert_eq!(home().await, StatusCode::OK, "28 days, never a week without use");
    CLOCK.forward(2 * DAY + 10);
    assert_eq!(home().await, StatusCode::SEE_OTHER, "30 days");
}

#[tokio::test]
async fn a_session_that_nobody_used_for_a_week_is_over() {
    static CLOCK: Clock = Clock::new();
    let app = TestApp::by_clock(|| CLOCK.now()).await;
    app.viewer().get("/").await.ok();
    CLOCK.forward(7 * DAY + 1);
    assert_eq!(app.viewer().get("/").await.redirects(), "/sign-in");
}

#[tokio::test]
async fn an_eleventh_try_to_sign_in_within_a_minute_has_to_wait_for_the_minute_to_end() {
    static CLOCK: Clock = Clock::new();
    let app = TestApp::by_clock(|| CLOCK.now()).await;
    let try_in = async || app.anonymous().post_form("/sign-in", "name=vera&password=wrong-one").await;
    for _ in 0..10 {
        assert_eq!(try_in().await.redirects(), "/sign-in?refused=password");
        CLOCK.forward(1);
    }
    assert_eq!(try_in().await.redirects(), "/sign-in?refused=wait");
    CLOCK.forward(60);
    assert_eq!(try_in().await.redirects(), "/sign-in?refused=password");
}

#[tokio::test]
async fn a_token_works_until_it_expires() {
    static CLOCK: Clock = Clock::new();
    let app = TestApp::by_clock(|| CLOCK.now()).await;
    let set = SetBuilder::new().create(&app.store).await;
    let (_, secret) = app.token_until(set.id, &[Scope::ExportRead], CLOCK.now().plus_seconds(DAY)).await;
    let list = async || app.bearer(&secret).get("/api/v1/sets/a-set/versions").await;
    list().await.ok();
    CLOCK.forward(DAY);
    list().await.unauthorized();
}
