//! Reference answers, and the drafts of them.

use std::collections::HashMap;

use domain::Invalid;
use domain::answer::{self, Answer, Citation};
use domain::id::{QueryId, UserId};
use domain::operation::{Action, Current, Outcome};
use sqlx::types::Json;

use super::independence::saw_answer;
use super::{Connection, pool};
use crate::answers::AnswerRow;
use crate::operations::Origin;
use crate::{NewOperation, Result};

/// A labeller's answer to a query.
pub(crate) async fn answer(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Option<AnswerRow>> {
    let sql = "SELECT text, citations, answerable, confirmed, revision FROM answers WHERE query_id = $1 AND labeller_id = $2";
    Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_optional(connection).await?)
}

/// Changes an answer if it is of the revision that the labeller saw.
pub(crate) async fn put_answer(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<Outcome> {
    let Action::Answer { text, citations, answerable, confirmed, base } = &new.operation.action else {
        return Ok(Outcome::refused("not an answer"));
    };
    let cited = match check_citations(connection, new.operation.query, text, citations).await? {
        Ok(cited) => cited,
        Err(invalid) => return Ok(Outcome::refused(&invalid.0)),
    };
    let saw_others = saw_answer(connection, new, origin).await?;
    let sql = "INSERT INTO answers (query_id, labeller_id, text, citations, answerable, confirmed, saw_others, guideline, revision, at)
        SELECT $1, $2, $3, $4, $5, $6, $10, (SELECT guideline FROM sets WHERE id = $9), 1, $7
        WHERE $8 = 0 OR EXISTS (SELECT 1 FROM answers WHERE query_id = $1 AND labeller_id = $2)
        ON CONFLICT (query_id, labeller_id) DO UPDATE
        SET text = excluded.text,
            citations = excluded.citations,
            answerable = excluded.answerable,
            confirmed = excluded.confirmed,
            saw_others = answers.saw_others OR excluded.saw_others AND answers.answerable <> excluded.answerable,
            guideline = excluded.guideline,
            revision = answers.revision + 1,
            at = excluded.at
        WHERE answers.revision = $8
        RETURNING revision";
    let upsert = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor).bind(text).bind(Json(cited));
    let upsert = upsert.bind(*answerable).bind(*confirmed).bind(new.at).bind(*base).bind(new.set).bind(saw_others);
    let revision: Option<i64> = upsert.fetch_optional(&mut *connection).await?;
    if let Some(revision) = revision {
        return Ok(Outcome::Saved { revision });
    }
    let current = answer(connection, new.operation.query, new.actor).await?;
    let conflict = |row| Outcome::Conflict { current: Current::Answer(Answer::from(row)) };
    Ok(current.map_or_else(|| Outcome::refused("there is no answer to change"), conflict))
}

/// What a text cites of what its writer meant, by the numbers that the query's pool has.
async fn check_citations(
    connection: &mut Connection,
    query: QueryId,
    text: &str,
    meant: &[Citation],
) -> Result<std::result::Result<Vec<Citation>, Invalid>> {
    let numbers = if meant.is_empty() { HashMap::new() } else { pool::numbers(connection, query).await? };
    Ok(answer::check_citations(text, meant, |number| numbers.get(&number).copied()))
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
