//! What a request's headers have to say, and what an answer's headers say.

use crate::test_app::TestApp;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_from_another_site_or_for_another_host_is_refused() {
    let app = TestApp::demo().await;
    app.admin().post_json("/api/set_list", "{}").await.ok();
    let cross_site = app.admin().with_header("sec-fetch-site", "cross-site").with_header("origin", "https://elsewhere.example");
    cross_site.post_json("/api/set_list", "{}").await.forbidden();
    for (host, status) in [("elsewhere.example", 421), ("touchstone.example", 200), ("localhost:3600", 200), ("[::1]:1", 200)] {
        app.anonymous().with_header("host", host).get("/").await.status(status);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_carry_the_headers_that_keep_pages_apart() {
    let app = TestApp::demo().await;
    let page = app.anonymous().get("/").await.ok();
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe-inline"), "{policy}");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    assert!(nonce.len() >= 20 && page.text.contains(&format!("nonce=\"{nonce}\"")));
    assert_ne!(app.anonymous().get("/").await.header("content-security-policy"), policy, "a nonce is used once");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
        ("referrer-policy", "same-origin"),
    ] {
        assert_eq!(page.header(name), value);
    }
    page.header("x-request-id");
}
