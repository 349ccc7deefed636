//! The site's files, which the program carries: packed ahead, under names that their contents gave them.

use app::shell::SiteFiles;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, VARY};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../target/site"]
#[allow_missing = true]
struct Site;

/// What the page loads, as `site.json` of the build says.
pub fn files() -> SiteFiles {
    let built = Site::get("site.json").and_then(|file| serde_json::from_slice::<serde_json::Value>(&file.data).ok());
    let Some(built) = built else {
        tracing::warn!("the site was not built: pages work without their program and style; run `make site`");
        return SiteFiles::default();
    };
    let path = |key: &str| format!("/assets/{}", built[key].as_str().unwrap_or_default());
    SiteFiles { css: path("css"), js: path("js"), wasm: path("wasm") }
}

/// A file whose name changes with its content.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let packed = [("br", ".br"), ("gzip", ".gz")].into_iter().find_map(|(encoding, ending)| {
        let file = accepted.contains(encoding).then(|| Site::get(&format!("{name}{ending}"))).flatten()?;
        Some((Some(encoding), file))
    });
    let Some((encoding, file)) = packed.or_else(|| Some((None, Site::get(&name)?))) else {
        return not_found().await;
    };
    let mut response = (
        [(CONTENT_TYPE, content_type(&name)), (CACHE_CONTROL, "public, max-age=31536000, immutable"), (VARY, "accept-encoding")],
        file.data,
    )
        .into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, axum::http::HeaderValue::from_static(encoding));
    }
    response
}

/// The icon, which browsers ask for by this name.
pub async fn favicon() -> Response {
    match Site::get("favicon.svg") {
        Some(file) => ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=86400")], file.data).into_response(),
        None => not_found().await,
    }
}

/// What is not there.
pub async fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing at this address; / has all sets\n").into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
