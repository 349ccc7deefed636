//! Forms that work without the browser's program: the labelling page's buttons, and freezing.

use app::Error;
use app::api::context::{Services, Viewer};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use domain::id::{ChunkId, QueryId, RunId};
use domain::operation::{Action, Operation};
use domain::prelabel::shown_from_start;
use domain::role::Permission;
use domain::scale::Judgement;
use domain::settle::Adjudication;
use serde::Deserialize;
use store::{Freezing, NewOperation, NewVersion, OnErrors};

use super::app::App;
use super::security;

/// What a button of the page sends.
#[derive(Deserialize)]
pub struct Pressed {
    query: QueryId,
    chunk: Option<ChunkId>,
    base: Option<i64>,
    judgement: Option<String>,
    act: Option<String>,
}

/// Takes one press and shows the page again.
pub async fn label(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    Form(pressed): Form<Pressed>,
) -> Response {
    if !viewer.0.role.may(Permission::Label) {
        return security::answer(&Error::Forbidden);
    }
    match take(&app, viewer, &set, pressed).await {
        Ok(address) => Redirect::to(&address).into_response(),
        Err(error) => security::answer(&error),
    }
}

/// What the form of a set's versions sends.
#[derive(Deserialize)]
pub struct Freeze {
    note: String,
    leave_out_errors: Option<String>,
}

/// Freezes what is settled, and shows the version.
pub async fn freeze(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    Form(form): Form<Freeze>,
) -> Response {
    if !viewer.0.role.may(Permission::Freeze) {
        return security::answer(&Error::Forbidden);
    }
    match frozen(&app, &viewer, &set, form).await {
        Ok(address) => Redirect::to(&address).into_response(),
        Err(error) => security::answer(&error),
    }
}

async fn frozen(app: &App, viewer: &Viewer, name: &str, form: Freeze) -> Result<String, Error> {
    let store = &app.services.store;
    let set = store.set(name).await?.ok_or_else(|| Error::NotFound("set".into()))?;
    let errors = if form.leave_out_errors.is_some() { OnErrors::LeaveOut } else { OnErrors::Refuse };
    let note = form.note.trim().chars().take(500).collect();
    let new = NewVersion {
        id: app.edge().new_id(),
        note,
        author: Some(viewer.0.id),
        created_at: app.edge().now(),
        errors,
        new_salt: app.edge().salts,
    };
    match store.freeze(&set, new).await? {
        Freezing::Frozen(head) => Ok(format!("/sets/{}/versions/{}", set.name, head.version)),
        // The page lists them; somebody made one since it was shown.
        Freezing::Refused(_) => Ok(format!("/sets/{}/versions", set.name)),
    }
}

/// Keeps what a reviewer settled about a query, and shows the query.
pub async fn settle(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, query)): Path<(String, QueryId)>,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    if !viewer.0.role.may(Permission::Adjudicate) {
        return security::answer(&Error::Forbidden);
    }
    match settled(&app, &viewer, &set, query, fields).await {
        Ok(address) => Redirect::to(&address).into_response(),
        Err(error) => security::answer(&error),
    }
}

async fn settled(app: &App, viewer: &Viewer, name: &str, query: QueryId, fields: Vec<(String, String)>) -> Result<String, Error> {
    let store = &app.services.store;
    let set = store.set(name).await?.ok_or_else(|| Error::NotFound("set".into()))?;
    let disputed =
        store.disputed(set.id, query).await?.ok_or_else(|| Error::Conflict("nothing is disputed about this query any more".into()))?;
    let mut settled = Adjudication::default();
    let mut note = String::new();
    for (field, value) in fields {
        match (field.as_str(), field.strip_prefix("grade-")) {
            (_, Some(chunk)) => {
                let chunk: ChunkId = chunk.parse().map_err(|_| Error::Invalid("the form names no chunk".into()))?;
                settled.grades.push((chunk, set.settings.scale.parse(value.parse().unwrap_or(-1))?));
            }
            ("answer", _) => settled.answer_of = value.parse().ok(),
            ("note", _) => note = value.trim().chars().take(500).collect(),
            _ => {}
        }
    }
    if !disputed.chunks.iter().all(|(chunk, ..)| settled.grades.iter().any(|(of, _)| of == chunk)) {
        return Err(Error::Invalid("every disputed chunk needs a grade".into()));
    }
    store.adjudicate(set.id, query, viewer.0.id, settled, note, app.edge().now()).await?;
    Ok(format!("/sets/{}/queries/{query}", set.name))
}

/// Which version's queries are sent to labelling.
#[derive(Deserialize)]
pub struct Holes {
    version: i32,
}

/// Gives out again the queries of a version in which a run's top hits are judged by nobody.
pub async fn send_holes(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, run)): Path<(String, RunId)>,
    Form(form): Form<Holes>,
) -> Response {
    if !viewer.0.role.may(Permission::Adjudicate) {
        return security::answer(&Error::Forbidden);
    }
    match sent(&app, &set, run, form.version).await {
        Ok(address) => Redirect::to(&address).into_response(),
        Err(error) => security::answer(&error),
    }
}

async fn sent(app: &App, name: &str, run: RunId, version: i32) -> Result<String, Error> {
    let store = &app.services.store;
    let set = store.set(name).await?.ok_or_else(|| Error::NotFound("set".into()))?;
    let version = store.version(set.id, version).await?.ok_or_else(|| Error::NotFound("version".into()))?;
    let run = store.runs(set.id).await?.into_iter().find(|known| known.id == run).ok_or_else(|| Error::NotFound("run".into()))?;
    let evaluation = app.services.evaluate(version, run.clone()).await?;
    let queries: Vec<QueryId> = evaluation.queries.iter().filter(|query| query.holes() > 0).filter_map(|query| query.query).collect();
    for part in queries.chunks(100) {
        store.reopen_for_holes(set.id, run.id, part.to_vec(), set.settings.k).await?;
    }
    Ok(format!("/sets/{}/queries?status=open", set.name))
}

async fn take(app: &App, viewer: Viewer, name: &str, pressed: Pressed) -> Result<String, Error> {
    let store = &app.services.store;
    let set = store.set(name).await?.ok_or_else(|| Error::NotFound("set".into()))?;
    let query = pressed.query;
    let (action, address) = match (pressed.act.as_deref(), pressed.chunk, &pressed.judgement) {
        (Some("complete"), ..) => (Action::Complete, format!("/sets/{}/label", set.name)),
        (Some("skip"), ..) => (Action::Skip, format!("/sets/{}/label", set.name)),
        (None, Some(chunk), Some(judgement)) => {
            let judgement = match judgement.as_str() {
                "x" => Judgement::CantTell,
                grade => Judgement::Grade(set.settings.scale.parse(grade.parse().unwrap_or(-1))?),
            };
            let before = store.labels(query, viewer.0.id).await?.into_iter().find(|label| label.chunk == chunk);
            let (evidence, note) = before.map(|label| (label.evidence, label.note)).unwrap_or_default();
            let prelabel_visible =
                shown_from_start(&set.settings, query) && store.prelabels(query).await?.iter().any(|prelabel| prelabel.chunk == chunk);
            let base = pressed.base.unwrap_or_default();
            let action = Action::Judge { chunk, judgement: Some(judgement), evidence, note, prelabel_visible, base };
            (action, format!("/sets/{}/label?q={query}", set.name))
        }
        _ => return Err(Error::Invalid("the form says neither a judgement nor what to do".into())),
    };
    let operation = Operation { id: app.edge().new_id(), query, action };
    store.record(NewOperation { set: set.id, actor: viewer.0.id, operation, at: app.edge().now() }).await?;
    Ok(address)
}
