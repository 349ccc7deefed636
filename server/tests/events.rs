//! A set's pages are told that something changed, and never what.

use std::io::{BufRead, Read};

use domain::operation::Action;
use domain::role::Role;
use domain::user::User;
use serde_json::{Value, json};

use crate::response::Response;
use crate::seed::{NOW, SeededSet, SetBuilder, keep, labeller};
use crate::serving::Serving;
use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

/// All that is ever sent.
const CHANGED: &str = "event: changed\ndata: {}";

/// A server with the sets `x` and `y`.
async fn two_sets() -> (TestApp, SeededSet, SeededSet) {
    let app = TestApp::start().await;
    let x = SetBuilder::new().named("x").queries(3).create(&app.store).await;
    let y = SetBuilder::new().named("y").create(&app.store).await;
    (app, x, y)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_third_completes_reaches_who_listens_to_the_set_and_nobody_else() {
    let (app, x, y) = two_sets().await;
    let lena = labeller(&app.store, "lena").await;
    let (omar, vera) = (app.labeller("omar"), app.viewer());
    let (mut first, mut second) = (omar.listen("/sets/x/events").await, vera.listen("/sets/x/events").await);
    let mut other = omar.listen("/sets/y/events").await;
    for (name, value) in [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no")] {
        assert_eq!(first.headers[name], value);
    }
    x.complete(&app.store, lena, 0, 3, "The CANARY answer [1].").await;
    assert_eq!((first.within(3).await.as_str(), second.within(3).await.as_str()), (CHANGED, CHANGED));
    keep(&app.store, x.operation(lena, x.queries[0], Action::Flag { note: "the CANARY flag".into() }, NOW)).await;
    assert_eq!((first.within(4).await.as_str(), second.within(4).await.as_str()), (CHANGED, CHANGED));
    other.is_quiet_for(2).await;
    y.complete(&app.store, lena, 0, 3, "So [1].").await;
    assert_eq!(other.within(3).await, CHANGED);
    first.is_quiet_for(4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guidelines_and_settings_are_changes_too() {
    let (app, x, _) = two_sets().await;
    let mut stream = app.labeller("omar").listen("/sets/x/events").await;
    let admin = app.admin();
    admin.post_json("/api/add_guideline", json!({ "set": "x", "text": "Grade it.", "base": 0 })).await.ok();
    assert_eq!(stream.within(3).await, CHANGED);
    let settings = domain::golden_set::Settings { k: 7, ..x.golden_set.settings.clone() };
    admin.post_json("/api/put_settings", json!({ "set": "x", "revision": 1, "settings": settings })).await.ok();
    assert_eq!(stream.within(4).await, CHANGED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stream_ends_at_once_for_who_is_shut_out_or_signs_out() {
    let (app, x, _) = two_sets().await;
    let (omar, rosa, lena) = (app.labeller("omar"), app.labeller("rosa"), labeller(&app.store, "lena").await);
    let [mut shut_out, mut signed_out, mut stays] =
        [omar.listen("/sets/x/events").await, rosa.listen("/sets/x/events").await, app.viewer().listen("/sets/x/events").await];
    let admin = app.admin();
    let User { id, .. } = app.store.credentials("omar").await.expect("read").expect("a member").0;
    admin.post_json("/api/set_disabled", json!({ "user": id, "disabled": true })).await.ok();
    rosa.post_form("/sign-out", "").await;
    tokio::join!(shut_out.ends_within(2), signed_out.ends_within(2));
    x.complete(&app.store, lena, 0, 3, "So [1].").await;
    assert_eq!(stays.within(3).await, CHANGED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_not_know_of_the_set_hears_nothing() {
    let (app, x, _) = two_sets().await;
    assert_eq!(app.anonymous().get("/sets/x/events").await.redirects(), "/sign-in");
    app.viewer().get("/sets/none/events").await.not_found();
    let (_, secret) = app.token(x.id, &[domain::token::Scope::ExportRead]).await;
    app.bearer(&secret).get("/sets/x/events").await.forbidden();
    app.viewer().with_header("host", "elsewhere.example").get("/sets/x/events").await.status(421);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_who_listens_too_often_is_told_so_and_may_again_once_one_is_closed() {
    let (app, ..) = two_sets().await;
    let omar = app.labeller("omar");
    let mut streams = Vec::new();
    for _ in 0..16 {
        streams.push(omar.listen("/sets/x/events").await);
    }
    let refused: Response = omar.get("/sets/x/events").await.status(429).contains("too many pages of sets open");
    assert_eq!(refused.header("retry-after"), "10");
    app.member(Role::Viewer, "vera").listen("/sets/x/events").await;
    streams.pop();
    omar.listen("/sets/x/events").await;
}

/// Completes the next query of the demo at a server.
fn complete_next(serving: &Serving) {
    let work: Value = serde_json::from_str(&serving.post("/api/label_work", &json!({ "set": "guide", "query": null }))).expect("JSON");
    let query = &work["assignment"]["query"]["id"];
    let operation =
        json!({ "id": crate::seed::id::<uuid::Uuid>(), "query": query, "action": { "complete": { "confirmed": "nothing_judged" } } });
    assert!(serving.post("/api/record", &json!({ "set": "guide", "operations": [operation] })).contains("saved"));
}

#[test]
fn what_is_written_at_one_server_reaches_who_listens_at_another() {
    let touchstone = Touchstone::postgres("events");
    let mut one = Serving::demo(&touchstone);
    let other = Serving::demo(&touchstone);
    let mut stream = one.stream("/sets/guide/events");
    complete_next(&other);
    let begun = std::time::Instant::now();
    let mut line = String::new();
    while !line.starts_with("event: changed") {
        line.clear();
        assert!(stream.read_line(&mut line).expect("a line in time") > 0, "the stream goes on");
    }
    assert!(begun.elapsed().as_secs() < 3, "{:?}", begun.elapsed());
    // A server that stops ends its streams, and does not wait for them.
    let begun = std::time::Instant::now();
    assert_eq!(one.terminate(), Some(0));
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    stream.read_to_string(&mut line).expect("the end");
}
