//! Keeps an operation: the history's row, and what the operation changes.

use domain::assignment::AssignmentStatus;
use domain::id::{QueryId, SetId, UserId};
use domain::operation::{Action, Outcome};
use sqlx::types::Json;

use super::{Connection, answers, assignments, doubts, labels, places, pool, queries, standing};
use crate::operations::{FirstRow, HistoryRow, Origin};
use crate::{Error, NewOperation, Result, Rule};

/// Does some operations, one after the other, each inside a savepoint.
pub(crate) async fn record_all(connection: &mut Connection, operations: &[NewOperation]) -> Result<Vec<Outcome>> {
    standing::lock_all(connection, operations.iter().map(|new| new.operation.query)).await?;
    let mut outcomes = Vec::with_capacity(operations.len());
    for operation in operations {
        outcomes.push(record_alone(connection, operation).await?);
    }
    Ok(outcomes)
}

/// Does an operation; one that is refused leaves nothing behind.
async fn record_alone(connection: &mut Connection, new: &NewOperation) -> Result<Outcome> {
    sqlx::query("SAVEPOINT operation").execute(&mut *connection).await?;
    let outcome = match record(connection, new).await {
        Err(Error::Conflict(Rule::LabelInPool)) => {
            undo(connection).await?;
            Outcome::refused(&Rule::LabelInPool.to_string())
        }
        // Another request with this id was faster: its outcome is there now.
        Err(Error::Conflict(Rule::Other)) => {
            undo(connection).await?;
            record(connection, new).await?
        }
        Ok(refused) if refused.refusal().is_some() => {
            undo(connection).await?;
            refused
        }
        outcome => outcome?,
    };
    sqlx::query("RELEASE operation").execute(connection).await?;
    Ok(outcome)
}

/// Undoes what the operation at hand began.
async fn undo(connection: &mut Connection) -> Result<()> {
    sqlx::query("ROLLBACK TO operation").execute(connection).await?;
    Ok(())
}

/// Does an operation, or gives the first outcome again when it was done before.
async fn record(connection: &mut Connection, new: &NewOperation) -> Result<Outcome> {
    record_from(connection, new, Origin::Labeller).await
}

/// The same, wherever it comes from.
pub(crate) async fn record_from(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<Outcome> {
    if let Some(outcome) = replayed(connection, new).await? {
        return Ok(outcome);
    }
    if !queries::query_is_of_set(connection, new.set, new.operation.query).await? {
        return Ok(Outcome::refused("the set has no such query"));
    }
    // Everything that changes a query's assignments, labels or pool locks the query first, so that no two wait for each other.
    standing::lock(connection, new.operation.query).await?;
    let late = match places::admit(connection, new, origin).await? {
        Ok(late) => late,
        Err(no_place) => return Ok(Outcome::no_place(no_place)),
    };
    let outcome = match doubts::unconfirmed(connection, new).await? {
        Some(unconfirmed) => unconfirmed,
        None => apply(connection, new, origin).await?,
    };
    if let Some(revision) = revision(&outcome) {
        if !keep(connection, new, revision, late).await? {
            return Err(Error::Conflict(Rule::Other));
        }
        standing::touch(connection, new.operation.query).await?;
        if matches!(new.operation.action, Action::Judge { .. } | Action::Answer { .. }) {
            standing::restate_if_heard(connection, new.operation.query, new.actor).await?;
        }
    }
    if matches!(outcome, Outcome::Conflict { .. })
        && let Some(first) = replayed(connection, new).await?
    {
        return Ok(first);
    }
    Ok(outcome)
}

/// What the history keeps of an outcome beside the operation: a revision, or the number of a card.
fn revision(outcome: &Outcome) -> Option<i64> {
    match outcome {
        Outcome::Saved { revision } => Some(*revision),
        Outcome::InPool { number } => Some((*number).into()),
        Outcome::Conflict { .. } | Outcome::Refused { .. } | Outcome::Unconfirmed { .. } | Outcome::NoPlace { .. } => None,
    }
}

/// The first outcome of an operation that was done before; a refusal when its id was another operation's.
async fn replayed(connection: &mut Connection, new: &NewOperation) -> Result<Option<Outcome>> {
    let sql = "SELECT set_id, query_id, action, revision FROM operations WHERE actor_id = $1 AND id = $2";
    let first = sqlx::query_as(sql).bind(new.actor).bind(new.operation.id).fetch_optional(connection).await?;
    Ok(first.map(|first: FirstRow| first.outcome_for(new)))
}

/// Changes what the operation is about.
async fn apply(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<Outcome> {
    let (query, actor) = (new.operation.query, new.actor);
    match &new.operation.action {
        Action::Judge { .. } => labels::judge(connection, new, origin).await,
        Action::Answer { .. } => answers::put_answer(connection, new, origin).await,
        Action::AddToPool { chunk } => pool::add_found(connection, new, *chunk).await,
        Action::Flag { note } => assignments::flag(connection, query, actor, note).await,
        Action::Complete { .. } => assignments::complete(connection, query, actor, new.at, origin).await,
        Action::Reopen => assignments::reopen(connection, new).await,
        Action::Skip => assignments::leave(connection, query, actor, AssignmentStatus::Skipped).await,
        Action::HandBack { .. } => assignments::leave(connection, query, actor, AssignmentStatus::HandedBack).await,
    }
}

/// Writes the history's row; `false` when one of this id is there.
async fn keep(connection: &mut Connection, new: &NewOperation, revision: i64, late: bool) -> Result<bool> {
    let sql = "INSERT INTO operations (id, actor_id, set_id, query_id, chunk_id, kind, action, revision, late, guideline, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, (SELECT guideline FROM sets WHERE id = $3), $10)
        ON CONFLICT (actor_id, id) DO NOTHING";
    let action = &new.operation.action;
    let insert = sqlx::query(sql).bind(new.operation.id).bind(new.actor).bind(new.set).bind(new.operation.query).bind(action.chunk());
    let insert = insert.bind(action.kind()).bind(Json(action)).bind(revision).bind(late).bind(new.at);
    Ok(insert.execute(connection).await?.rows_affected() > 0)
}

/// A page of a query's history, the oldest first; one person's when `only` names them.
pub(crate) async fn history(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    only: Option<UserId>,
    after: i64,
    limit: i64,
) -> Result<Vec<HistoryRow>> {
    let sql = "SELECT o.sequence, u.name, o.action, p.number, o.late, o.guideline, o.at
        FROM operations o
        JOIN users u ON u.id = o.actor_id
        LEFT JOIN pool p ON p.query_id = o.query_id AND p.chunk_id = o.chunk_id
        WHERE o.query_id = $1 AND o.set_id = $2 AND o.sequence > $3 AND (o.actor_id = $4 OR $5)
        ORDER BY o.sequence
        LIMIT $6";
    let actor = only.unwrap_or(UserId(uuid::Uuid::nil()));
    let select = sqlx::query_as(sql).bind(query).bind(set).bind(after).bind(actor).bind(only.is_none()).bind(limit);
    Ok(select.fetch_all(connection).await?)
}

pub(crate) async fn count_operations(connection: &mut Connection, set: SetId, actor: UserId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM operations WHERE set_id = $1 AND actor_id = $2";
    Ok(sqlx::query_scalar(sql).bind(set).bind(actor).fetch_one(connection).await?)
}
