//! What reviewers settled at once.

use domain::Invalid;
use domain::disagreement::{BulkRule, Kind};
use domain::id::{SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use super::Connection;
use crate::batches::BatchRow;
use crate::bulk::{BulkUndo, NewBulk};
use crate::{Error, Result};

/// Keeps by which rule a reviewer settles many at once. The same id again is the same set, kind and rule, or it is refused.
pub(crate) async fn keep(connection: &mut Connection, new: &NewBulk) -> Result<()> {
    let sql = "INSERT INTO batches (reviewer_id, operation_id, set_id, kind, rule, at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (reviewer_id, operation_id) DO NOTHING";
    let insert = sqlx::query(sql).bind(new.reviewer.id).bind(new.operation).bind(new.set).bind(new.filter.kind).bind(Json(new.rule));
    insert.bind(new.at).execute(&mut *connection).await?;
    let sql = "SELECT set_id, kind, rule, taken_back_at FROM batches WHERE reviewer_id = $1 AND operation_id = $2";
    let kept: (SetId, Kind, Json<BulkRule>, Option<Timestamp>) =
        sqlx::query_as(sql).bind(new.reviewer.id).bind(new.operation).fetch_one(connection).await?;
    let refusal = match kept {
        (.., Some(_)) => "what was settled under this id was taken back: look again, and settle it under a new id",
        (set, kind, Json(rule), None) if (set, Some(kind), rule) == (new.set, new.filter.kind, new.rule) => return Ok(()),
        _ => "the operation's id was that of another rule or another set: what is settled at once needs an id of its own",
    };
    Err(Error::Invalid(Invalid::new(refusal)))
}

/// Notes that a reviewer takes back what they settled at once.
pub(crate) async fn note_taken_back(connection: &mut Connection, undo: &BulkUndo) -> Result<()> {
    let sql = "UPDATE batches
        SET taken_back_at = COALESCE(taken_back_at, $3)
        WHERE reviewer_id = $1 AND operation_id = $2 AND set_id = $4";
    sqlx::query(sql).bind(undo.reviewer).bind(undo.batch).bind(undo.at).bind(undo.set).execute(connection).await?;
    Ok(())
}

/// What a reviewer settled at once in a set, the last first.
pub(crate) async fn batches(connection: &mut Connection, set: SetId, reviewer: UserId, limit: i64) -> Result<Vec<BatchRow>> {
    let sql = "SELECT b.operation_id, b.kind, b.rule, b.at,
            (
                SELECT COUNT(*)
                FROM adjudications a
                WHERE a.reviewer_id = b.reviewer_id AND a.operation_id = b.operation_id AND a.verdict IS NOT NULL
            ) AS settled,
            (
                SELECT COUNT(*)
                FROM adjudications a
                WHERE a.reviewer_id = b.reviewer_id AND a.operation_id = b.operation_id AND a.verdict IS NOT NULL
                AND NOT EXISTS (
                    SELECT 1 FROM adjudications l WHERE l.query_id = a.query_id AND l.subject = a.subject AND l.sequence > a.sequence
                )
            ) AS last
        FROM batches b
        WHERE b.set_id = $1 AND b.reviewer_id = $2
        ORDER BY b.at DESC, b.operation_id DESC
        LIMIT $3";
    Ok(sqlx::query_as(sql).bind(set).bind(reviewer).bind(limit).fetch_all(connection).await?)
}
