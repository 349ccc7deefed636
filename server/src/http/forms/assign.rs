//! The forms that give queries to labellers by hand, and take them back.

use app::Error;
use app::api::assigning::on_server;
use app::api::context::{Viewer, permitted};
use app::api::queries::QueryListFilter;
use axum::extract::{Path, State};
use axum::response::Redirect;
use axum::{Extension, Form};
use domain::id::{QueryId, UserId};
use domain::query::{QueryStatus, Style};
use domain::role::Permission;
use serde::Deserialize;

use crate::http::app::App;

/// What the form of a query's page sends.
#[derive(Deserialize)]
pub struct Labeller {
    labeller: UserId,
}

/// What the form of the list of queries sends: how many of those that the list shows.
#[derive(Deserialize)]
pub struct Several {
    labeller: UserId,
    how_many: i64,
    #[serde(default)]
    search: String,
    status: Option<String>,
    style: Option<String>,
    source: Option<String>,
}

impl Several {
    /// # Errors
    /// [`Error::Invalid`] when it names a status or a style that there is not: the list would be another one.
    fn filter(&self) -> Result<QueryListFilter, Error> {
        Ok(QueryListFilter {
            search: self.search.clone(),
            status: known(self.status.as_deref(), "status", QueryStatus::named)?,
            style: known(self.style.as_deref(), "style", Style::named)?,
            source: self.source.clone().filter(|source| !source.is_empty()),
            page: 1,
        })
    }
}

/// What a word of a form names; nothing when it is empty.
fn known<T>(word: Option<&str>, what: &str, named: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Error> {
    let given = word.filter(|word| !word.is_empty());
    given.map(|word| named(word).ok_or_else(|| Error::Invalid(format!("there is no {what} {word:?}")))).transpose()
}

/// Gives a query to a labeller, and shows the query.
pub async fn assign(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, query)): Path<(String, QueryId)>,
    Form(form): Form<Labeller>,
) -> Result<Redirect, Error> {
    let (reviewer, set) = permitted(&app.services.store, &viewer.0, Permission::Assign, &set).await?;
    on_server::assign(&app.services.store, set.id, form.labeller, reviewer.id, vec![query]).await?.or_refused()?;
    Ok(Redirect::to(&format!("/sets/{}/queries/{query}#labellers", set.name)))
}

/// Takes a query back from a labeller, and shows the query.
pub async fn unassign(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, query)): Path<(String, QueryId)>,
    Form(form): Form<Labeller>,
) -> Result<Redirect, Error> {
    let (_, set) = permitted(&app.services.store, &viewer.0, Permission::Assign, &set).await?;
    on_server::unassign(&app.services.store, set.id, query, form.labeller, app.edge().now()).await?;
    Ok(Redirect::to(&format!("/sets/{}/queries/{query}#labellers", set.name)))
}

/// Gives a labeller the first queries of a list, and shows the list.
pub async fn assign_several(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    Form(form): Form<Several>,
) -> Result<Redirect, Error> {
    let (reviewer, set) = permitted(&app.services.store, &viewer.0, Permission::Assign, &set).await?;
    let filter = form.filter()?;
    let address = filter.address(set.name.as_str());
    let done = on_server::assign_some(&app.services.store, set.id, form.labeller, reviewer, filter, form.how_many).await?;
    Ok(Redirect::to(&format!("{address}&assigned={}", done.assigned)))
}
