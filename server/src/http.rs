//! HTTP: every route on one screen.

mod agreement;
mod app;
mod authenticate;
mod events;
mod forms;
mod functions;
mod grant;
mod health;
mod imports;
mod reference;
mod security;
mod session;
mod sign_in;
mod site;
mod versions;

use std::sync::LazyLock;
use std::time::Duration;

use ::app::api::PERMISSIONS;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use leptos::prelude::provide_context;
use leptos_axum::{AxumRouteListing, LeptosRoutes, generate_route_list};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

pub use app::App;

/// The largest request that is no upload, in bytes.
const BODY_LIMIT: usize = 4 << 20;

/// Every route. What is not here is not served; who is not signed in gets only what `authenticate::is_public` names.
pub fn router(app: App) -> Router {
    let context = functions::context(&app);
    let provide = move || {
        leptos::nonce::provide_nonce();
        provide_context(context.clone());
    };
    let (files, of_functions) = (site::files(), provide.clone());
    Router::new()
        .leptos_routes_with_context(&app, PAGES.clone(), provide.clone(), {
            let files = files.clone();
            move || page(files.clone())
        })
        .route("/api/{function}", post(move |request| server_function(of_functions.clone(), request)))
        .route("/sign-in", post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/invitation", post(sign_in::accept))
        .merge(all(forms()).layer(from_fn_with_state(app.clone(), forms::as_page)))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(30)))
        .merge(all(machine_api()))
        .merge(all(streams()))
        .route("/api/v1/openapi.json", get(reference::json))
        .route("/assets/{*file}", get(site::asset))
        .route("/favicon.svg", get(site::favicon))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .fallback(move |request: axum::extract::Request| missing(provide.clone(), files.clone(), request))
        .layer(from_fn_with_state(app.clone(), sign_in::check_invitation))
        .layer(from_fn_with_state(app.clone(), authenticate::authenticate))
        .layer(CsrfLayer::new())
        .layer(from_fn_with_state(app.clone(), security::check_host))
        .layer(from_fn_with_state(app.clone(), security::headers))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(TraceLayer::new_for_http().make_span_with(security::span))
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(CatchPanicLayer::new())
        .with_state(app)
}

/// A path, and what answers there.
type Route = (&'static str, MethodRouter<App>);

/// Routes that show or change what is in a set stand in these lists, which tests ask as everybody.
fn all(routes: impl IntoIterator<Item = Route>) -> Router<App> {
    routes.into_iter().fold(Router::new(), |router, (path, methods)| router.route(path, methods))
}

/// The forms of pages, which work without the browser's program.
fn forms() -> Vec<Route> {
    vec![
        ("/members", post(forms::invite_member)),
        ("/members/{user}", post(forms::change_member)),
        ("/invitations/{invitation}/revoke", post(forms::revoke_invitation)),
        ("/sets/{set}/disagreements/{query}/{subject}", post(forms::decide)),
        ("/sets/{set}/disagreements/many", post(forms::decide_many)),
        ("/sets/{set}/members/{user}", post(forms::give_role)),
        ("/sets/{set}/label", post(forms::record_button)),
        ("/sets/{set}/queries/{query}/assign", post(forms::assign)),
        ("/sets/{set}/queries/{query}/take-back", post(forms::unassign)),
        ("/sets/{set}/assign", post(forms::assign_several)),
        ("/sets/{set}/versions", post(forms::freeze_version)),
        ("/sets/{set}/evaluation/{run}/holes", post(forms::send_holes)),
    ]
}

pub fn form_paths() -> impl Iterator<Item = &'static str> {
    forms().into_iter().map(|(path, _)| path)
}

/// Answers that go on.
fn streams() -> [Route; 1] {
    [("/sets/{set}/events", get(events::events))]
}

pub fn stream_paths() -> impl Iterator<Item = &'static str> {
    streams().into_iter().map(|(path, _)| path)
}

/// What programs call, as `openapi.json` describes it.
fn machine_api() -> [Route; 5] {
    [
        ("/api/v1/imports", post(imports::upload).layer(DefaultBodyLimit::disable())),
        ("/api/v1/jobs/{job}/report", get(imports::report)),
        ("/api/v1/sets/{set}/agreement", get(agreement::read)),
        ("/api/v1/sets/{set}/versions", get(versions::list)),
        ("/api/v1/sets/{set}/versions/{number}/export", get(versions::export)),
    ]
}

pub fn machine_api_paths() -> [&'static str; 5] {
    machine_api().map(|(path, _)| path)
}

pub fn page_paths() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(AxumRouteListing::path)
}

/// The pages. To list them, leptos renders the application with every resource of the process held back for ever, so
/// they are listed once, before anything is served.
static PAGES: LazyLock<Vec<AxumRouteListing>> = LazyLock::new(|| generate_route_list(::app::App));

/// A page, with the policy that goes with its nonce.
fn page(files: ::app::shell::SiteFiles) -> impl leptos::IntoView {
    security::send_policy();
    ::app::shell::shell(files)
}

/// The page that a request asks for, with something beside the usual that it is to show.
async fn page_with<T: Clone + Send + Sync + 'static>(app: &App, shown: T, request: axum::extract::Request) -> axum::response::Response {
    use axum::response::IntoResponse;
    let (context, files) = (functions::context(app), site::files());
    let provide = move || {
        leptos::nonce::provide_nonce();
        provide_context(context.clone());
        provide_context(shown.clone());
    };
    leptos_axum::render_app_async_with_context(provide, move || page(files.clone()))(request).await.into_response()
}

/// What is not there: a page for people, a line for programs.
async fn missing(
    provide: impl Fn() + Clone + Send + Sync + 'static,
    files: ::app::shell::SiteFiles,
    request: axum::extract::Request,
) -> axum::response::Response {
    use axum::response::IntoResponse;
    if request.uri().path().starts_with("/api/") || request.method() != axum::http::Method::GET {
        return site::not_found().await;
    }
    leptos_axum::render_app_async_with_context(provide, move || page(files.clone()))(request).await.into_response()
}

/// Calls a server function, if the declared matrix lists it. The function itself asks the policy.
async fn server_function(provide: impl Fn() + Clone + Send + Sync + 'static, request: axum::extract::Request) -> axum::response::Response {
    use axum::response::IntoResponse;
    if !PERMISSIONS.iter().any(|(path, _)| *path == request.uri().path()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    leptos_axum::handle_server_fns_with_context(provide, request).await.into_response()
}
