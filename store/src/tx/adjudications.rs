//! What reviewers decide about disagreements.

use std::collections::BTreeSet;

use domain::Invalid;
use domain::adjudication::{Base, Party, Reason, Said, Unsettled, Verdict};
use domain::disagreement::Subject;
use domain::id::{OperationId, QueryId, SetId, UserId};
use sqlx::types::Json;
use sqlx::{FromRow, QueryBuilder};

use super::disagreements::judged;
use super::in_list::rows_in;
use super::parties::parties;
use super::queries::query_is_of_set;
use super::said::said_rows;
use super::{Connection, Driver, standing};
use crate::adjudications::{NewAdjudication, NewDecision, Settling};
use crate::bulk::{BatchPlace, BulkUndo};
use crate::{Error, Result};

/// Keeps what a reviewer decided, if the subject is as they saw it.
pub(crate) async fn settle(connection: &mut Connection, new: &NewAdjudication) -> Result<Settling> {
    if !query_is_of_set(connection, new.set, new.query).await? {
        return Ok(Settling::NoSuchQuery);
    }
    standing::lock(connection, new.query).await?;
    if let Some(revision) = replayed(connection, new).await? {
        return Ok(Settling::Kept { revision });
    }
    if let Err(refused) = check(connection, new).await? {
        return Ok(refused);
    }
    let party = parties(connection, new.set, new.reviewer, &[new.query]).await?.of(new.query);
    if party == Party::LeavesItToAnother {
        return Ok(Settling::Party);
    }
    let decision = NewDecision {
        operation: new.operation,
        set: new.set,
        query: new.query,
        subject: new.subject.to_string(),
        verdict: new.verdict,
        said: new.base.said.clone(),
        reviewer: new.reviewer,
        reason: new.reason,
        note: new.note.clone(),
        party: party != Party::No,
        at: new.at,
    };
    let revision = insert(connection, decision).await?;
    standing::touch(connection, new.query).await?;
    standing::restate(connection, new.query).await?;
    Ok(Settling::Kept { revision })
}

/// Whether the subject is as the reviewer saw it, and can be decided so.
async fn check(connection: &mut Connection, new: &NewAdjudication) -> Result<std::result::Result<(), Settling>> {
    let (said, disputed) = disputed(connection, new.query, new.subject).await?;
    let revision = revision(connection, new.query, new.subject).await?;
    if new.base != (Base { said: said.hash_of(new.subject), revision }) {
        return Ok(Err(Settling::Outdated));
    }
    match new.verdict {
        Some(_) if !disputed => return Ok(Err(Settling::NothingDisputed)),
        None if said.decision_on(new.subject).is_none() => return Ok(Err(Settling::NothingDisputed)),
        Some(verdict) => said.check(new.subject, verdict, &new.scale)?,
        None => {}
    }
    Ok(Ok(()))
}

/// The place of a decision that was made before under this operation's id.
async fn replayed(connection: &mut Connection, new: &NewAdjudication) -> Result<Option<i64>> {
    let sql = "SELECT sequence, query_id, subject, verdict, reason, note
        FROM adjudications
        WHERE reviewer_id = $1 AND operation_id = $2
        LIMIT 1";
    let first: Option<FirstRow> = sqlx::query_as(sql).bind(new.reviewer).bind(new.operation).fetch_optional(connection).await?;
    match first {
        None => Ok(None),
        Some(first) if first.is(new) => Ok(Some(first.sequence)),
        Some(_) => Err(Error::Invalid(Invalid::new("the operation's id was another decision's: each decision needs an id of its own"))),
    }
}

#[derive(FromRow)]
struct FirstRow {
    sequence: i64,
    query_id: QueryId,
    subject: String,
    verdict: Option<Json<Verdict>>,
    reason: Option<Reason>,
    note: String,
}

impl FirstRow {
    fn is(&self, new: &NewAdjudication) -> bool {
        let verdict = self.verdict.as_ref().map(|verdict| verdict.0);
        let same_subject = (self.query_id, self.subject.as_str()) == (new.query, new.subject.to_string().as_str());
        same_subject && (verdict, self.reason, self.note.as_str()) == (new.verdict, new.reason, new.note.as_str())
    }
}

/// All that was said about a query, and whether this subject of it is disputed.
async fn disputed(connection: &mut Connection, query: QueryId, subject: Subject) -> Result<(Said, bool)> {
    let tally = standing::tally(connection, query).await?;
    let damaged = |why: Unsettled| Error::Damaged(why.to_string());
    let said = said_rows(connection, &[query]).await?.said(query, tally.tally.overlap_met()).map_err(damaged)?;
    let judged = judged(connection, &[query]).await?;
    let disputed = tally.disagreements(&said, &judged).iter().any(|found| found.subject == subject);
    Ok((said, disputed))
}

/// The place of the last decision about a subject; 0 when there is none.
pub(crate) async fn revision(connection: &mut Connection, query: QueryId, subject: Subject) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(MAX(sequence), 0) AS BIGINT) FROM adjudications WHERE query_id = $1 AND subject = $2";
    Ok(sqlx::query_scalar(sql).bind(query).bind(subject.to_string()).fetch_one(connection).await?)
}

/// Keeps a decision, and gives its place among all.
pub(crate) async fn insert(connection: &mut Connection, new: NewDecision) -> Result<i64> {
    let sql = "INSERT INTO adjudications
            (operation_id, set_id, query_id, subject, verdict, said, reviewer_id, reason, note, party, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        RETURNING sequence";
    let insert = sqlx::query_scalar(sql).bind(new.operation).bind(new.set).bind(new.query).bind(new.subject);
    let insert = insert.bind(new.verdict.map(Json)).bind(new.said).bind(new.reviewer).bind(new.reason);
    Ok(insert.bind(new.note).bind(new.party).bind(new.at).fetch_one(connection).await?)
}

/// The subjects of some queries that a reviewer decided about by an operation, also where that does not hold any more.
pub(crate) async fn decided_in_batch(
    connection: &mut Connection,
    reviewer: UserId,
    batch: OperationId,
    queries: &[QueryId],
) -> Result<BTreeSet<(QueryId, String)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT query_id, subject FROM adjudications WHERE reviewer_id = ").push_bind(reviewer);
        query.push(" AND operation_id = ").push_bind(batch).push(" AND query_id");
    };
    Ok(rows_in(connection, begin, queries).await?.into_iter().collect())
}

/// How many disagreements of a set a reviewer settled by an operation, also where that does not hold any more.
pub(crate) async fn count_of_batch(connection: &mut Connection, set: SetId, reviewer: UserId, batch: OperationId) -> Result<i64> {
    let sql = "SELECT COUNT(*)
        FROM adjudications
        WHERE reviewer_id = $1 AND operation_id = $2 AND set_id = $3 AND verdict IS NOT NULL";
    Ok(sqlx::query_scalar(sql).bind(reviewer).bind(batch).bind(set).fetch_one(connection).await?)
}

/// What was decided together and nobody decided anew since: some of it after a place, with what was said then.
pub(crate) async fn last_of_batch(
    connection: &mut Connection,
    undo: &BulkUndo,
    after: Option<&BatchPlace>,
    limit: i64,
) -> Result<Vec<(QueryId, String, String)>> {
    let mut query = QueryBuilder::new("SELECT a.query_id, a.subject, a.said FROM adjudications a WHERE a.reviewer_id = ");
    query.push_bind(undo.reviewer).push(" AND a.operation_id = ").push_bind(undo.batch).push(" AND a.set_id = ").push_bind(undo.set);
    query.push(
        " AND a.verdict IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM adjudications l WHERE l.query_id = a.query_id AND l.subject = a.subject AND l.sequence > a.sequence
        )",
    );
    if let Some((of, subject)) = after {
        query.push(" AND (a.query_id, a.subject) > (").push_bind(*of).push(", ").push_bind(subject.clone()).push(")");
    }
    query.push(" ORDER BY a.query_id, a.subject LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(connection).await?)
}
