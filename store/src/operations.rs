//! Operations: the append-only history, and what it comes to.
//!
//! The history's row and what an operation changes are kept together or not at all. The same operation again gives the first
//! answer again, also when ten of them race; another one under the same id is refused.

use domain::id::{QueryId, SetId, UserId};
use domain::operation::{Action, HistoryEntry, Operation, Outcome};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

/// An operation with who did it, where and when.
#[derive(Debug, Clone)]
pub struct NewOperation {
    /// The set that its query must belong to.
    pub set: SetId,
    /// Who did it.
    pub actor: UserId,
    /// What was done.
    pub operation: Operation,
    /// Now.
    pub at: Timestamp,
}

/// Where an operation comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Its labeller does it now, for which they need a place.
    Labeller,
    /// A file says what its labeller did.
    File,
}

/// What was done first under an operation's id.
#[derive(sqlx::FromRow)]
pub(crate) struct FirstRow {
    set_id: SetId,
    query_id: QueryId,
    action: Json<Action>,
    revision: i64,
}

impl FirstRow {
    /// The outcome for who sends an operation under this id.
    pub(crate) fn outcome_for(self, new: &NewOperation) -> Outcome {
        let same = (self.set_id, self.query_id, &self.action.0) == (new.set, new.operation.query, &new.operation.action);
        match (same, self.action.0, i32::try_from(self.revision)) {
            (false, ..) => Outcome::refused("its id is that of another operation, which was done before: send it under an id of its own"),
            (true, Action::AddToPool { .. }, Ok(number)) => Outcome::InPool { number },
            (true, ..) => Outcome::Saved { revision: self.revision },
        }
    }
}

#[derive(sqlx::FromRow)]
pub(crate) struct HistoryRow {
    sequence: i64,
    name: String,
    action: Json<Action>,
    number: Option<i32>,
    late: bool,
    guideline: i32,
    at: Timestamp,
}

impl From<HistoryRow> for HistoryEntry {
    fn from(row: HistoryRow) -> Self {
        let HistoryRow { sequence, name: actor, action, number, late, guideline, at } = row;
        Self { sequence, actor, action: action.0, number, late, guideline, at }
    }
}

impl Store {
    /// Keeps an operation and does what it says; comes back when it is on the disk.
    pub async fn record(&self, new: NewOperation) -> Result<Outcome> {
        let outcomes = self.record_all(vec![new]).await?;
        Ok(outcomes.into_iter().next().unwrap_or_else(|| Outcome::refused("there is no operation")))
    }

    /// Keeps operations in one transaction, in order, and does what they say; gives the outcome of each. What one that is
    /// refused had begun is undone, and the others are kept.
    pub async fn record_all(&self, operations: Vec<NewOperation>) -> Result<Vec<Outcome>> {
        transact!(self, operations::record_all(&operations))
    }

    /// What was done to a query, the oldest first, a page of it; by one person when `only` names them.
    pub async fn history(&self, set: SetId, query: QueryId, only: Option<UserId>, after: i64, limit: i64) -> Result<Vec<HistoryEntry>> {
        let rows = read!(self, operations::history(set, query, only, after, limit))?;
        Ok(rows.into_iter().map(HistoryEntry::from).collect())
    }

    /// How many operations an actor has in a set; for those who check that nothing was lost or doubled.
    pub async fn count_operations(&self, set: SetId, actor: UserId) -> Result<i64> {
        read!(self, operations::count_operations(set, actor))
    }
}
