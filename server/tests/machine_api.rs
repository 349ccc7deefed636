//! Programs get exactly what their token says.

use domain::export::{Format, MANIFEST, Manifest};
use domain::hash::sha256;
use domain::id::SetId;
use domain::token::Scope;

use crate::seed::{SeededSet, SetBuilder};
use crate::test_app::{TestApp, now};

const VERSIONS: &str = "/api/v1/sets/guide/versions";
const EXPORT: &str = "/api/v1/sets/guide/versions/1/export";

/// The set `guide` with a version of three queries.
async fn frozen() -> (TestApp, SeededSet) {
    let app = TestApp::start().await;
    let set = (0..3).fold(SetBuilder::new().named("guide").queries(3), |set, n| set.completed(n, "lena", 3, "It is so [1]."));
    let set = set.create(&app.store).await;
    set.freeze(&app.store).await;
    (app, set)
}

async fn other_set(app: &TestApp) -> SetId {
    SetBuilder::new().named("other").queries(0).chunks(0).create(&app.store).await.id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_reads_its_own_set_and_nothing_else() {
    let (app, set) = frozen().await;
    let (_, reads) = app.token(set.id, &[Scope::ExportRead]).await;
    let (_, writes) = app.token(set.id, &[Scope::ImportWrite]).await;
    let (_, elsewhere) = app.token(other_set(&app).await, &[Scope::ExportRead]).await;
    let (_, ended) = app.token_until(set.id, &[Scope::ExportRead], now().plus_seconds(-1)).await;
    app.bearer(&reads).get(EXPORT).await.ok();
    app.bearer(&reads).get(VERSIONS).await.ok();
    app.bearer(&writes).get(EXPORT).await.forbidden();
    app.bearer(&elsewhere).get(EXPORT).await.forbidden();
    app.bearer(&ended).get(EXPORT).await.unauthorized();
    app.bearer("ts_nobody").get(EXPORT).await.unauthorized();
    for page in ["/", "/sets/guide", "/members"] {
        app.bearer(&reads).get(page).await.forbidden();
    }
    app.anonymous().get(EXPORT).await.unauthorized();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_was_revoked_or_comes_with_a_cookie_is_refused() {
    let (app, set) = frozen().await;
    let (id, secret) = app.token(set.id, &[Scope::ExportRead]).await;
    app.viewer().with_header("authorization", &format!("Bearer {secret}")).get(EXPORT).await.forbidden();
    app.bearer(&secret).get(EXPORT).await.ok();
    assert!(app.store.revoke_token(set.id, id, now()).await.expect("revoked"));
    app.bearer(&secret).get(EXPORT).await.unauthorized();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_is_streamed_whole_and_its_etag_says_when_nothing_changed() {
    let (app, set) = frozen().await;
    let first = app.viewer().get(EXPORT).await.ok();
    assert_eq!(first.text.lines().count(), 3);
    assert!(first.text.starts_with("{\"schema\":\"touchstone.golden/1\""), "{first}");
    assert_eq!(first.header("content-disposition"), "attachment; filename=\"guide-1-golden.jsonl\"");
    app.viewer().with_header("if-none-match", first.header("etag")).get(EXPORT).await.status(304);
    assert!(app.store.erase_query(set.id, set.queries[0]).await.expect("erased"));
    let erased = app.viewer().with_header("if-none-match", first.header("etag")).get(EXPORT).await.ok();
    assert_eq!(erased.text.lines().count(), 2);
    assert_ne!(erased.header("etag"), first.header("etag"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_manifest_names_the_bytes_of_each_file_that_is_downloaded() {
    let (app, set) = frozen().await;
    assert!(app.store.erase_query(set.id, set.queries[1]).await.expect("erased"));
    for format in Format::all() {
        let get = async |file: &str| app.viewer().get(&format!("{EXPORT}?format={}&file={file}", format.word())).await.ok();
        let answer = get(MANIFEST).await;
        assert_eq!(answer.header("content-type"), "application/json");
        assert_eq!(answer.header("content-disposition"), "attachment; filename=\"guide-1-manifest.json\"");
        let manifest = Manifest::parse(&answer.text).expect("a manifest");
        assert_eq!((manifest.format, manifest.erased), (format, 1));
        for file in manifest.files {
            let bytes = get(&file.path).await.text;
            assert_eq!((file.sha256, file.bytes), (sha256(bytes.as_bytes()), bytes.len() as u64), "{}", file.path);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_gives_each_file_of_each_format_and_no_other() {
    let (app, _) = frozen().await;
    for format in Format::all() {
        for file in format.paths() {
            let answer = app.viewer().get(&format!("{EXPORT}?format={}&file={file}", format.word())).await.ok();
            assert!(!answer.text.is_empty(), "{answer}");
            let place = format.paths().position(|path| path == file).expect("its place");
            assert_eq!(answer.header("content-type"), format.media_type(place).expect("a media type"), "{file}");
        }
    }
    app.viewer().get(&format!("{EXPORT}?format=word")).await.unprocessable();
    app.viewer().get(&format!("{EXPORT}?format=trec&file=golden.jsonl")).await.not_found();
    app.viewer().get(&format!("{VERSIONS}/9/export")).await.not_found();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_brings_data_into_its_own_set_and_into_no_corpus() {
    let (app, set) = frozen().await;
    let (_, secret) = app.token(set.id, &[Scope::ImportWrite]).await;
    other_set(&app).await;
    for (query, status) in [
        ("kind=queries&file=q.txt&set=guide", 202),
        ("kind=queries&file=q.txt&set=other", 403),
        ("kind=corpus&file=c&corpus=docs&chunking=x", 403),
        ("kind=corpus&file=c&corpus=docs&chunking=x&set=guide", 403),
        ("kind=run&file=r&set=guide&retriever=r&corpus=elsewhere", 403),
    ] {
        app.bearer(&secret).post_text(&format!("/api/v1/imports?{query}"), "how do I undo?\n").await.status(status);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_description_names_every_route_of_the_machine_api_and_no_other() {
    let app = TestApp::start().await;
    let described = app.viewer().get("/api/v1/openapi.json").await.ok().json();
    assert_eq!(described["openapi"], "3.1.0");
    let paths = described["paths"].as_object().expect("paths");
    let mut routes = server::machine_api_paths();
    routes.sort_unstable();
    assert_eq!(paths.keys().map(String::as_str).collect::<Vec<_>>(), routes);
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let method = method.to_uppercase().parse().expect("a method");
            let answer = app.admin().send(method, path, "text/plain", String::new()).await;
            assert_ne!(answer.status, 405, "{answer}");
        }
    }
}
