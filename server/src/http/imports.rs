//! Uploads: a file streams into the data directory and becomes a job.

use app::Error;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use domain::golden_set::Name;
use domain::id::{JobId, SetId};
use domain::job::{ImportTarget, Job, Work};
use domain::role::Permission;
use domain::scale::GradeMap;
use domain::token::Scope;
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::io::AsyncWriteExt;

use super::app::App;
use super::grant::Grant;

/// The largest file that is taken in, in bytes, as it is sent.
const LARGEST: u64 = 20 << 30;

/// What the address of an upload says.
#[derive(Deserialize)]
pub struct Wanted {
    kind: String,
    file: String,
    set: Option<String>,
    corpus: Option<String>,
    chunking: Option<String>,
    column: Option<String>,
    source: Option<String>,
    retriever: Option<String>,
    commit: Option<String>,
    judge: Option<String>,
    labeller: Option<String>,
    map: Option<GradeMap>,
}

/// Takes a file in and begins its import: 202 with the job's id.
#[utoipa::path(post, path = "/api/v1/imports", tag = "imports", params(
        ("kind" = String, Query, description = "queries, run, prelabels or labels; corpus for members only"),
        ("file" = String, Query, description = "The file's name; it helps to tell CSV from TSV"),
        ("set" = Option<String>, Query, description = "The set's name"),
        ("retriever" = Option<String>, Query, description = "The retriever of a run"),
        ("commit" = Option<String>, Query, description = "The commit of a run"),
        ("corpus" = Option<String>, Query, description = "The corpus of chunks, or that a run ranks; not with a token"),
        ("chunking" = Option<String>, Query, description = "The chunking of that corpus; not with a token"),
        ("column" = Option<String>, Query, description = "The column that holds the queries of a CSV or TSV file"),
        ("source" = Option<String>, Query, description = "Where queries come from, for those that do not say"),
        ("judge" = Option<String>, Query, description = "The judge of pre-labels"),
        ("labeller" = Option<String>, Query, description = "Who gave the labels, for those that do not say"),
        ("map" = Option<String>, Query, description = "What grades of labels or pre-labels off the scale become, as 4=3,-1=0")),
    request_body(content_type = "application/octet-stream", description = "The file, plain or packed with gzip"),
    responses(
        (status = 202, description = "The import began: {\"job\": id}", content_type = "application/json"),
        (status = 403, description = "The token is for another set or lacks import:write"),
        (status = 422, description = "What is missing or wrong, in words"),
    ))]
pub async fn upload(State(app): State<App>, grant: Grant, Query(wanted): Query<Wanted>, body: Body) -> Result<Response, Error> {
    let set = may_import(&app, &grant, &wanted).await?;
    let job = begin(&app, &grant, target(set, wanted)?, body).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(serde_json::json!({ "job": job }))).into_response())
}

/// The set that an import goes into, if it may begin. A corpus belongs to no set: only who may import everywhere chooses one,
/// and no token may.
async fn may_import(app: &App, grant: &Grant, wanted: &Wanted) -> Result<Option<SetId>, Error> {
    let chooses_corpus = wanted.kind == "corpus" || wanted.corpus.is_some() || wanted.chunking.is_some();
    let (permission, scope) = (Permission::Import, Scope::ImportWrite);
    if (chooses_corpus || wanted.set.is_none()) && !grant.may_of(app, permission, scope, None).await? {
        return Err(Error::Forbidden);
    }
    match &wanted.set {
        Some(set) => Ok(Some(grant.allowed_in(app, permission, scope, set).await?.1.id)),
        None => Ok(None),
    }
}

/// A job's report, as a file to keep.
#[utoipa::path(get, path = "/api/v1/jobs/{job}/report", tag = "imports", params(("job" = String, Path, description = "The job's id")),
    responses(
        (status = 200, content_type = "application/json",
            description = "read = accepted + merged + refused, each refusal with line, offset and reason"),
        (status = 404, description = "There is no such job, or it is not done"),
    ))]
pub async fn report(State(app): State<App>, grant: Grant, Path(job): Path<JobId>) -> Result<Response, Error> {
    let job = app.services.store.job(job).await?;
    let set = job.as_ref().and_then(|job| job.work.set());
    if !grant.may_of(&app, Permission::Import, Scope::ImportWrite, set).await? {
        return Err(Error::Forbidden);
    }
    let Some(Job { report: Some(report), .. }) = job else {
        return Err(Error::NotFound("report: the job is not there or not done".into()));
    };
    Ok(([(CONTENT_DISPOSITION, "attachment; filename=\"import-report.json\"")], axum::Json(report)).into_response())
}

async fn begin(app: &App, grant: &Grant, (file, target): (String, ImportTarget), body: Body) -> Result<JobId, Error> {
    let job: JobId = app.edge().new_id();
    let path = app.services.jobs.uploads.path(job);
    if let Err(error) = receive(&path, body).await {
        app.services.jobs.uploads.remove(job);
        return Err(error);
    }
    let by = match grant {
        Grant::Member(viewer) => Some(viewer.0.id),
        Grant::Token(_) => None,
    };
    let begun = app.services.jobs.begin(job, Work::Import { file, target }, by).await;
    Ok(begun.inspect_err(|_| app.services.jobs.uploads.remove(job))?)
}

/// Writes an upload to the disk.
async fn receive(path: &std::path::Path, body: Body) -> Result<(), Error> {
    let unwritable = |error| Error::from(crate::Error::unwritable(path)(error));
    if let Some(directory) = path.parent() {
        tokio::fs::create_dir_all(directory).await.map_err(unwritable)?;
    }
    let mut file = tokio::fs::File::create(path).await.map_err(unwritable)?;
    let mut stream = body.into_data_stream();
    let mut received = 0;
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| Error::Invalid("the file was not received whole: send it again".into()))?;
        received += part.len() as u64;
        if received > LARGEST {
            return Err(Error::Invalid("the file is larger than 20 GiB".into()));
        }
        file.write_all(&part).await.map_err(unwritable)?;
    }
    file.sync_all().await.map_err(unwritable)
}

/// The name of the file, and where it goes.
fn target(set: Option<SetId>, wanted: Wanted) -> Result<(String, ImportTarget), Error> {
    let missing = |what: &str| Error::Invalid(format!("say which {what}"));
    let Wanted { column, source, retriever, commit, judge, labeller, file, .. } = &wanted;
    let words = [column, source, retriever, commit, judge, labeller].into_iter().flatten().chain([file]);
    if let Some(word) = words.into_iter().find(|word| word.contains('\0')) {
        return Err(Error::Invalid(format!("{word:?} holds a NUL character")));
    }
    let name = |name: Option<String>| name.map(|name| name.parse::<Name>()).transpose();
    let set = || set.ok_or_else(|| missing("set"));
    let (corpus, chunking) = (name(wanted.corpus)?, name(wanted.chunking)?);
    let target = match wanted.kind.as_str() {
        "corpus" => ImportTarget::Corpus {
            corpus: corpus.ok_or_else(|| missing("corpus"))?,
            chunking: chunking.ok_or_else(|| missing("chunking"))?,
        },
        "queries" => ImportTarget::Queries { set: set()?, column: wanted.column, source: wanted.source },
        "run" => ImportTarget::Run {
            set: set()?,
            retriever: wanted.retriever.filter(|name| !name.trim().is_empty()).ok_or_else(|| missing("retriever"))?,
            commit: wanted.commit,
            corpus,
            chunking,
        },
        "labels" => ImportTarget::Labels {
            set: set()?,
            labeller: wanted.labeller.ok_or_else(|| missing("labeller"))?,
            map: wanted.map.unwrap_or_default(),
        },
        "prelabels" => ImportTarget::Prelabels {
            set: set()?,
            judge: wanted.judge.ok_or_else(|| missing("judge"))?,
            map: wanted.map.unwrap_or_default(),
        },
        other => return Err(Error::Invalid(format!("there is no import of {other:?}: use corpus, queries, run, prelabels or labels"))),
    };
    Ok((wanted.file.chars().take(200).collect(), target))
}
