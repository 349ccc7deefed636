//! Versions for programs: the list, and every export, streamed.

use app::Error;
use app::api::blind::{hidden_in_version, shown_heads};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use domain::export::{Format, MANIFEST};
use domain::golden_set::GoldenSet;
use domain::member::Member;
use domain::role::Permission;
use domain::token::Scope;
use domain::version::ShownHead;
use serde::Deserialize;
use store::Version;

use super::app::App;
use super::grant::Grant;
use crate::export;

/// Which export.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    format: Option<String>,
    file: Option<String>,
}

/// The set, if whoever asks may read its versions, and the member who asks.
async fn readable(app: &App, grant: &Grant, set: &str) -> Result<(Option<Member>, GoldenSet), Error> {
    grant.allowed_in(app, Permission::Read, Scope::ExportRead, set).await
}

/// The heads of a set's versions, the newest first, at most a hundred. A member from whom queries of a version are hidden gets its plain
/// facts, with `hidden` that says how many they are and without what is counted over labels.
#[utoipa::path(get, path = "/api/v1/sets/{set}/versions", tag = "versions", params(("set" = String, Path, description = "The set's name")),
    responses(
        (status = 200, description = "The heads of the set's versions, the newest first", content_type = "application/json"),
        (status = 403, description = "The token is for another set or lacks export:read"),
        (status = 404, description = "There is no such set"),
    ))]
pub async fn list(State(app): State<App>, grant: Grant, Path(set): Path<String>) -> Result<Json<Vec<ShownHead>>, Error> {
    let (member, set) = readable(&app, &grant, &set).await?;
    let versions = app.services.store.versions(set.id, None).await?;
    Ok(Json(match &member {
        Some(member) => shown_heads(&app.services.store, set.id, member, versions).await?,
        None => versions.into_iter().map(|version| ShownHead::new(version.head, 0)).collect(),
    }))
}

/// A file of an export, streamed. Its tag stays the same for ever, unless a query is erased.
#[utoipa::path(get, path = "/api/v1/sets/{set}/versions/{number}/export", tag = "versions", params(
        ("set" = String, Path, description = "The set's name"),
        ("number" = i32, Path, description = "The version's number"),
        ("format" = Option<String>, Query, description = "touchstone (the default), trec, beir, ragas, deepeval, \
            promptfoo, langsmith, langfuse, opensearch, csv or csv-spreadsheet"),
        ("file" = Option<String>, Query, 
            description = "The path of one of the format's files, or manifest.json, which has the hash of each; else the first")),
    responses(
        (status = 200, description = "The file, streamed as an attachment with an ETag"),
        (status = 304, description = "It is as the ETag of If-None-Match says"),
        (status = 403, description = "The token is for another set or lacks export:read"),
        (status = 404, description = "There is no such set, version or file"),
        (status = 409, description = "A member asks who is asked to label one of the version's queries"),
        (status = 422, description = "There is no such format"),
    ))]
pub async fn export(
    State(app): State<App>,
    grant: Grant,
    Path((set, number)): Path<(String, i32)>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    find(&app, &grant, &set, number, &wanted).await?.answer(&app, &headers).await
}

/// Refuses a member who is asked to label a query of the version: a file holds all of it. A program labels nothing.
async fn refuse_blind(app: &App, member: Option<&Member>, set: &GoldenSet, version: &Version) -> Result<(), Error> {
    let Some(member) = member else { return Ok(()) };
    match hidden_in_version(&app.services.store, set.id, version.id, member).await? {
        0 => Ok(()),
        hidden => Err(Error::Conflict(format!(
            "you are asked to label {hidden} of this version's queries: complete them first, or let somebody export it who does not label"
        ))),
    }
}

/// An export that was found.
struct Found {
    version: Version,
    erased: i64,
    format: Format,
    file: ExportedFile,
}

/// A file of an export: by its place in the format's paths, or the manifest of them all.
#[derive(Debug, Clone, Copy)]
enum ExportedFile {
    At(usize),
    Manifest,
}

impl ExportedFile {
    fn find(format: Format, path: Option<&str>) -> Option<Self> {
        match path {
            None => Some(Self::At(0)),
            Some(MANIFEST) => Some(Self::Manifest),
            Some(path) => format.paths().position(|known| known == path).map(Self::At),
        }
    }

    fn path(self, format: Format) -> &'static str {
        match self {
            Self::At(file) => format.paths().nth(file).unwrap_or_default(),
            Self::Manifest => MANIFEST,
        }
    }

    fn media_type(self, format: Format) -> &'static str {
        match self {
            Self::At(file) => format.media_type(file).unwrap_or("application/octet-stream"),
            Self::Manifest => "application/json",
        }
    }
}

async fn find(app: &App, grant: &Grant, set: &str, number: i32, wanted: &Wanted) -> Result<Found, Error> {
    let (member, set) = readable(app, grant, set).await?;
    let format: Format = wanted.format.as_deref().unwrap_or("touchstone").parse()?;
    let no_file = || {
        let paths: Vec<&str> = format.paths().collect();
        Error::NotFound(format!("file in the format {}: it has {} and {MANIFEST}", format.word(), paths.join(", ")))
    };
    let file = ExportedFile::find(format, wanted.file.as_deref()).ok_or_else(no_file)?;
    let version = app.services.store.version(set.id, number).await?.ok_or_else(|| Error::NotFound("version".into()))?;
    refuse_blind(app, member.as_ref(), &set, &version).await?;
    let erased = app.services.store.erased(version.id).await?;
    Ok(Found { version, erased, format, file })
}

impl Found {
    async fn answer(self, app: &App, asked: &HeaderMap) -> Result<Response, Error> {
        let (path, media_type) = (self.file.path(self.format), self.file.media_type(self.format));
        let head = &self.version.head;
        let etag = format!("\"{}-{}-{}-{}\"", head.root_hash, self.format.word(), path, self.erased);
        let known =
            asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == etag));
        let etag = HeaderValue::from_str(&etag).expect("a hash and words are plain ASCII");
        if known {
            return Ok((StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response());
        }
        let name = format!("{}-{}-{}", head.set, head.version, path.replace('/', "-"));
        let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).expect("names are plain ASCII");
        let headers = [
            (ETAG, etag),
            (CONTENT_TYPE, HeaderValue::from_static(media_type)),
            (CONTENT_DISPOSITION, disposition),
            (CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox")),
        ];
        let store = app.services.store.clone();
        let body = match self.file {
            ExportedFile::At(file) => Body::from_stream(export::stream(store, self.version, self.format, file)),
            ExportedFile::Manifest => export::manifest(&store, &self.version, self.format).await?.text().into(),
        };
        Ok((headers, body).into_response())
    }
}
