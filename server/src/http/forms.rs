//! The labelling page without the browser's program: its buttons are real forms.

use app::Error;
use app::api::context::Viewer;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use domain::id::{ChunkId, QueryId};
use domain::operation::{Action, Operation};
use domain::prelabel::shown_from_start;
use domain::role::Permission;
use domain::scale::Judgement;
use serde::Deserialize;
use store::NewOperation;

use super::{App, security};
use crate::edge;

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
    let operation = Operation { id: edge::new_id(), query, action };
    store.record(NewOperation { set: set.id, actor: viewer.0.id, operation, at: edge::now() }).await?;
    Ok(address)
}
