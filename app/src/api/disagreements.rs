//! The queue of disagreements, and what reviewers do with its cases.

mod case_key;
mod many_cases;
mod nothing;
#[cfg(feature = "ssr")]
pub mod on_server;
mod refused;
mod stake;

pub use case_key::{CaseKey, SettledCase};
pub use many_cases::{BulkPreview, ManyCases};
pub use nothing::{NothingToSettle, SentBack};
pub use refused::Refused;
pub use stake::{SetStake, Stake};

use domain::adjudication::{Base, Reason, Verdict};
use domain::chunk::Chunk;
use domain::disagreement::{BulkRule, Case, CaseCounts, CaseFilter, Cursor, Kind, QueuedCase, SettledCounts};
use domain::golden_set::GoldenSet;
use domain::id::{OperationId, UserId};
use domain::scale::Grade;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// What became of settling a case: the case, and the next one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SettledAndNext {
    pub settled: SettledCase,
    /// The version of the guidelines that has the note, where it was added to them.
    pub guideline: Option<i32>,
    pub next: ReviewWork,
}

/// Which case is asked for, and among which.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CaseAddress {
    pub filter: CaseFilter,
    /// The first of the queue where none is named.
    pub case: Option<CaseKey>,
    /// Whether the whole document is shown.
    pub document: bool,
}

/// What the review page starts from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewWork {
    pub set: GoldenSet,
    pub filter: CaseFilter,
    pub counts: QueueCounts,
    /// The case at hand; none when the queue is empty.
    pub at_hand: Option<CaseAtHand>,
    /// How far labellers are, where there is no case.
    pub nothing: Option<NothingToSettle>,
}

impl ReviewWork {
    /// The case after the one at hand, or before it.
    pub fn beside(&self, step: isize) -> Option<CaseKey> {
        let at_hand = self.at_hand.as_ref()?;
        let key = CaseKey::of(&at_hand.case);
        let here = at_hand.queue.iter().position(|mark| CaseKey::of_queued(&mark.queued) == key)?;
        at_hand.queue.get(here.checked_add_signed(step)?).map(|mark| CaseKey::of_queued(&mark.queued))
    }
}

/// The case at hand, and where it stands in the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseAtHand {
    pub case: Case,
    /// Its place among the cases of the filter, from 1.
    pub place: i64,
    /// How many cases the filter lets through.
    pub total: i64,
    /// The cases around it, in the queue's order.
    pub queue: Vec<QueueMark>,
    /// Which runs rank the chunk where, the newest run first.
    pub ranks: Vec<(String, i32)>,
    /// What each grade makes of a score; none where no run lists the chunk's query.
    pub stake: Option<Stake>,
    /// What stands around the chunk in its document, when that was asked for.
    pub document: Option<Vec<Chunk>>,
    /// The id of what is decided by the page's form.
    pub operation: OperationId,
}

/// A case in the queue, with the grades that make its mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueMark {
    pub queued: QueuedCase,
    /// The lowest and the highest grade of a chunk.
    pub grades: Option<(Grade, Grade)>,
    /// The grade of the judge that labellers do not give, where that is the disagreement.
    pub judge: Option<Grade>,
}

/// What a reviewer decides about the case at hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedDecision {
    pub operation: OperationId,
    pub verdict: Verdict,
    pub reason: Option<Reason>,
    /// What the reviewer wants to say about it.
    pub note: String,
    /// Whether the note becomes a line of the guidelines.
    pub to_guidelines: bool,
    /// What the reviewer saw.
    pub base: Base,
}

/// A question to the labellers of a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub operation: OperationId,
    pub text: String,
}

/// How much there is to settle, and how much was settled.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QueueCounts {
    /// How many cases the reviewer sees of each kind, whatever the filter.
    pub cases: CaseCounts,
    pub settled: SettledCounts,
}

/// A part of the queue, as a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseList {
    /// The set's title.
    pub title: String,
    pub filter: CaseFilter,
    pub counts: QueueCounts,
    /// How many cases the filter lets through.
    pub total: i64,
    pub rows: Vec<QueueMark>,
    /// Where the next part begins; none at the end.
    pub next: Option<Cursor>,
    /// Who can be filtered by.
    pub labellers: Vec<(UserId, String)>,
}

/// The case at hand with what a reviewer needs to settle it.
#[server(name = AskReviewWork, prefix = "/api", endpoint = "review_work", input = Json, output = Json)]
pub async fn review_work(set: String, address: CaseAddress) -> Result<ReviewWork, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    on_server::work(&context, &reviewer, set, address).await
}

/// How many cases there are and were: what stands above the case and beside the reasons, asked again when something changed.
#[server(name = AskCaseCounts, prefix = "/api", endpoint = "case_counts", input = Json, output = Json)]
pub async fn case_counts(set: String) -> Result<QueueCounts, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    on_server::queue_counts(&context, &reviewer, &set).await
}

/// A part of the queue, from a place on.
#[server(name = AskCaseList, prefix = "/api", endpoint = "case_list", input = Json, output = Json)]
pub async fn case_list(set: String, filter: CaseFilter, after: Option<Cursor>) -> Result<CaseList, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    on_server::list(&context, &reviewer, set, filter, after).await
}

/// What a rule would settle of a kind, with a part of the cases from a place on. Nothing is written.
#[server(name = AskManyCases, prefix = "/api", endpoint = "many_cases", input = Json, output = Json)]
pub async fn many_cases(set: String, chosen: Option<(Kind, BulkRule)>, after: Option<Cursor>) -> Result<ManyCases, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    on_server::many(&context, &reviewer, set, chosen, after).await
}

/// Settles a case, if it is as the reviewer saw it, and gives the next one.
#[server(prefix = "/api", endpoint = "settle_case", input = Json, output = Json)]
pub async fn settle_case(set: String, filter: CaseFilter, case: CaseKey, decision: ProposedDecision) -> Result<SettledAndNext, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    let on_server::Kept { revision, place, guideline } = on_server::settle(&context, &reviewer, &set, case, decision).await?;
    let next = on_server::work_after(&context, &reviewer, set, filter, Some(place)).await?;
    Ok(SettledAndNext { settled: SettledCase { case, revision }, guideline, next })
}

/// Takes back a decision, if it is still the last one about its case, and gives the case.
#[server(prefix = "/api", endpoint = "take_back", input = Json, output = Json)]
pub async fn take_back(set: String, filter: CaseFilter, settled: SettledCase, operation: OperationId) -> Result<ReviewWork, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    on_server::take_back(&context, &reviewer, &set, settled, operation).await?;
    on_server::work(&context, &reviewer, set, CaseAddress { filter, case: Some(settled.case), document: false }).await
}

/// Sends the query of a case back to its labellers with a question, and gives the next case.
#[server(prefix = "/api", endpoint = "send_back", input = Json, output = Json)]
pub async fn send_back(set: String, filter: CaseFilter, case: CaseKey, question: Question) -> Result<ReviewWork, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    let place = on_server::send_back(&context, &reviewer, &set, case, question).await?;
    on_server::work_after(&context, &reviewer, set, filter, place).await
}
