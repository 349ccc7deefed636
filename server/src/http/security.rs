//! What holds for every request: the host, the headers, what is logged.

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use leptos::prelude::{expect_context, use_nonce};
use leptos_axum::ResponseOptions;

use super::app::App;

/// Refuses requests for a host that is not ours: a page elsewhere that resolves its own name to this machine gets nothing.
pub async fn check_host(State(app): State<App>, request: Request, next: Next) -> Response {
    let name = host(request.headers(), request.uri()).map(host_name).unwrap_or_default();
    let known = ["localhost", "127.0.0.1", "[::1]"].contains(&name) || app.config.hosts.iter().any(|host| host == name);
    if known {
        return next.run(request).await;
    }
    let words = "this host name is not served here: start Touchstone with --host NAME for the name that browsers use\n";
    (axum::http::StatusCode::MISDIRECTED_REQUEST, words).into_response()
}

/// The host that a request is for, with its port.
pub fn host<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let header = headers.get(HOST).and_then(|host| host.to_str().ok());
    header.or_else(|| uri.authority().map(Authority::as_str))
}

fn host_name(host: &str) -> &str {
    match host.rfind(':') {
        Some(colon) if !host.ends_with(']') => &host[..colon],
        _ => host,
    }
}

/// The headers of every answer.
pub async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_file = request.uri().path().starts_with("/assets/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    if app.config.https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if !is_file {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox"));
    response
}

/// Sends the page's content security policy, with the nonce that its scripts carry.
pub fn send_policy() {
    let nonce = use_nonce().map(|nonce| nonce.to_string()).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; \
         frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        expect_context::<ResponseOptions>().insert_header(CONTENT_SECURITY_POLICY, policy);
    }
}

/// What a log line says of a request: its id, method and path, and nothing that a person wrote.
pub fn span(request: &Request) -> tracing::Span {
    let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
    tracing::info_span!("request", %id, method = %request.method(), path = request.uri().path())
}

#[cfg(test)]
mod tests {
    use super::host_name;

    #[test]
    fn a_port_is_no_part_of_a_host_name() {
        assert_eq!(["a:1", "a", "[::1]:80", "[::1]"].map(host_name), ["a", "a", "[::1]", "[::1]"]);
    }
}
