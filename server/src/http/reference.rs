//! The description of the machine API.

use axum::Json;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

/// The machine API, described.
#[derive(OpenApi)]
#[openapi(
    info(title = "Touchstone", description = "\
        What programs can do with Touchstone: bring data in, and read frozen versions. \
        A token is made with `touchstone token create`, is for one set, and goes in the header `Authorization: Bearer ts_…`, \
        never together with a cookie. \
        Errors are one JSON object or string, as `{\"not_found\":\"set\"}` or `\"forbidden\"`."),
    paths(super::agreement::read, super::versions::list, super::versions::export, super::imports::upload, super::imports::report),
    modifiers(&Tokens),
    security(("token" = []))
)]
struct Reference;

struct Tokens;

impl utoipa::Modify for Tokens {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        openapi.components.get_or_insert_default().add_security_scheme("token", scheme);
    }
}

/// The description.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Reference::openapi()
}

/// `/api/v1/openapi.json`.
pub async fn json() -> Json<utoipa::openapi::OpenApi> {
    Json(openapi())
}
