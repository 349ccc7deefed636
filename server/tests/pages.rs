//! Every page renders on the server, and says what is wrong where something is.

#![expect(clippy::disallowed_methods, reason = "a test makes ids as a browser does")]

mod common;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use common::{request, server, server_with_guide};
use domain::role::Role;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_of_the_demo_renders_without_the_browsers_program() {
    let server = server(true).await;
    for (page, words) in [
        ("/", "Golden sets"),
        ("/sets/guide", "48 queries are completed"),
        ("/sets/guide/label", "undo shortcut key"),
        ("/sets/guide/queries", "48 in all"),
        ("/sets/guide/queries?status=open&style=identifier&search=shift", "1 in all"),
        ("/sets/guide/settings", "Control share"),
        ("/sets/guide/import", "Built-in retriever"),
        ("/sets/guide/versions", "Nothing is completed yet"),
        ("/sets/guide/evaluation", "There is no version to score against yet"),
        ("/reference", "/api/v1/sets/{set}/versions/{number}/export"),
        ("/members", "Invite"),
        ("/jobs", "No job has run yet"),
        ("/sign-in", "Password"),
    ] {
        let answer = server.get(page, "").await;
        assert_eq!(answer.status, StatusCode::OK, "{page}");
        assert!(answer.text.contains(words), "{page} lacks {words:?}");
    }
}

/// To list its pages leptos holds back every resource of the process, for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_page_comes_while_other_servers_of_the_process_are_made() {
    let server = std::sync::Arc::new(server(true).await);
    let render = |server: std::sync::Arc<common::Server>| async move {
        for _ in 0..25 {
            assert_eq!(server.get("/sets/guide/queries", "").await.status, StatusCode::OK);
        }
    };
    let renders: Vec<_> = (0..3).map(|_| tokio::spawn(render(server.clone()))).collect();
    for _ in 0..10 {
        common::server(false).await;
    }
    for done in renders {
        tokio::time::timeout(std::time::Duration::from_mins(1), done).await.expect("no render waits for ever").expect("rendered");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_a_404_in_words() {
    let server = server(true).await;
    for page in
        ["/sets/none", "/sets/none/label", "/sets/guide/queries/not-an-id", "/sets/guide/queries/01a22b1b-ba7c-762d-adab-256587be83e5"]
    {
        let answer = server.get(page, "").await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{page}");
        assert!(answer.text.contains("There is no such"), "{page}");
    }
    for nothing in ["/assets/none.js", "/nothing", "/sets/guide/nothing"] {
        assert_eq!(server.get(nothing, "").await.status, StatusCode::NOT_FOUND, "{nothing}");
    }
    assert!(server.get("/nothing", "").await.text.contains("There is no such page"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_grade_buttons_are_real_forms() {
    let server = server(true).await;
    let page = server.get("/sets/guide/label", "").await.text;
    let field = |name: &str| {
        page.split(&format!("name=\"{name}\" value=\"")).nth(1).and_then(|rest| rest.split('"').next()).expect("a field").to_owned()
    };
    let body = format!("query={}&chunk={}&base=0&judgement=2", field("query"), field("chunk"));
    let press = request(Method::POST, "/sets/guide/label", "").header("content-type", "application/x-www-form-urlencoded");
    let answer = server.send(press.body(Body::from(body)).expect("a request")).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let again = server.get(answer.headers["location"].to_str().expect("text"), "").await.text;
    let given = "value=\"2\" title=\"Answers a part of it, or answers it only together with another chunk.\" aria-checked=\"true\"";
    assert!(again.contains(given) && !page.contains(given));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_grade_off_the_scale_and_evidence_outside_the_text_are_refused_in_words() {
    let server = server_with_guide().await;
    let cookie = server.member(Role::Labeller).await;
    let work: serde_json::Value =
        serde_json::from_str(&server.call("/api/label_work", &cookie, r#"{"set":"guide","query":null}"#).await.text).expect("JSON");
    let (query, chunk) = (work["assignment"]["query"]["id"].clone(), work["assignment"]["pool"][0]["chunk"]["id"].clone());
    let operation = |grade: i32, end: i32| {
        let judge = serde_json::json!({ "chunk": chunk, "judgement": { "grade": grade }, "evidence": [{ "start": 0, "end": end }], "note": "", "prelabel_visible": false, "base": 0 });
        serde_json::json!({ "set": "guide", "operations": [{ "id": uuid::Uuid::now_v7(), "query": query, "action": { "judge": judge } }] })
            .to_string()
    };
    let off = server.call("/api/record", &cookie, &operation(7, 1)).await;
    assert!(off.status == StatusCode::OK && off.text.contains("grade 7 is not on the scale 0 to 3"), "{}", off.text);
    let outside = server.call("/api/record", &cookie, &operation(2, 1_000_000)).await;
    assert!(outside.text.contains("is not inside the chunk"), "{}", outside.text);
    assert!(server.call("/api/record", &cookie, &operation(2, 5)).await.text.contains("saved"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_labeller_sees_nobody_elses_work_on_a_query() {
    let server = server_with_guide().await;
    let (first, second) = (server.member(Role::Labeller).await, server.member(Role::Reviewer).await);
    let work: serde_json::Value =
        serde_json::from_str(&server.call("/api/label_work", &first, r#"{"set":"guide","query":null}"#).await.text).expect("JSON");
    let query = work["assignment"]["query"]["id"].as_str().expect("an id").to_owned();
    let operation = serde_json::json!({ "id": uuid::Uuid::now_v7(), "query": query, "action": { "flag": { "note": "a secret opinion" } } });
    server.call("/api/record", &first, &serde_json::json!({ "set": "guide", "operations": [operation] }).to_string()).await;
    let arguments = format!(r#"{{"set":"guide","query":"{query}"}}"#);
    assert!(server.call("/api/query_page", &first, &arguments).await.text.contains("a secret opinion"));
    assert!(
        !server.call("/api/query_page", &second, &arguments).await.text.contains("a secret opinion"),
        "a reviewer who has not completed it"
    );
    let complete = serde_json::json!({ "id": uuid::Uuid::now_v7(), "query": query, "action": "complete" });
    server.call("/api/record", &second, &serde_json::json!({ "set": "guide", "operations": [complete] }).to_string()).await;
    assert!(server.call("/api/query_page", &second, &arguments).await.text.contains("a secret opinion"), "a reviewer who has");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_title_stays_a_title() {
    let server = server(true).await;
    let hostile = "</title><img src=x onerror=alert(1)>&amp;";
    let made = server.call("/api/add_set", "", &serde_json::json!({ "name": "h", "title": hostile, "binary": false }).to_string()).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    for page in ["/", "/sets/h", "/sets/h/label", "/sets/h/queries", "/sets/h/settings", "/sets/h/import"] {
        let text = server.get(page, "").await.text;
        assert!(!text.contains("<img") && text.contains("onerror"), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_cannot_be_read_says_what_is_wrong_with_it() {
    let server = server(true).await;
    for body in ["{", "{\"set\":1}", "{\"set\":\"guide\",\"operations\":[{\"id\":\"x\"}]}"] {
        let answer = server.call("/api/record", "", body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}: {}", answer.text);
        assert!(answer.text.contains("invalid"), "{}", answer.text);
    }
}
