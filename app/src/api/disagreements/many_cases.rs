//! What a rule settles of many cases.

use domain::adjudication::Verdict;
use domain::disagreement::{Batch, BulkOutcome, CaseCounts, Cursor};
use domain::id::{OperationId, UserId};
use domain::scale::Scale;
use serde::{Deserialize, Serialize};

use super::QueueMark;

/// What a rule would settle at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ManyCases {
    /// The set's title.
    pub title: String,
    pub scale: Scale,
    pub counts: CaseCounts,
    /// Whose labels count: one of them can be the rule.
    pub labellers: Vec<(UserId, String)>,
    /// What the reviewer settled at once, the last first.
    pub batches: Vec<Batch>,
    /// What the rule would settle; none before a kind and a rule are chosen.
    pub preview: Option<BulkPreview>,
}

/// What a rule would settle, in numbers and case by case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BulkPreview {
    pub outcome: BulkOutcome,
    /// A part of the cases, each with what the rule makes of it; none where it leaves it open.
    pub rows: Vec<(QueueMark, Option<Verdict>)>,
    /// Where the next part begins; none at the end.
    pub next: Option<Cursor>,
    /// The id of what the page's form settles.
    pub operation: OperationId,
}
