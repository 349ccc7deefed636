//! What reviewers settled about queries.

use domain::adjudication::Adjudication;
use domain::id::{QueryId, SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use super::{Connection, standing};
use crate::Result;
use crate::adjudications::{GivenAnswer, GivenLabel};

/// Keeps what a reviewer settled; `false`: the set has no such query.
pub(crate) async fn adjudicate(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    reviewer: UserId,
    settled: &Adjudication,
    note: &str,
    at: Timestamp,
) -> Result<bool> {
    let sql = "INSERT INTO adjudications (query_id, reviewer_id, settled, note, party, at)
        SELECT id, $3, $4, $5, EXISTS (SELECT 1 FROM labels WHERE query_id = $2 AND labeller_id = $3), $6
        FROM queries
        WHERE id = $2 AND set_id = $1
        ON CONFLICT (query_id) DO UPDATE
        SET reviewer_id = excluded.reviewer_id,
            settled = excluded.settled,
            note = excluded.note,
            party = excluded.party,
            at = excluded.at";
    let insert = sqlx::query(sql).bind(set).bind(query).bind(reviewer).bind(Json(settled)).bind(note).bind(at);
    if insert.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(false);
    }
    standing::touch(connection, query).await?;
    standing::restate(connection, query).await?;
    Ok(true)
}

pub(crate) async fn adjudication(connection: &mut Connection, query: QueryId) -> Result<Option<Json<Adjudication>>> {
    let sql = "SELECT settled FROM adjudications WHERE query_id = $1";
    Ok(sqlx::query_scalar(sql).bind(query).fetch_optional(connection).await?)
}

/// The labels of those who completed a query, by the numbers on the cards.
pub(crate) async fn given_labels(connection: &mut Connection, query: QueryId) -> Result<Vec<GivenLabel>> {
    let sql = "SELECT l.chunk_id, p.number, u.name, l.grade, l.cant_tell
        FROM labels l
        JOIN users u ON u.id = l.labeller_id
        JOIN pool p ON p.query_id = l.query_id AND p.chunk_id = l.chunk_id
        JOIN assignments a ON a.query_id = l.query_id AND a.labeller_id = l.labeller_id
        WHERE l.query_id = $1 AND a.status = 'completed'
        ORDER BY p.number, u.name";
    Ok(sqlx::query_as(sql).bind(query).fetch_all(connection).await?)
}

/// The answers of those who completed a query, the first to complete first.
pub(crate) async fn given_answers(connection: &mut Connection, query: QueryId) -> Result<Vec<GivenAnswer>> {
    let sql = "SELECT s.labeller_id, u.name, s.text, s.answerable
        FROM answers s
        JOIN users u ON u.id = s.labeller_id
        JOIN assignments a ON a.query_id = s.query_id AND a.labeller_id = s.labeller_id
        WHERE s.query_id = $1 AND a.status = 'completed'
        ORDER BY a.completed_at, s.labeller_id";
    Ok(sqlx::query_as(sql).bind(query).fetch_all(connection).await?)
}
