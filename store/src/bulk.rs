//! Settling many disagreements of one kind at once.

use domain::adjudication::Verdict;
use domain::disagreement::{BulkOutcome, BulkRule, CaseFilter, Cursor, QueuedCase};
use domain::id::{OperationId, SetId, UserId};
use domain::member::Member;
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// How many disagreements are settled in one transaction.
const BATCH: i64 = 50;

/// Which disagreements a reviewer settles at once, and by what rule.
#[derive(Debug, Clone)]
pub struct NewBulk {
    /// What all of the decisions have in common. The same id again settles only what is open still and was not settled
    /// by it before.
    pub operation: OperationId,
    pub set: SetId,
    /// Those that are settled: open ones of one kind.
    pub filter: CaseFilter,
    pub rule: BulkRule,
    pub reviewer: Member,
    /// What the reviewer wants to say about them.
    pub note: String,
    /// Now.
    pub at: Timestamp,
}

/// Those that are settled: a reviewer settles nothing of a query that they are asked to label.
fn filter_of(new: &NewBulk) -> CaseFilter {
    CaseFilter { reader: Some(new.reviewer.clone()), ..new.filter.clone() }
}

impl Store {
    /// What a rule would settle now. Nothing is written.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when the filter does not name one kind that the rule settles.
    pub async fn preview_bulk(&self, new: NewBulk) -> Result<BulkOutcome> {
        let (mut outcome, mut after) = (BulkOutcome::default(), None);
        while let Some(cases) = self.next_of_bulk(&new, after).await? {
            after = cases.last().map(QueuedCase::cursor);
            outcome += read!(self, bulk::preview(&new, &cases))?;
        }
        Ok(outcome)
    }

    /// The first of them after a place in the queue, each with what the rule makes of it; none where it leaves it open.
    pub async fn preview_cases(&self, new: NewBulk, after: Option<Cursor>, limit: i64) -> Result<Vec<(QueuedCase, Option<Verdict>)>> {
        new.rule.check(&new.filter)?;
        let cases = self.disagreements(new.set, filter_of(&new), after, limit).await?;
        let verdicts = read!(self, bulk::verdicts(&new, &cases))?;
        Ok(cases.into_iter().zip(verdicts).collect())
    }

    /// Settles many disagreements by a rule: some at a time, so that labels get in between.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when the filter does not name one kind that the rule settles.
    pub async fn settle_many(&self, new: NewBulk) -> Result<BulkOutcome> {
        let (mut outcome, mut after) = (BulkOutcome::default(), None);
        while let Some(cases) = self.next_of_bulk(&new, after).await? {
            after = cases.last().map(QueuedCase::cursor);
            let new = new.clone();
            outcome += transact!(self, bulk::settle(&new, &cases))?;
        }
        Ok(outcome)
    }

    /// How many disagreements a reviewer settled at once by an operation, also where they were opened again since.
    pub async fn settled_at_once(&self, set: SetId, reviewer: UserId, batch: OperationId) -> Result<i64> {
        read!(self, adjudications::count_of_batch(set, reviewer, batch))
    }

    /// Takes back what a reviewer settled at once, but for what was decided anew since; gives how many decisions those are.
    pub async fn take_back_many(&self, set: SetId, reviewer: UserId, batch: OperationId, undo: OperationId, at: Timestamp) -> Result<i64> {
        let mut taken_back = 0;
        loop {
            let some: i64 = transact!(self, bulk::take_back(set, reviewer, batch, undo, at, BATCH))?;
            taken_back += some;
            if some == 0 {
                return Ok(taken_back);
            }
        }
    }

    async fn next_of_bulk(&self, new: &NewBulk, after: Option<Cursor>) -> Result<Option<Vec<QueuedCase>>> {
        new.rule.check(&new.filter)?;
        let cases = self.disagreements(new.set, filter_of(new), after, BATCH).await?;
        Ok(Some(cases).filter(|cases| !cases.is_empty()))
    }
}
