//! Settling many disagreements of one kind at once.

use std::collections::BTreeSet;

use domain::adjudication::{Party, Said, Verdict};
use domain::disagreement::{BulkOutcome, BulkRule, QueuedCase, State, Subject};
use domain::id::QueryId;

use super::adjudications::{decided_in_batch, insert, last_of_batch};
use super::disagreements::judged;
use super::parties::{Parties, parties};
use super::said::said_rows;
use super::{Connection, batches, standing};
use crate::Result;
use crate::adjudications::NewDecision;
use crate::bulk::{BatchPlace, BulkUndo, NewBulk};
use crate::disagreements::Judged;

/// A disagreement that a rule settles.
struct Decided {
    query: QueryId,
    subject: Subject,
    verdict: Verdict,
    said: String,
    party: Party,
}

/// What a rule would settle of some disagreements.
pub(crate) async fn preview(connection: &mut Connection, new: &NewBulk, cases: &[QueuedCase]) -> Result<BulkOutcome> {
    Ok(decide(connection, new, cases).await?.0)
}

/// What a rule makes of each of some disagreements; none where it leaves it open.
pub(crate) async fn verdicts(connection: &mut Connection, new: &NewBulk, cases: &[QueuedCase]) -> Result<Vec<Option<Verdict>>> {
    let (_, decided) = decide(connection, new, cases).await?;
    let of = |case: &QueuedCase| decided.iter().find(|decided| (decided.query, decided.subject) == (case.query, case.subject));
    Ok(cases.iter().map(|case| of(case).map(|decided| decided.verdict)).collect())
}

/// Settles some disagreements by a rule.
pub(crate) async fn settle(connection: &mut Connection, new: &NewBulk, cases: &[QueuedCase]) -> Result<BulkOutcome> {
    standing::lock_all(connection, cases.iter().map(|case| case.query)).await?;
    let (outcome, decided) = decide(connection, new, cases).await?;
    let changed: BTreeSet<QueryId> = decided.iter().map(|decided| decided.query).collect();
    // What changed may have been settled under this id and taken back.
    if !decided.is_empty() || outcome.changed > 0 {
        batches::keep(connection, new).await?;
    }
    for Decided { query, subject, verdict, said, party } in decided {
        let decision = NewDecision {
            operation: new.operation,
            set: new.set,
            query,
            subject: subject.to_string(),
            verdict: Some(verdict),
            said,
            reviewer: new.reviewer.id,
            reason: None,
            note: new.note.clone(),
            party: party != Party::No,
            at: new.at,
        };
        insert(connection, decision).await?;
    }
    restate(connection, changed).await?;
    Ok(outcome)
}

/// What a rule makes of some disagreements, as they are now.
async fn decide(connection: &mut Connection, new: &NewBulk, cases: &[QueuedCase]) -> Result<(BulkOutcome, Vec<Decided>)> {
    let queries: Vec<QueryId> = cases.iter().map(|case| case.query).collect::<BTreeSet<_>>().into_iter().collect();
    let said = said_rows(connection, &queries).await?;
    let judged = judged(connection, &queries).await?;
    let parties = parties(connection, new.set, new.reviewer.id, &queries).await?;
    let before = decided_in_batch(connection, new.reviewer.id, new.operation, &queries).await?;
    let rule = Ruling { rule: new.rule, judged, parties, before };
    let (mut outcome, mut decided) = (BulkOutcome::default(), Vec::new());
    for row in standing::tallies(connection, &queries).await? {
        let of_query = cases.iter().filter(|case| case.query == row.id);
        let Ok(said) = said.said(row.id, row.tally.overlap_met()) else {
            of_query.for_each(|_| outcome.changed += 1);
            continue;
        };
        let found = row.disagreements(&said, &rule.judged);
        for case in of_query {
            let still = found.iter().any(|found| (found.subject, found.kind, found.state) == (case.subject, case.kind, State::Open));
            if still {
                decided.extend(rule.decide(&said, case, &mut outcome));
            } else {
                outcome.changed += 1;
            }
        }
    }
    Ok((outcome, decided))
}

/// A rule, and what it needs to know of the queries at hand.
struct Ruling {
    rule: BulkRule,
    judged: Judged,
    parties: Parties,
    /// What was settled before by the same operation.
    before: BTreeSet<(QueryId, String)>,
}

impl Ruling {
    /// What the rule makes of a case that is open, which is counted.
    fn decide(&self, said: &Said, case: &QueuedCase, outcome: &mut BulkOutcome) -> Option<Decided> {
        let &QueuedCase { query, subject, .. } = case;
        let party = self.parties.of(query);
        match self.rule.verdict(said, self.judged.of(query), subject) {
            // It was settled by this operation, and opened again since.
            Some(_) if self.before.contains(&(query, subject.to_string())) => outcome.changed += 1,
            None => outcome.undecided += 1,
            Some(_) if party == Party::LeavesItToAnother => outcome.own += 1,
            Some(verdict) => {
                outcome.count(verdict);
                return Some(Decided { query, subject, verdict, said: said.hash_of(subject), party });
            }
        }
        None
    }
}

/// Takes back some of what was settled at once, after a place; gives how many decisions, and where to go on if there may be more.
pub(crate) async fn take_back(
    connection: &mut Connection,
    undo: &BulkUndo,
    after: Option<BatchPlace>,
    limit: i64,
) -> Result<(i64, Option<BatchPlace>)> {
    batches::note_taken_back(connection, undo).await?;
    let found = last_of_batch(connection, undo, after.as_ref(), limit).await?;
    let queries: BTreeSet<QueryId> = found.iter().map(|(query, ..)| *query).collect();
    standing::lock_all(connection, queries.iter().copied()).await?;
    let may_be_more = i64::try_from(found.len()) == Ok(limit);
    let last = found.into_iter().next_back().filter(|_| may_be_more).map(|(query, subject, _)| (query, subject));
    // Somebody may have decided anew before the queries were locked.
    let found = last_of_batch(connection, undo, after.as_ref(), limit).await?;
    let found: Vec<_> = found.into_iter().filter(|(query, ..)| queries.contains(query)).collect();
    let parties = parties(connection, undo.set, undo.reviewer, &queries.iter().copied().collect::<Vec<_>>()).await?;
    let count = found.len();
    for (query, subject, said) in found {
        let (verdict, reason, note, party) = (None, None, String::new(), parties.of(query) != Party::No);
        let BulkUndo { operation, set, reviewer, at, .. } = *undo;
        let decision = NewDecision { operation, set, query, subject, verdict, said, reviewer, reason, note, party, at };
        insert(connection, decision).await?;
    }
    restate(connection, queries).await?;
    Ok((i64::try_from(count).unwrap_or(i64::MAX), last))
}

async fn restate(connection: &mut Connection, queries: BTreeSet<QueryId>) -> Result<()> {
    for query in &queries {
        standing::touch(connection, *query).await?;
    }
    standing::restate_all(connection, &queries.into_iter().collect::<Vec<_>>()).await
}
