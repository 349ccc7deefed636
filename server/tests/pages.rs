//! Every page renders on the server, and says what is wrong where something is.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::test_app::TestApp;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_of_the_demo_renders_without_the_browsers_program() {
    let app = TestApp::demo().await;
    for (page, words) in [
        ("/", "Golden sets"),
        ("/sets/guide", "48 queries are settled"),
        ("/sets/guide/label", "undo shortcut key"),
        ("/sets/guide/queries", "48 in all"),
        ("/sets/guide/queries?status=open&style=identifier&search=shift", "1 in all"),
        ("/sets/guide/settings", "Control share"),
        ("/sets/guide/import", "Built-in retriever"),
        ("/sets/guide/versions", "There is nothing to freeze"),
        ("/sets/guide/evaluation", "There is no version to score against yet"),
        ("/reference", "/api/v1/sets/{set}/versions/{number}/export"),
        ("/members", "Invite"),
        ("/jobs", "No job has run yet"),
        ("/sign-in", "Password"),
    ] {
        app.anonymous().get(page).await.ok().contains(words);
    }
}

/// To list its pages leptos holds back every resource of the process, for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_page_comes_while_other_servers_of_the_process_are_made() {
    let app = Arc::new(TestApp::demo().await);
    let render = |app: Arc<TestApp>| async move {
        for _ in 0..25 {
            app.anonymous().get("/sets/guide/queries").await.ok();
        }
    };
    let renders: Vec<_> = (0..3).map(|_| tokio::spawn(render(app.clone()))).collect();
    for _ in 0..10 {
        TestApp::start().await;
    }
    for done in renders {
        tokio::time::timeout(Duration::from_mins(1), done).await.expect("no render waits for ever").expect("rendered");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_a_404_in_words() {
    let app = TestApp::demo().await;
    let no_query = "/sets/guide/queries/01a22b1b-ba7c-762d-adab-256587be83e5";
    for page in ["/sets/none", "/sets/none/label", "/sets/guide/queries/not-an-id", no_query] {
        app.anonymous().get(page).await.not_found().contains("There is no such");
    }
    for nothing in ["/assets/none.js", "/nothing", "/sets/guide/nothing"] {
        app.anonymous().get(nothing).await.not_found();
    }
    app.anonymous().get("/nothing").await.not_found().contains("There is no such page");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_title_stays_a_title() {
    let app = TestApp::demo().await;
    let title = "</title><img src=x onerror=alert(1)>&amp;";
    app.anonymous().post_json("/api/add_set", json!({ "name": "h", "title": title, "scale": "0-3" })).await.ok();
    for page in ["/", "/sets/h", "/sets/h/label", "/sets/h/queries", "/sets/h/settings", "/sets/h/import"] {
        app.anonymous().get(page).await.ok().lacks("<img").contains("onerror");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_cannot_be_read_says_what_is_wrong_with_it() {
    let app = TestApp::demo().await;
    for body in ["{", "{\"set\":1}", "{\"set\":\"guide\",\"operations\":[{\"id\":\"x\"}]}"] {
        app.anonymous().post_json("/api/record", body).await.unprocessable().contains("invalid");
    }
}
