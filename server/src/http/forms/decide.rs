//! The form of a disagreement: settles it, takes that back, or asks the labellers.

use app::Error;
use app::api::context::{Viewer, permitted};
use app::api::disagreements::{CaseKey, ProposedDecision, Question, SettledCase, on_server};
use app::pages::disagreements::{address, verdict};
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use axum::{Extension, Form};
use domain::adjudication::Base;
use domain::disagreement::{CaseFilter, Cursor, Subject};
use domain::golden_set::GoldenSet;
use domain::id::{OperationId, QueryId};
use domain::member::Member;
use domain::role::Permission;
use serde::Deserialize;

use crate::http::app::App;
use crate::http::functions;

/// What the form of a case sends.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Fields {
    act: Option<String>,
    operation: Option<OperationId>,
    base_said: String,
    base_revision: Option<i64>,
    verdict: Option<String>,
    reason: Option<String>,
    note: String,
    to_guidelines: Option<String>,
    question: String,
}

/// Does what the pressed button says, and shows the next case; what was settled is named in its address, so that it can be taken back.
pub async fn decide(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, query, subject)): Path<(String, QueryId, String)>,
    Query(words): Query<Vec<(String, String)>>,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Error> {
    let (reviewer, set) = permitted(&app.services.store, &viewer.0, Permission::Adjudicate, &set).await?;
    let subject: Subject = subject.parse().map_err(|_| Error::NotFound("case".into()))?;
    let filter = address::filter_in(&words.into_iter().collect())?;
    let case = CaseKey { query, subject };
    let done = act(&app, &reviewer, &set, case, &fields).await?;
    Ok(Redirect::to(&next(&app, &reviewer, set, filter, done).await?))
}

/// What a button did.
enum Done {
    Settled(SettledCase, Cursor),
    SentBack(Option<Cursor>),
    TakenBack(CaseKey),
}

async fn act(app: &App, reviewer: &Member, set: &GoldenSet, case: CaseKey, fields: &Fields) -> Result<Done, Error> {
    let context = functions::context(app);
    let operation = fields.operation.unwrap_or_else(|| app.edge().new_id());
    match (fields.act.as_deref(), &fields.verdict) {
        (Some("send-back"), _) => {
            let question = Question { operation, text: fields.question.clone() };
            Ok(Done::SentBack(on_server::send_back(&context, reviewer, set, case, question).await?))
        }
        (Some("take-back"), _) => {
            let settled = SettledCase { case, revision: fields.base_revision.ok_or_else(incomplete)? };
            // The form's own id is that of settling the case.
            on_server::take_back(&context, reviewer, set, settled, app.edge().new_id()).await?;
            Ok(Done::TakenBack(case))
        }
        (None, Some(word)) => {
            let decision = fields.decision(case.subject, word, operation)?;
            let kept = on_server::settle(&context, reviewer, set, case, decision).await?;
            Ok(Done::Settled(SettledCase { case, revision: kept.revision }, kept.place))
        }
        _ => Err(Error::Invalid("the form says neither how the case is settled nor what else to do: press one of its buttons".into())),
    }
}

/// The address of what is shown next.
async fn next(app: &App, reviewer: &Member, set: GoldenSet, filter: CaseFilter, done: Done) -> Result<String, Error> {
    let (place, settled) = match done {
        Done::TakenBack(case) => return Ok(address::of_case(set.name.as_str(), case, &filter)),
        Done::Settled(settled, place) => (Some(place), Some(settled)),
        Done::SentBack(place) => (place, None),
    };
    let name = set.name.to_string();
    let work = on_server::work_after(&functions::context(app), reviewer, set, filter.clone(), place).await?;
    let to = match work.at_hand {
        Some(at_hand) => address::of_case(&name, CaseKey::of(&at_hand.case), &filter),
        None => address::of_queue(&name, &filter),
    };
    let settled = settled.map(|settled| format!("{}settled={settled}", if to.contains('?') { '&' } else { '?' }));
    Ok(to + &settled.unwrap_or_default())
}

fn incomplete() -> Error {
    Error::Invalid("the form does not say what you saw: load the page again".into())
}

impl Fields {
    fn decision(&self, subject: Subject, word: &str, operation: OperationId) -> Result<ProposedDecision, Error> {
        let said = Some(self.base_said.clone()).filter(|said| !said.is_empty()).ok_or_else(incomplete)?;
        let reason = self.reason.as_deref().filter(|reason| !reason.is_empty());
        Ok(ProposedDecision {
            operation,
            verdict: verdict::parse(subject, word)?,
            reason: reason.map(str::parse).transpose()?,
            note: self.note.clone(),
            to_guidelines: self.to_guidelines.is_some(),
            base: Base { said, revision: self.base_revision.ok_or_else(incomplete)? },
        })
    }
}
