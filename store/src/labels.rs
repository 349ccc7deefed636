//! Labels. Those that come in from a file go the same way as those of a page, history and all; what a labeller said
//! already is never overwritten.

use std::collections::BTreeMap;

use domain::id::{ChunkId, OperationId, QueryId, SetId, UserId};
use domain::label::{Label, Span};
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

/// A label from a file, with its ids resolved.
#[derive(Debug, Clone)]
pub struct NewLabel {
    /// The id of the operation that keeps it.
    pub operation: OperationId,
    pub query: QueryId,
    /// The chunk; it enters the pool where it is not in it.
    pub chunk: ChunkId,
    pub judgement: Judgement,
    /// The file's grade, where the set's scale lacks it and it was mapped.
    pub mapped_from: Option<i64>,
    /// What shows it.
    pub evidence: Vec<Span>,
    pub note: String,
}

/// What became of a label that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedLabel {
    New,
    /// The labeller gave this judgement already, with all that this one says.
    Known,
    /// The labeller gave this judgement already; what else this one says was added to it.
    Merged,
    /// The labeller gave another judgement, which stays.
    Differs,
}

/// What became of labels that were to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedLabels {
    /// Of each.
    pub labels: Vec<AddedLabel>,
    /// How many of those that are kept are of queries that the labeller never completed: nobody hears them before that.
    pub unheard: usize,
}

#[derive(sqlx::FromRow)]
pub(crate) struct LabelRow {
    chunk_id: ChunkId,
    grade: Option<Grade>,
    cant_tell: bool,
    evidence: Json<Vec<Span>>,
    note: String,
    prelabel_visible: bool,
    guideline: i32,
    revision: i64,
}

impl From<LabelRow> for Label {
    fn from(row: LabelRow) -> Self {
        Self {
            chunk: row.chunk_id,
            judgement: judgement(row.grade, row.cant_tell),
            evidence: row.evidence.0,
            note: row.note,
            prelabel_visible: row.prelabel_visible,
            guideline: row.guideline,
            revision: row.revision,
        }
    }
}

/// The judgement that a label's two columns hold; none was taken back.
pub(crate) fn judgement(grade: Option<Grade>, cant_tell: bool) -> Option<Judgement> {
    if cant_tell { Some(Judgement::CantTell) } else { grade.map(Judgement::Grade) }
}

impl Store {
    /// A labeller's labels of a query.
    pub async fn labels(&self, query: QueryId, labeller: UserId) -> Result<Vec<Label>> {
        let rows = read!(self, labels::labels(query, labeller))?;
        Ok(rows.into_iter().map(Label::from).collect())
    }

    /// Adds a labeller's labels, in one transaction, and says for each what became of it.
    pub async fn add_labels(&self, set: SetId, labeller: UserId, labels: Vec<NewLabel>, now: Timestamp) -> Result<Vec<AddedLabel>> {
        transact!(self, label_imports::add_labels(set, labeller, labels, now))
    }

    /// The same, and completes the queries that the labels are of, each by the operation that is named for it: those that the labeller
    /// has new labels of, and those that they labelled just so and never completed. A query that the labeller has at hand is not
    /// completed, nor one about which something is odd: then they say so themselves.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when one of them cannot be kept; then none is.
    pub async fn add_labels_and_complete(
        &self,
        set: SetId,
        labeller: UserId,
        labels: Vec<NewLabel>,
        completions: BTreeMap<QueryId, OperationId>,
        now: Timestamp,
    ) -> Result<AddedLabels> {
        transact!(self, label_imports::add_and_complete((set, labeller, now), labels, completions))
    }
}
