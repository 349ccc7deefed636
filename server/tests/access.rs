//! Every endpoint is closed to who may not use it: the declared matrix against the real endpoints.

mod common;

use app::api::PERMISSIONS;
use axum::body::Body;
use axum::http::{Method, StatusCode};
use common::{request, server};
use domain::role::{Permission, Role};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_function_is_in_the_matrix_and_the_matrix_lists_nothing_else() {
    server(false).await;
    let mut real: Vec<&str> = leptos::server_fn::axum::server_fn_paths().map(|(path, _)| path).collect();
    real.sort_unstable();
    let declared: Vec<&str> = PERMISSIONS.iter().map(|(path, _)| *path).collect();
    assert_eq!(real, declared);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_function_lets_in_the_roles_that_may_and_nobody_else() {
    let server = server(false).await;
    for role in Role::ALL {
        let cookie = server.member(role).await;
        for (function, permission) in PERMISSIONS {
            let status = server.call(function, &cookie, arguments(function)).await.status;
            let refused = status == StatusCode::FORBIDDEN || status == StatusCode::UNAUTHORIZED;
            assert_eq!(refused, !role.may(*permission), "{function} as {}: {status}", role.word());
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{function} as {}", role.word());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_signed_in_gets_nothing_but_the_way_in() {
    let server = server(false).await;
    for (function, _) in PERMISSIONS {
        assert_eq!(server.call(function, "", arguments(function)).await.status, StatusCode::UNAUTHORIZED, "{function}");
    }
    for page in [
        "/",
        "/members",
        "/jobs",
        "/sets/x",
        "/sets/x/label",
        "/sets/x/queries",
        "/sets/x/settings",
        "/sets/x/import",
        "/sets/x/versions",
        "/sets/x/versions/1",
        "/sets/x/diff",
        "/sets/x/evaluation",
        "/reference",
        "/nothing",
    ] {
        let answer = server.get(page, "").await;
        assert_eq!((answer.status, answer.headers["location"].to_str().expect("text")), (StatusCode::SEE_OTHER, "/sign-in"), "{page}");
    }
    assert_eq!(server.call("/api/v1/imports?kind=corpus&file=x&corpus=c&chunking=d", "", "").await.status, StatusCode::UNAUTHORIZED);
    for open in ["/sign-in", "/invitation?token=x", "/health/live", "/health/ready"] {
        assert_eq!(server.get(open, "").await.status, StatusCode::OK, "{open}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plain_routes_ask_the_same_policy() {
    let server = server(false).await;
    for role in Role::ALL {
        let cookie = server.member(role).await;
        let upload = server.call("/api/v1/imports?kind=corpus&file=x&corpus=c&chunking=d", &cookie, "").await.status;
        assert_eq!(upload == StatusCode::FORBIDDEN, !role.may(Permission::Import), "upload as {}: {upload}", role.word());
        let report = server.get("/api/v1/jobs/01a22b1b-ba7c-762d-adab-256587be83e5/report", &cookie).await.status;
        assert_eq!(report == StatusCode::FORBIDDEN, !role.may(Permission::Import), "report as {}: {report}", role.word());
        let form = request(Method::POST, "/sets/x/label", &cookie).header("content-type", "application/x-www-form-urlencoded");
        let body = "query=01a22b1b-ba7c-762d-adab-256587be83e5&act=complete";
        let press = server.send(form.body(Body::from(body)).expect("a request")).await.status;
        assert_eq!(press == StatusCode::FORBIDDEN, !role.may(Permission::Label), "form as {}: {press}", role.word());
        for (form, body, permission) in [
            ("/sets/x/versions", "note=", Permission::Freeze),
            ("/sets/x/queries/01a22b1b-ba7c-762d-adab-256587be83e5/settle", "note=", Permission::Adjudicate),
            ("/sets/x/evaluation/01a22b1b-ba7c-762d-adab-256587be83e5/holes", "version=1", Permission::Adjudicate),
        ] {
            let sent = request(Method::POST, form, &cookie).header("content-type", "application/x-www-form-urlencoded");
            let status = server.send(sent.body(Body::from(body)).expect("a request")).await.status;
            assert_eq!(status == StatusCode::FORBIDDEN, !role.may(permission), "{form} as {}: {status}", role.word());
        }
        for read in ["/api/v1/sets/x/versions", "/api/v1/sets/x/versions/1/export", "/api/v1/openapi.json"] {
            let status = server.get(read, &cookie).await.status;
            assert!(status == StatusCode::NOT_FOUND || status == StatusCode::OK, "{read} as {}: {status}", role.word());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_from_another_site_or_for_another_host_is_refused() {
    let server = server(true).await;
    let cookie = server.member(Role::Admin).await;
    let cross = axum::http::Request::builder().method(Method::POST).uri("/api/set_list").header("host", "localhost");
    let cross = cross.header("sec-fetch-site", "cross-site").header("origin", "https://elsewhere.example").header("cookie", &cookie);
    assert_eq!(server.send(cross.body(Body::from("{}")).expect("a request")).await.status, StatusCode::FORBIDDEN);
    for (host, status) in [("elsewhere.example", 421), ("touchstone.example", 200), ("localhost:3600", 200), ("[::1]:1", 200)] {
        let request = axum::http::Request::builder().uri("/").header("host", host).body(Body::empty()).expect("a request");
        assert_eq!(server.send(request).await.status.as_u16(), status, "{host}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_carry_the_headers_that_keep_pages_apart() {
    let server = server(true).await;
    let page = server.get("/", "").await;
    let policy = page.headers["content-security-policy"].to_str().expect("text");
    assert!(policy.starts_with("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe-inline"), "{policy}");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    assert!(nonce.len() >= 20 && page.text.contains(&format!("nonce=\"{nonce}\"")));
    assert_ne!(server.get("/", "").await.headers["content-security-policy"].to_str().expect("text"), policy, "a nonce is used once");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
        ("referrer-policy", "same-origin"),
    ] {
        assert_eq!(page.headers[name], value);
    }
    assert!(page.headers.contains_key("x-request-id"));
}

/// Arguments that are well-formed, so that what says no is the policy.
fn arguments(function: &str) -> &'static str {
    const QUERY: &str = r#"{"set":"x","query":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#;
    match function {
        "/api/add_set" => r#"{"name":"bad name","title":"","binary":false}"#,
        "/api/cancel_job" => r#"{"job":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#,
        "/api/change_role" => r#"{"user":"01a22b1b-ba7c-762d-adab-256587be83e5","role":"viewer"}"#,
        "/api/set_disabled" => r#"{"user":"01a22b1b-ba7c-762d-adab-256587be83e5","disabled":true}"#,
        "/api/draft" => r#"{"set":"x","query":"01a22b1b-ba7c-762d-adab-256587be83e5","text":"","sequence":1,"base":0}"#,
        "/api/invite" => r#"{"role":"viewer"}"#,
        "/api/label_work" | "/api/query_page" | "/api/dispute" => QUERY,
        "/api/next_assignment" => r#"{"set":"x","in_hand":[]}"#,
        "/api/previous_query" => r#"{"set":"x","before":null}"#,
        "/api/evaluation_table" => r#"{"set":"x","version":null}"#,
        "/api/run_page" => {
            r#"{"set":"x","run":"01a22b1b-ba7c-762d-adab-256587be83e5","filter":{"version":null,"with":null,"style":null,"page":1}}"#
        }
        "/api/version_diff" => r#"{"set":"x","from":1,"to":2}"#,
        "/api/version_page" => r#"{"set":"x","number":1,"page":1}"#,
        "/api/progress" | "/api/set_heading" | "/api/set_home" | "/api/version_list" => r#"{"set":"x"}"#,
        "/api/put_settings" => {
            r#"{"set":"x","revision":1,"settings":{"title":"t","guidelines":"","scale":[{"name":"a","description":""},{"name":"b","description":""}],"cutoff":1,"k":20,"overlap":1,"prelabels":"shown","control_share":10,"llm_consent":false}}"#
        }
        "/api/query_list" => r#"{"set":"x","filter":{"search":"","status":null,"style":null,"source":null,"page":1}}"#,
        "/api/record" => r#"{"set":"x","operations":[]}"#,
        "/api/retrieve" => r#"{"set":"x","corpus":"c","chunking":"d"}"#,
        "/api/search_corpus" => r#"{"set":"x","text":"t"}"#,
        _ => "{}",
    }
}
