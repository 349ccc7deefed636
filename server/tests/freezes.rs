//! Freezes that go on when the answer was given, what is left of those that came to no end, and what changed between versions.

use std::collections::HashSet;
use std::time::Duration;

use domain::id::VersionId;
use serde_json::{Value, json};
use server::{Edge, ServerServices};
use store::{DisputedChunks, Freezing, NewVersion, OnErrors, Store};

use crate::databases::on_both_databases;
use crate::response::Response;
use crate::seed::{Gate, NOW, PATIENCE, SeededSet, SetBuilder, id, keep};
use crate::test_app::{TestApp, now};

/// Where the freezes of these servers stop, when their first 50 items are written.
static GATE: Gate = Gate::stops_at(60);

const VERSIONS: &str = "/sets/a-set/versions";

async fn app() -> TestApp {
    TestApp::by_edge(Edge { clock: now, salts: || GATE.salt(), ..Edge::MACHINE }).await
}

/// A set of 70 completed queries.
async fn large(store: &Store) -> SeededSet {
    let set = SetBuilder::new().queries(70);
    (0..70).fold(set, |set, query| set.completed(query, "lena", 3, "So [1].")).create(store).await
}

/// The versions page once it says something.
async fn page_that_says(app: &TestApp, words: &str) -> Response {
    let viewer = app.viewer();
    let says = async {
        loop {
            let page = viewer.get(VERSIONS).await.ok();
            if page.text.contains(words) {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, says).await.expect("the page says it")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_freeze_goes_on_after_the_answer_and_the_page_says_how_far_it_is() {
    let app = app().await;
    large(&app.store).await;
    let gate = GATE.close().await;
    assert_eq!(app.admin().post_form(VERSIONS, "note=whole").await.redirects(), VERSIONS);
    let meanwhile = app.admin().get(VERSIONS).await.ok().contains("Being frozen: 50 of 70 queries. Labels go on");
    meanwhile.contains("None yet.").lacks("name=\"note\"").lacks("made no version");
    let again = app.admin().post_form(VERSIONS, "note=again").await.status(409);
    again.contains("The set is being frozen now");
    gate.open();
    page_that_says(&app, "/sets/a-set/versions/1").await.contains("whole").lacks("Being frozen").lacks("made no version");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_freeze_that_is_refused_is_told_on_the_page_until_another_begins() {
    let app = app().await;
    let set = large(&app.store).await;
    keep(&app.store, set.grade(69, 0, 0, 1)).await;
    let gate = GATE.close().await;
    assert_eq!(app.admin().post_form(VERSIONS, "note=refused").await.redirects(), VERSIONS);
    gate.open();
    let refused = page_that_says(&app, "The last freeze made no version.").await.contains("1 error is in the way");
    refused.contains("None yet.").lacks("Being frozen");
    assert_eq!(app.admin().post_form(VERSIONS, "note=without&leave_out_errors=yes").await.status, 303);
    page_that_says(&app, "/sets/a-set/versions/1").await.contains("without").lacks("made no version");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_query_that_differs_is_on_one_page_of_a_difference_and_each_page_counts_all() {
    let app = TestApp::start().await;
    let set = large(&app.store).await;
    set.freeze(&app.store).await;
    for query in 0..60 {
        keep(&app.store, set.grade(query, 0, 2, 1)).await;
    }
    set.freeze(&app.store).await;
    let mut names = HashSet::new();
    for (page, expected) in [(1, 50), (2, 10), (3, 0)] {
        let asked = json!({ "set": "a-set", "from": 1, "to": 2, "page": page });
        let shown = app.viewer().post_json("/api/version_diff", asked).await.ok().json();
        assert_eq!((&shown["counts"]["grades"], &shown["counts"]["queries"]), (&json!(60), &json!(60)));
        let changed = shown["diff"]["grades"]["changed"].as_array().expect("changes").clone();
        assert_eq!(changed.len(), expected, "page {page}");
        names.extend(changed.iter().map(|change: &Value| change["query_id"].to_string()));
    }
    assert_eq!(names.len(), 60);
    let first = app.viewer().get("/sets/a-set/diff?from=1&to=2").await.ok();
    first.contains("60 grades changed").contains("/sets/a-set/diff?from=1&amp;to=2&amp;page=2");
    app.viewer().get("/sets/a-set/diff?from=1&to=2&page=2").await.ok().contains("60 grades changed").contains("page=1");
}

on_both_databases! {
    a_running_server_removes_what_a_dead_one_left_of_a_freeze,
}

async fn a_running_server_removes_what_a_dead_one_left_of_a_freeze(store: Store) {
    let set = large(&store).await;
    let gate = GATE.close().await;
    let version: VersionId = id();
    let (freezing, clock) = (store.clone(), || NOW);
    let new = NewVersion {
        id: version,
        note: String::new(),
        author: None,
        clock,
        errors: OnErrors::Refuse,
        disputed: DisputedChunks::LeaveOutQuery,
        new_salt: || GATE.salt(),
    };
    let freeze = tokio::spawn(async move { freezing.freeze(set.id, new).await });
    gate.reached_by(1).await;
    let written = async || store.version_items(version, 0).await.expect("read").1.len();
    assert_eq!(written().await, 50);

    // For this server the lease ended, as it does of a server that died.
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("uploads")).expect("a folder");
    let edge = Edge { clock: || NOW.plus_seconds(400), ..Edge::MACHINE };
    let server = ServerServices::new(store.clone(), directory.path().into(), edge);
    server.jobs.start().await.expect("started");
    let swept = async {
        while written().await > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, swept).await.expect("it is removed");
    server.jobs.stop().await.expect("stopped");

    // It did live, and begins again when it finds out.
    gate.open();
    let frozen = freeze.await.expect("no panic").expect("an answer");
    assert!(matches!(frozen, Freezing::Frozen(head) if head.counts.queries == 70));
}
