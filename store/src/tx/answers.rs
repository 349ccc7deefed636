//! Reference answers, and the drafts of them.

use domain::answer::{Answer, cited_numbers};
use domain::id::{ChunkId, QueryId, UserId};
use domain::operation::{Current, Outcome};
use domain::query::Answerable;
use sqlx::types::Json;

use super::Connection;
use crate::answers::AnswerRow;
use crate::{NewOperation, Result};

/// A labeller's answer to a query.
pub(crate) async fn answer(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Option<AnswerRow>> {
    let sql = "SELECT text, citations, answerable, revision FROM answers WHERE query_id = $1 AND labeller_id = $2";
    Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_optional(connection).await?)
}

/// Changes an answer if it is of the revision that the labeller saw.
pub(crate) async fn put_answer(
    connection: &mut Connection,
    new: &NewOperation,
    text: &str,
    answerable: Answerable,
    base: i64,
) -> Result<Outcome> {
    let cited = cited_chunks(connection, new.operation.query, text).await?;
    let sql = "INSERT INTO answers (query_id, labeller_id, text, citations, answerable, revision, at)
        SELECT $1, $2, $3, $4, $5, 1, $6
        WHERE $7 = 0 OR EXISTS (SELECT 1 FROM answers WHERE query_id = $1 AND labeller_id = $2)
        ON CONFLICT (query_id, labeller_id) DO UPDATE
        SET text = excluded.text,
            citations = excluded.citations,
            answerable = excluded.answerable,
            revision = answers.revision + 1,
            at = excluded.at
        WHERE answers.revision = $7
        RETURNING revision";
    let upsert = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor).bind(text).bind(Json(cited));
    let revision: Option<i64> = upsert.bind(answerable).bind(new.at).bind(base).fetch_optional(&mut *connection).await?;
    if let Some(revision) = revision {
        return Ok(Outcome::Saved { revision });
    }
    let current = answer(connection, new.operation.query, new.actor).await?;
    let conflict = |row| Outcome::Conflict { current: Current::Answer(Answer::from(row)) };
    Ok(current.map_or_else(|| Outcome::refused("there is no answer to change"), conflict))
}

/// The chunks whose numbers a text cites.
async fn cited_chunks(connection: &mut Connection, query: QueryId, text: &str) -> Result<Vec<ChunkId>> {
    let numbers = cited_numbers(text);
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "SELECT number, chunk_id FROM pool WHERE query_id = $1";
    let pool: Vec<(i32, ChunkId)> = sqlx::query_as(sql).bind(query).fetch_all(connection).await?;
    let chunk = |number: i32| pool.iter().find(|entry| entry.0 == number).map(|entry| entry.1);
    Ok(numbers.into_iter().filter_map(chunk).collect())
}

pub(crate) async fn put_draft(
    connection: &mut Connection,
    query: QueryId,
    labeller: UserId,
    text: &str,
    sequence: i64,
    base: i64,
) -> Result<()> {
    let sql = "INSERT INTO answer_drafts (query_id, labeller_id, text, sequence, base)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (query_id, labeller_id) DO UPDATE
        SET text = excluded.text, sequence = excluded.sequence, base = excluded.base
        WHERE answer_drafts.sequence < excluded.sequence";
    sqlx::query(sql).bind(query).bind(labeller).bind(text).bind(sequence).bind(base).execute(connection).await?;
    Ok(())
}

pub(crate) async fn draft(connection: &mut Connection, query: QueryId, labeller: UserId, base: i64) -> Result<Option<String>> {
    let sql = "SELECT text FROM answer_drafts WHERE query_id = $1 AND labeller_id = $2 AND base = $3";
    Ok(sqlx::query_scalar(sql).bind(query).bind(labeller).bind(base).fetch_optional(connection).await?)
}
