//! Agreement for programs: the object that the command prints.

use app::Error;
use app::api::context::Reader;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue};
use axum::response::{IntoResponse, Response};
use domain::agreement::AgreementFilter;
use domain::role::Permission;
use domain::token::Scope;

use super::app::App;
use super::grant::Grant;

/// How far labellers agree, as who asks may see it.
#[utoipa::path(get, path = "/api/v1/sets/{set}/agreement", tag = "agreement", params(
        ("set" = String, Path, description = "The set's name"),
        ("items" = Option<String>, Query, description = "labels (the default) or answerable"),
        ("style" = Option<String>, Query, description = "Queries of this style only: keyword, identifier, question or ambiguous"),
        ("guideline" = Option<i32>, Query, description = "Labels that were given under this version of the guideline only"),
        ("seen" = Option<String>, Query, description = "Labels that were given after seeing the others': left_out (the default) or counted")),
    responses(
        (status = 200, description = "Every measure with its interval and how many items it rests on. Reviewers see each pair of \
            labellers by name, a labeller their own pairs, viewers and programs none", content_type = "application/json"),
        (status = 403, description = "The token is for another set or lacks export:read"),
        (status = 404, description = "There is no such set"),
        (status = 422, description = "There is no such version of the guidelines"),
    ))]
pub async fn read(
    State(app): State<App>,
    grant: Grant,
    Path(set): Path<String>,
    Query(filter): Query<AgreementFilter>,
) -> Result<Response, Error> {
    let (member, set) = grant.allowed_in(&app, Permission::Read, Scope::ExportRead, &set).await?;
    let reader = member.map_or(Reader::Program, Reader::Member);
    let report = crate::agreement::report(&app.services.store, &set, filter, &reader).await?;
    let disposition =
        HeaderValue::from_str(&format!("attachment; filename=\"{}-agreement.json\"", set.name)).expect("names are plain ASCII");
    Ok(([(CONTENT_DISPOSITION, disposition)], Json(report)).into_response())
}
