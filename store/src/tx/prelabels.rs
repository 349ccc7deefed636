//! Judges and their pre-labels.

use std::collections::BTreeSet;

use domain::id::{ChunkId, JudgeId, QueryId, SetId};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::in_list::rows_in;
use super::{Connection, Driver, standing};
use crate::prelabels::SaidRow;
use crate::{PrelabelRow, Result};

/// The id of the set's judge of this name and prompt version; made when it is not there.
pub(crate) async fn ensure_judge(
    connection: &mut Connection,
    id: JudgeId,
    set: SetId,
    name: &str,
    prompt_version: &str,
) -> Result<JudgeId> {
    let sql = "INSERT INTO judges (id, set_id, name, prompt_version)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (set_id, name, prompt_version) DO UPDATE
        SET name = excluded.name
        RETURNING id";
    Ok(sqlx::query_scalar(sql).bind(id).bind(set).bind(name).bind(prompt_version).fetch_one(connection).await?)
}

/// Adds pre-labels, and says for each whether it is new. Labellers who gave another grade differ from the judge then.
pub(crate) async fn add_prelabels(connection: &mut Connection, rows: Vec<PrelabelRow>) -> Result<Vec<bool>> {
    let sql = "INSERT INTO prelabels (query_id, chunk_id, judge_id, grade, rationale, evidence)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (query_id, chunk_id, judge_id) DO NOTHING";
    let queries: Vec<QueryId> = rows.iter().map(|row| row.query).collect::<BTreeSet<_>>().into_iter().collect();
    for query in &queries {
        standing::lock(connection, *query).await?;
    }
    let mut new = Vec::with_capacity(rows.len());
    for row in rows {
        let insert = sqlx::query(sql).bind(row.query).bind(row.chunk).bind(row.judge).bind(row.grade).bind(row.rationale);
        new.push(insert.bind(Json(row.evidence)).execute(&mut *connection).await?.rows_affected() > 0);
    }
    standing::restate_all(connection, &queries).await?;
    Ok(new)
}

pub(crate) async fn prelabelled(connection: &mut Connection, queries: &[QueryId]) -> Result<Vec<(QueryId, ChunkId)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT DISTINCT query_id, chunk_id FROM prelabels WHERE query_id");
    };
    rows_in(connection, begin, queries).await
}

/// What the judges said of each chunk of a query, of each chunk the newest judge last.
pub(crate) async fn prelabels(connection: &mut Connection, query: QueryId) -> Result<Vec<SaidRow>> {
    let sql = "SELECT p.chunk_id, j.name, p.grade, p.rationale, p.evidence
        FROM prelabels p
        JOIN judges j ON j.id = p.judge_id
        WHERE p.query_id = $1
        ORDER BY p.chunk_id, p.judge_id";
    Ok(sqlx::query_as(sql).bind(query).fetch_all(connection).await?)
}

/// The names of the set's judges, each with its prompt version.
pub(crate) async fn judges(connection: &mut Connection, set: SetId) -> Result<Vec<String>> {
    let sql = "SELECT name, prompt_version FROM judges WHERE set_id = $1 ORDER BY id LIMIT 100";
    let judges: Vec<(String, String)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
    let named = |(name, prompt): (String, String)| if prompt.is_empty() { name } else { format!("{name} {prompt}") };
    Ok(judges.into_iter().map(named).collect())
}
