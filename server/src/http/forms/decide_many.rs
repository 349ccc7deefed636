//! The forms that settle many cases of one kind, and take that back.

use app::Error;
use app::api::context::{Viewer, permitted};
use app::api::disagreements::on_server;
use axum::extract::{Path, State};
use axum::response::Redirect;
use axum::{Extension, Form};
use domain::id::OperationId;
use domain::role::Permission;
use serde::Deserialize;

use crate::http::app::App;
use crate::http::functions;

/// What to settle, or what to take back.
#[derive(Deserialize)]
pub struct Many {
    kind: Option<String>,
    rule: Option<String>,
    operation: Option<OperationId>,
    /// What was settled together.
    batch: Option<OperationId>,
}

/// Settles many, or takes back what was settled together, and says on the page how many it were.
pub async fn decide_many(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    Form(many): Form<Many>,
) -> Result<Redirect, Error> {
    let (reviewer, set) = permitted(&app.services.store, &viewer.0, Permission::Adjudicate, &set).await?;
    let (context, page) = (functions::context(&app), format!("/sets/{}/disagreements/many", set.name));
    match many {
        Many { batch: Some(batch), .. } => {
            let taken_back = on_server::take_back_many(&context, &reviewer, &set, batch).await?;
            Ok(Redirect::to(&format!("{page}?taken-back={taken_back}")))
        }
        Many { kind: Some(kind), rule: Some(rule), operation: Some(operation), .. } => {
            let settled = on_server::settle_many(&context, &reviewer, &set, (kind.parse()?, rule.parse()?), operation).await?;
            Ok(Redirect::to(&format!("{page}?settled={settled}&batch={operation}")))
        }
        _ => Err(Error::Invalid("the form says neither which kind is settled by which rule nor what is taken back".into())),
    }
}
