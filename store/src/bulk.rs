//! Settling many disagreements of one kind at once.

use domain::adjudication::Verdict;
use domain::disagreement::{BulkOutcome, BulkRule, CaseFilter, Cursor, QueuedCase};
use domain::id::{OperationId, QueryId, SetId, UserId};
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

/// What a reviewer takes back of what they settled at once.
#[derive(Debug, Clone)]
pub struct BulkUndo {
    /// What the decisions have in common.
    pub batch: OperationId,
    /// What those that take them back have in common.
    pub operation: OperationId,
    pub set: SetId,
    pub reviewer: UserId,
    /// Now.
    pub at: Timestamp,
}

/// What became of taking back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TakenBack {
    /// How many decisions were taken back.
    pub count: i64,
    /// Whether it stopped before it had come to all: the same again goes on.
    pub unfinished: bool,
}

/// Where a batch of decisions was read up to: the query and the subject of the last one.
pub(crate) type BatchPlace = (QueryId, String);

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

    /// Settles many disagreements by a rule: some at a time, so that labels get in between. `go_on` is asked before each time but the
    /// first, with how many were settled; the same again goes on where it said no.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when the filter does not name one kind that the rule settles.
    pub async fn settle_many(&self, new: NewBulk, go_on: impl Fn(i64) -> bool + Sync) -> Result<BulkOutcome> {
        let (mut outcome, mut after) = (BulkOutcome::default(), None);
        while let Some(cases) = self.next_of_bulk(&new, after).await? {
            if after.is_some() && !go_on(outcome.settled) {
                return Ok(BulkOutcome { unfinished: true, ..outcome });
            }
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

    /// Takes back what was settled at once, but for what was decided anew since: some at a time, as [settling](Self::settle_many) is.
    pub async fn take_back_many(&self, undo: BulkUndo, go_on: impl Fn(i64) -> bool + Sync) -> Result<TakenBack> {
        let (mut taken_back, mut after) = (TakenBack::default(), None);
        loop {
            let undo = undo.clone();
            let (count, last) = transact!(self, bulk::take_back(&undo, after, BATCH))?;
            taken_back.count += count;
            after = last;
            if after.is_none() {
                return Ok(taken_back);
            }
            if !go_on(taken_back.count) {
                return Ok(TakenBack { unfinished: true, ..taken_back });
            }
        }
    }

    async fn next_of_bulk(&self, new: &NewBulk, after: Option<Cursor>) -> Result<Option<Vec<QueuedCase>>> {
        new.rule.check(&new.filter)?;
        let cases = self.disagreements(new.set, filter_of(new), after, BATCH).await?;
        Ok(Some(cases).filter(|cases| !cases.is_empty()))
    }
}
