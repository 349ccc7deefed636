//! Programs get exactly what their token says.

#![expect(clippy::disallowed_methods, reason = "a test makes ids as the edge does")]

mod common;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::{Answer, Server, now, server_with_guide};
use domain::id::{OperationId, SetId, TokenId, UserId, VersionId};
use domain::operation::{Action, Operation};
use domain::query::Answerable;
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use domain::token::{Scope, Token};
use sha2::{Digest, Sha256};
use store::{NewLabel, NewOperation, NewVersion, OnErrors};
use uuid::Uuid;

const EXPORT: &str = "/api/v1/sets/guide/versions/1/export";

/// The guide's set with a version of three queries.
async fn frozen() -> (Server, SetId) {
    let server = server_with_guide().await;
    let set = server.store.set("guide").await.expect("read").expect("the demo's set");
    let labeller = server.store.ensure_labeller(UserId(Uuid::now_v7()), "ana".into(), now()).await.expect("a labeller");
    for (query, _) in server.store.queries_after(set.id, None, 3).await.expect("queries") {
        let chunk = server.store.pool(query).await.expect("a pool")[0].chunk.id;
        let operation = || OperationId(Uuid::now_v7());
        let label =
            NewLabel { operation: operation(), query, chunk, judgement: Judgement::Grade(Grade(3)), evidence: vec![], note: String::new() };
        server.store.add_labels(set.id, labeller, vec![label], now()).await.expect("a label");
        let answer = Action::Answer { text: "It is so [1].".into(), answerable: Answerable::Yes, base: 0 };
        let done = [answer, Action::Complete].map(|action| NewOperation {
            set: set.id,
            actor: labeller,
            operation: Operation { id: operation(), query, action },
            at: now(),
        });
        server.store.record_all(done.into()).await.expect("completed");
    }
    let new = NewVersion {
        id: VersionId(Uuid::now_v7()),
        note: String::new(),
        author: None,
        created_at: now(),
        errors: OnErrors::Refuse,
        new_salt: || "5a17".into(),
    };
    server.store.freeze(&set, new).await.expect("a version");
    (server, set.id)
}

async fn token(server: &Server, set: SetId, scopes: &[Scope], expires_at: Timestamp) -> (TokenId, String) {
    let secret = format!("ts_{}", Uuid::now_v7().simple());
    let id = TokenId(Uuid::now_v7());
    let token =
        Token { id, set, name: "ci".into(), scopes: scopes.into(), created_at: now(), expires_at, last_used_at: None, revoked_at: None };
    server.store.add_token(token, Sha256::digest(secret.as_bytes()).to_vec()).await.expect("a token");
    (id, secret)
}

fn later() -> Timestamp {
    now().plus_seconds(3600)
}

async fn ask(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(Method::GET).uri(path).header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server.send(request.body(Body::empty()).expect("a request")).await
}

async fn with_token(server: &Server, path: &str, secret: &str) -> Answer {
    ask(server, path, &[("authorization", &format!("Bearer {secret}"))]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_reads_its_own_set_and_nothing_else() {
    let (server, set) = frozen().await;
    let (_, reads) = token(&server, set, &[Scope::ExportRead], later()).await;
    let (_, writes) = token(&server, set, &[Scope::ImportWrite], later()).await;
    let (_, elsewhere) = token(&server, other_set(&server).await, &[Scope::ExportRead], later()).await;
    let (_, ended) = token(&server, set, &[Scope::ExportRead], Timestamp(now().0 - 1)).await;
    assert_eq!(with_token(&server, EXPORT, &reads).await.status, StatusCode::OK);
    assert_eq!(with_token(&server, "/api/v1/sets/guide/versions", &reads).await.status, StatusCode::OK);
    for (secret, status) in [
        (&writes, StatusCode::FORBIDDEN),
        (&elsewhere, StatusCode::FORBIDDEN),
        (&ended, StatusCode::UNAUTHORIZED),
        (&"ts_nobody".to_owned(), StatusCode::UNAUTHORIZED),
    ] {
        assert_eq!(with_token(&server, EXPORT, secret).await.status, status);
    }
    for page in ["/", "/sets/guide", "/members"] {
        assert_eq!(with_token(&server, page, &reads).await.status, StatusCode::FORBIDDEN, "{page}");
    }
    assert_eq!(ask(&server, EXPORT, &[]).await.status, StatusCode::UNAUTHORIZED);
}

async fn other_set(server: &Server) -> SetId {
    let id = SetId(Uuid::now_v7());
    let settings = domain::golden_set::Settings::usual("Other".into(), domain::scale::Scale::binary());
    server
        .store
        .add_set(domain::golden_set::NewSet { id, name: "other".parse().expect("a name"), settings, created_at: now() })
        .await
        .expect("a set");
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_was_revoked_or_comes_with_a_cookie_is_refused() {
    let (server, set) = frozen().await;
    let (id, secret) = token(&server, set, &[Scope::ExportRead], later()).await;
    let cookie = server.member(Role::Viewer).await;
    let bearer = format!("Bearer {secret}");
    assert_eq!(ask(&server, EXPORT, &[("authorization", &bearer), ("cookie", &cookie)]).await.status, StatusCode::FORBIDDEN);
    assert!(server.store.revoke_token(set, id, now()).await.expect("revoked"));
    assert_eq!(with_token(&server, EXPORT, &secret).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_streams_each_file_and_its_etag_says_when_nothing_changed() {
    let (server, set) = frozen().await;
    let cookie = server.member(Role::Viewer).await;
    let first = server.get(EXPORT, &cookie).await;
    assert_eq!(first.text.lines().count(), 3);
    assert!(first.text.starts_with("{\"schema\":\"touchstone.golden/1\""));
    let etag = first.headers["etag"].to_str().expect("text").to_owned();
    assert_eq!(first.headers["content-disposition"], "attachment; filename=\"guide-1-golden.jsonl\"");
    assert_eq!(ask(&server, EXPORT, &[("cookie", &cookie), ("if-none-match", &etag)]).await.status, StatusCode::NOT_MODIFIED);
    for format in domain::export::Format::all() {
        for file in format.paths() {
            let answer = server.get(&format!("{EXPORT}?format={}&file={file}", format.word()), &cookie).await;
            assert_eq!(answer.status, StatusCode::OK, "{} {file}", format.word());
        }
    }
    for (query, status) in [("?format=word", 422), ("?format=trec&file=golden.jsonl", 404)] {
        assert_eq!(server.get(&format!("{EXPORT}{query}"), &cookie).await.status.as_u16(), status, "{query}");
    }
    assert_eq!(server.get("/api/v1/sets/guide/versions/9/export", &cookie).await.status, StatusCode::NOT_FOUND);
    let (query, _) = server.store.queries_after(set, None, 1).await.expect("queries")[0].clone();
    assert!(server.store.erase_query(set, query).await.expect("erased"));
    let erased = server.get(EXPORT, &cookie).await;
    assert_eq!(erased.text.lines().count(), 2);
    assert_ne!(erased.headers["etag"].to_str().expect("text"), etag);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_brings_data_into_its_own_set_and_into_no_corpus() {
    let (server, set) = frozen().await;
    let (_, secret) = token(&server, set, &[Scope::ImportWrite], later()).await;
    other_set(&server).await;
    for (query, status) in [
        ("kind=queries&file=q.txt&set=guide", 202),
        ("kind=queries&file=q.txt&set=other", 403),
        ("kind=corpus&file=c&corpus=docs&chunking=x", 403),
        ("kind=corpus&file=c&corpus=docs&chunking=x&set=guide", 403),
        ("kind=run&file=r&set=guide&retriever=r&corpus=elsewhere", 403),
    ] {
        let request = Request::builder().method(Method::POST).uri(format!("/api/v1/imports?{query}")).header("host", "localhost");
        let request = request.header("authorization", format!("Bearer {secret}")).body(Body::from("how do I undo?\n")).expect("a request");
        assert_eq!(server.send(request).await.status.as_u16(), status, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_description_names_every_route_of_the_machine_api() {
    let (server, _) = frozen().await;
    let cookie = server.member(Role::Viewer).await;
    let described: serde_json::Value = serde_json::from_str(&server.get("/api/v1/openapi.json", &cookie).await.text).expect("JSON");
    let paths: Vec<&String> = described["paths"].as_object().expect("paths").keys().collect();
    let routes = include_str!("../src/http.rs").split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    for route in routes.filter(|route| route.starts_with("/api/v1/") && *route != "/api/v1/openapi.json") {
        assert!(paths.iter().any(|path| *path == route), "{route} is not described: {paths:?}");
    }
    assert_eq!(described["openapi"], "3.1.0");
}
