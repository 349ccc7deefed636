//! The forms that settle many cases of one kind, and take that back.

use app::Error;
use app::api::context::{Viewer, permitted};
use app::api::disagreements::on_server;
use axum::extract::{Path, State};
use axum::response::Redirect;
use axum::{Extension, Form};
use domain::disagreement::{BulkRule, Kind};
use domain::id::OperationId;
use domain::role::Permission;
use serde::Deserialize;
use store::TakenBack;

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

/// Settles many, or takes back what was settled together, and says on the page how many it were, and how to go on where it stopped.
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
            let TakenBack { count, unfinished } = on_server::take_back_many(&context, &reviewer, &set, batch).await?;
            let rest = if unfinished { format!("&batch={batch}") } else { String::new() };
            Ok(Redirect::to(&format!("{page}?taken-back={count}{rest}")))
        }
        Many { kind: Some(kind), rule: Some(rule), operation: Some(operation), .. } => {
            let (kind, rule) = (kind.parse::<Kind>()?, rule.parse::<BulkRule>()?);
            let (settled, unfinished) = on_server::settle_many(&context, &reviewer, &set, (kind, rule), operation).await?;
            let rest = if unfinished { format!("&kind={}&rule={rule}", kind.word()) } else { String::new() };
            Ok(Redirect::to(&format!("{page}?settled={settled}&batch={operation}{rest}")))
        }
        _ => Err(Error::Invalid("the form says neither which kind is settled by which rule nor what is taken back".into())),
    }
}
