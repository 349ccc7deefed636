//! Uploads: a file streams into the data directory and becomes a job.

use app::Error;
use app::api::context::Viewer;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use domain::golden_set::Name;
use domain::id::{JobId, SetId};
use domain::job::{ImportTarget, Job, Work};
use domain::role::Permission;
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::io::AsyncWriteExt;

use super::{App, security};
use crate::edge;

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
}

/// Takes a file in and begins its import: 202 with the job's id.
pub async fn upload(State(app): State<App>, Extension(viewer): Extension<Viewer>, Query(wanted): Query<Wanted>, body: Body) -> Response {
    if !viewer.0.role.may(Permission::Import) {
        return security::answer(&Error::Forbidden);
    }
    match begin(&app, &viewer, wanted, body).await {
        Ok(job) => (StatusCode::ACCEPTED, axum::Json(serde_json::json!({ "job": job }))).into_response(),
        Err(error) => security::answer(&error),
    }
}

/// A job's report, as a file to keep.
pub async fn report(State(app): State<App>, Extension(viewer): Extension<Viewer>, Path(job): Path<JobId>) -> Response {
    if !viewer.0.role.may(Permission::Import) {
        return security::answer(&Error::Forbidden);
    }
    match app.services.store.job(job).await {
        Ok(Some(Job { report: Some(report), .. })) => {
            ([(CONTENT_DISPOSITION, "attachment; filename=\"import-report.json\"")], axum::Json(report)).into_response()
        }
        Ok(_) => security::answer(&Error::NotFound("report: the job is not there or not done".into())),
        Err(error) => security::answer(&Error::from(error)),
    }
}

async fn begin(app: &App, viewer: &Viewer, wanted: Wanted, body: Body) -> Result<JobId, Error> {
    let file = wanted.file.chars().take(200).collect();
    let target = target(app, wanted).await?;
    let job: JobId = edge::new_id();
    let path = app.services.jobs.upload(job);
    if let Err(error) = receive(&path, body).await {
        let _ = tokio::fs::remove_file(&path).await;
        tracing::warn!(%error, "an upload was not received");
        return Err(Error::Invalid("the file was not received whole: is the disk full, or was the connection cut? Send it again".into()));
    }
    let begun = app.services.jobs.begin(job, Work::Import { file, target }, Some(viewer.0.id)).await;
    begun.map_err(|error| {
        tracing::error!(%error, "an import could not begin");
        Error::Failed
    })
}

async fn receive(path: &std::path::Path, body: Body) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        tokio::fs::create_dir_all(directory).await?;
    }
    let mut file = tokio::fs::File::create(path).await?;
    let mut stream = body.into_data_stream();
    let mut received = 0;
    while let Some(part) = stream.next().await {
        let part = part.map_err(std::io::Error::other)?;
        received += part.len() as u64;
        if received > LARGEST {
            return Err(std::io::Error::other("the file is larger than 20 GiB"));
        }
        file.write_all(&part).await?;
    }
    file.sync_all().await
}

async fn target(app: &App, wanted: Wanted) -> Result<ImportTarget, Error> {
    let missing = |what: &str| Error::Invalid(format!("say which {what}"));
    let name = |name: Option<String>| name.map(|name| name.parse::<Name>()).transpose();
    let (corpus, chunking) = (name(wanted.corpus)?, name(wanted.chunking)?);
    Ok(match wanted.kind.as_str() {
        "corpus" => ImportTarget::Corpus {
            corpus: corpus.ok_or_else(|| missing("corpus"))?,
            chunking: chunking.ok_or_else(|| missing("chunking"))?,
        },
        "queries" => ImportTarget::Queries { set: set(app, wanted.set).await?, column: wanted.column, source: wanted.source },
        "run" => ImportTarget::Run {
            set: set(app, wanted.set).await?,
            retriever: wanted.retriever.filter(|name| !name.trim().is_empty()).ok_or_else(|| missing("retriever"))?,
            commit: wanted.commit,
            corpus,
            chunking,
        },
        "labels" => {
            ImportTarget::Labels { set: set(app, wanted.set).await?, labeller: wanted.labeller.ok_or_else(|| missing("labeller"))? }
        }
        "prelabels" => ImportTarget::Prelabels { set: set(app, wanted.set).await?, judge: wanted.judge.ok_or_else(|| missing("judge"))? },
        other => return Err(Error::Invalid(format!("there is no import of {other:?}: use corpus, queries, run or prelabels"))),
    })
}

async fn set(app: &App, name: Option<String>) -> Result<SetId, Error> {
    let name = name.ok_or_else(|| Error::Invalid("say which set".into()))?;
    Ok(app.services.store.set(&name).await?.ok_or_else(|| Error::NotFound("set".into()))?.id)
}
