//! The form that settles a query. One that cannot be kept is shown again, with what stood in it.

use app::Error;
use app::api::adjudications::{ProposedAdjudication, RefusedForm, on_server};
use app::api::context::{Viewer, permitted};
use axum::extract::{Path, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use domain::adjudication::{Adjudication, AdjudicationBase};
use domain::id::{ChunkId, QueryId};
use domain::role::Permission;
use domain::scale::Grade;

use super::page_request;
use crate::http::app::App;
use crate::http::{functions, page_with};

/// Keeps what a reviewer settled about a query, and shows the query.
pub async fn adjudicate(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, query)): Path<(String, QueryId)>,
    parts: Parts,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    let (reviewer, set) = permitted(&app.services.store, &viewer.0, Permission::Adjudicate, &set).await?;
    let address = format!("/sets/{}/queries/{query}", set.name);
    let settled = match proposed(&fields) {
        Ok(proposed) => on_server::settle(&functions::context(&app), &reviewer, &set, query, proposed).await,
        Err(error) => Err(error),
    };
    match settled {
        Ok(()) => Ok(Redirect::to(&format!("{address}#settled")).into_response()),
        Err(error @ (Error::Conflict(_) | Error::Invalid(_))) => {
            let request = page_request(&address, parts)?;
            Ok(page_with(&app, RefusedForm { error, fields }, request).await)
        }
        Err(error) => Err(error),
    }
}

/// What the fields say: what the reviewer saw, grades, whose answer holds, a note.
fn proposed(fields: &[(String, String)]) -> Result<ProposedAdjudication, Error> {
    let field =
        |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str()).filter(|value| !value.is_empty());
    let incomplete = || Error::Invalid("the form does not say what you saw: load the page again".into());
    let base = AdjudicationBase {
        said: field("base-said").ok_or_else(incomplete)?.to_owned(),
        revision: field("base-revision").and_then(|revision| revision.parse().ok()).ok_or_else(incomplete)?,
    };
    let no_labeller = |_| Error::Invalid("the form's answer is no labeller's: choose one of those that are shown".into());
    let answer_of = field("answer").map(|labeller| labeller.parse().map_err(no_labeller)).transpose()?;
    let given = fields.iter().filter_map(|(field, value)| Some((field.strip_prefix("grade-")?, value)));
    let grades = given.map(|(chunk, grade)| graded_chunk(chunk, grade)).collect::<Result<_, _>>()?;
    Ok(ProposedAdjudication { decision: Adjudication { grades, answer_of }, note: field("note").unwrap_or_default().to_owned(), base })
}

fn graded_chunk(chunk: &str, grade: &str) -> Result<(ChunkId, Grade), Error> {
    let named = chunk.parse().map_err(|_| Error::Invalid(format!("the form grades {chunk:?}, which is no chunk")))?;
    let grade = grade.parse().map_err(|_| Error::Invalid(format!("{grade:?} is no grade: choose one of those that are shown")))?;
    Ok((named, Grade(grade)))
}
