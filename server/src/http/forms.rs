//! Forms that work without the browser's program: the labelling page's buttons, settling, assigning, freezing, sending to labelling,
//! members. What is refused of one is said by [`refusal`], on the page that it stands on.

mod assign;
mod members;

pub use assign::{assign, assign_several, unassign};
pub use members::{change_member, give_role, invite_member, revoke_invitation};

mod decide;
mod decide_many;
mod page;
mod refusal;

use app::Error;
use app::api::context::{Services, Viewer, permitted};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, Uri};
use axum::response::Redirect;
use axum::{Extension, Form};
pub use decide::decide;
pub use decide_many::decide_many;
use domain::doubt::Doubt;
use domain::format::storable;
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, QueryId, RunId, UserId};
use domain::operation::{Action, Operation, Outcome};
use domain::prelabel::shown_from_start;
use domain::role::Permission;
use domain::scale::Judgement;
pub use page::page_of;
pub use refusal::as_page;
use serde::Deserialize;
use store::{DisputedChunks, Freezing, NewOperation, NewVersion, OnErrors};

use super::app::App;
use crate::freezes::Waited;

/// The same request, asking for a page.
fn page_request(address: &str, mut parts: Parts) -> Result<Request, Error> {
    parts.method = Method::GET;
    parts.uri = address.parse::<Uri>().map_err(|_| Error::NotFound("page".into()))?;
    Ok(Request::from_parts(parts, Body::empty()))
}

/// What a button of the labelling page sends, or of the set's overview.
#[derive(Deserialize)]
pub struct PressedButton {
    query: QueryId,
    chunk: Option<ChunkId>,
    base: Option<i64>,
    judgement: Option<String>,
    act: Option<String>,
    /// What the page asked, when the button confirms it.
    confirmed: Option<Doubt>,
    /// What the reviewer should know about a query that is handed back.
    note: Option<String>,
    /// The page that the button is on, when it is not the labelling page.
    from: Option<String>,
}

impl PressedButton {
    /// The query goes back to the reviewer.
    fn hand_back(&self) -> Action {
        let note: String = self.note.as_deref().unwrap_or_default().trim().chars().take(500).collect();
        Action::HandBack { note: storable(&note).0 }
    }

    /// The page that is shown when its labeller is through with the query.
    fn next_page(&self, set: &GoldenSet) -> String {
        if self.from.is_some() { format!("/sets/{}", set.name) } else { format!("/sets/{}/label", set.name) }
    }
}

/// Records what a button says and shows the page again.
pub async fn record_button(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    Form(pressed): Form<PressedButton>,
) -> Result<Redirect, Error> {
    let (labeller, set) = permitted(&app.services.store, &viewer.0, Permission::Label, &set).await?;
    let query = pressed.query;
    let (action, address) = match (pressed.act.as_deref(), pressed.chunk, &pressed.judgement) {
        (Some("complete"), ..) => (Action::Complete { confirmed: pressed.confirmed }, pressed.next_page(&set)),
        (Some("skip"), ..) => (Action::Skip, pressed.next_page(&set)),
        (Some("hand_back"), ..) => (pressed.hand_back(), pressed.next_page(&set)),
        (None, Some(chunk), Some(judgement)) => {
            let action = judged(&app, labeller.id, &set, (query, chunk), judgement, pressed.base.unwrap_or_default()).await?;
            (action, format!("/sets/{}/label?q={query}", set.name))
        }
        _ => return Err(Error::Invalid("the form says neither a judgement nor what to do".into())),
    };
    let operation = Operation { id: app.edge().new_id(), query, action };
    let new = NewOperation { set: set.id, actor: labeller.id, operation, at: app.edge().now() };
    match app.services.store.record(new).await? {
        Outcome::Saved { .. } | Outcome::InPool { .. } => {}
        // The page asks, and its button confirms.
        Outcome::Unconfirmed { doubt, .. } => {
            return Ok(Redirect::to(&format!("/sets/{}/label?q={query}&confirm={}", set.name, doubt.word())));
        }
        Outcome::Conflict { .. } => return Err(Error::Conflict("you changed it elsewhere meanwhile: look at the query again".into())),
        // The page says who has its places.
        Outcome::NoPlace { .. } => return Ok(Redirect::to(&format!("/sets/{}/label?q={query}", set.name))),
        Outcome::Refused { reason } => return Err(Error::Invalid(reason)),
    }
    Ok(Redirect::to(&address))
}

/// The judgement of a button; evidence and note stay as they are.
async fn judged(
    app: &App,
    labeller: UserId,
    set: &GoldenSet,
    (query, chunk): (QueryId, ChunkId),
    judgement: &str,
    base: i64,
) -> Result<Action, Error> {
    let store = &app.services.store;
    let judgement = match judgement {
        "x" => Judgement::CantTell,
        grade => Judgement::Grade(set.settings.scale.parse(grade.parse().unwrap_or(-1))?),
    };
    let before = store.labels(query, labeller).await?.into_iter().find(|label| label.chunk == chunk);
    let (evidence, note) = before.map(|label| (label.evidence, label.note)).unwrap_or_default();
    let prelabel_visible =
        shown_from_start(&set.settings, query) && store.prelabels(query).await?.iter().any(|prelabel| prelabel.chunk == chunk);
    Ok(Action::Judge { chunk, judgement: Some(judgement), evidence, note, prelabel_visible, base })
}

/// What the form of a set's versions sends.
#[derive(Deserialize)]
pub struct NewVersionForm {
    note: String,
    leave_out_errors: Option<String>,
    without_disputed_chunks: Option<String>,
}

/// Freezes what is settled, and shows the version.
pub async fn freeze_version(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    Form(form): Form<NewVersionForm>,
) -> Result<Redirect, Error> {
    let (author, set) = permitted(&app.services.store, &viewer.0, Permission::Freeze, &set).await?;
    let edge = app.edge();
    let new = NewVersion {
        id: edge.new_id(),
        note: form.note.trim().chars().take(500).collect(),
        author: Some(author.id),
        clock: edge.clock,
        errors: if form.leave_out_errors.is_some() { OnErrors::LeaveOut } else { OnErrors::Refuse },
        disputed: match form.without_disputed_chunks {
            Some(_) => DisputedChunks::LeaveOutChunks,
            None => DisputedChunks::LeaveOutQuery,
        },
        new_salt: edge.salts,
    };
    match app.services.freezes.freeze(&app.services.store, set.id, new).await? {
        Waited::Ended(Freezing::Frozen(head)) => Ok(Redirect::to(&format!("/sets/{}/versions/{}", set.name, head.version))),
        // The page lists the errors, of which somebody made one since it was shown, or says how far the freeze is.
        Waited::Ended(Freezing::Refused(_)) | Waited::GoesOn => Ok(Redirect::to(&format!("/sets/{}/versions", set.name))),
    }
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
) -> Result<Redirect, Error> {
    let (_, set) = permitted(&app.services.store, &viewer.0, Permission::Adjudicate, &set).await?;
    let store = &app.services.store;
    let version = store.version(set.id, form.version).await?.ok_or_else(|| Error::NotFound("version".into()))?;
    let run = store.runs(set.id).await?.into_iter().find(|known| known.id == run).ok_or_else(|| Error::NotFound("run".into()))?;
    let scored = app.services.evaluate(version, run.clone()).await?;
    for part in scored.queries_with_holes().chunks(100) {
        store.reopen_for_holes(set.id, run.id, part.to_vec(), set.settings.k).await?;
    }
    Ok(Redirect::to(&format!("/sets/{}/queries?status=open", set.name)))
}
