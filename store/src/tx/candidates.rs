//! Gathers all that was said about queries, a batch at a time.

use std::collections::{HashMap, HashSet};

use domain::adjudication::Adjudication;
use domain::id::{ChunkId, QueryId, RunId, SetId};
use domain::query::QueryStatus;
use sqlx::types::Json;
use sqlx::{FromRow, QueryBuilder};

use super::in_list::rows_in;
use super::{Connection, Driver, chunks};
use crate::candidates::{AnswerRow, AssignmentRow, Gathered, LabelRow, QueryRow, Tables, by_query};
use crate::{ChunkRow, Result};

/// The queries of a set that may be settled, with their ids, in the byte order of the user's ids.
pub(crate) async fn settleable(connection: &mut Connection, set: SetId) -> Result<Vec<(String, QueryId)>> {
    let [completed, flagged] = QueryStatus::SETTLEABLE;
    let sql = "SELECT external_id, id FROM queries WHERE set_id = $1 AND status IN ($2, $3)";
    let mut rows: Vec<(String, QueryId)> = sqlx::query_as(sql).bind(set).bind(completed).bind(flagged).fetch_all(connection).await?;
    rows.sort_unstable_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    Ok(rows)
}

/// Settles some queries of a set, in the byte order of the user's ids.
pub(crate) async fn gather(connection: &mut Connection, set: SetId, queries: &[QueryId]) -> Result<Vec<Gathered>> {
    let settled = tables(connection, set, queries).await?.settle();
    let chunks = texts(connection, settled.iter().flat_map(|query| query.chunks().collect::<Vec<_>>()).collect()).await?;
    settled.into_iter().map(|query| query.gathered(&chunks)).collect()
}

async fn tables(connection: &mut Connection, set: SetId, queries: &[QueryId]) -> Result<Tables> {
    let assignments = "SELECT query_id, labeller_id, status, completed_at, flag FROM assignments WHERE query_id";
    let labels = "SELECT query_id, chunk_id, labeller_id, grade, cant_tell, evidence FROM labels WHERE query_id";
    let answers = "SELECT query_id, labeller_id, text, citations, answerable FROM answers WHERE query_id";
    Ok(Tables {
        queries: query_rows(connection, set, queries).await?,
        assignments: by_query(of_queries(connection, assignments, queries).await?, |row: &AssignmentRow| row.query_id),
        labels: by_query(of_queries(connection, labels, queries).await?, |row: &LabelRow| row.query_id),
        answers: by_query(of_queries(connection, answers, queries).await?, |row: &AnswerRow| row.query_id),
        adjudications: adjudications(connection, queries).await?,
        retrievers: retrievers(connection, set, queries).await?,
    })
}

/// The rows of a statement that ends with `WHERE query_id`, for some queries.
async fn of_queries<T>(connection: &mut Connection, sql: &'static str, queries: &[QueryId]) -> Result<Vec<T>>
where
    T: for<'r> FromRow<'r, <Driver as sqlx::Database>::Row> + Send + Unpin,
{
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(sql);
    };
    rows_in(connection, begin, queries).await
}

async fn query_rows(connection: &mut Connection, set: SetId, queries: &[QueryId]) -> Result<Vec<QueryRow>> {
    let sql = "SELECT q.id, q.external_id, q.text, q.style, q.source, q.seen, q.metadata, CAST(s.overlap AS BIGINT) AS overlap
        FROM queries q
        JOIN sets s ON s.id = q.set_id
        WHERE s.id = ";
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(sql).push_bind(set).push(" AND q.id");
    };
    rows_in(connection, begin, queries).await
}

async fn adjudications(connection: &mut Connection, queries: &[QueryId]) -> Result<HashMap<QueryId, Adjudication>> {
    let sql = "SELECT query_id, settled FROM adjudications WHERE query_id";
    let rows: Vec<(QueryId, Json<Adjudication>)> = of_queries(connection, sql, queries).await?;
    Ok(rows.into_iter().map(|(query, settled)| (query, settled.0)).collect())
}

/// How many retrievers ranked chunks for each query.
async fn retrievers(connection: &mut Connection, set: SetId, queries: &[QueryId]) -> Result<HashMap<QueryId, i64>> {
    let sql = "SELECT id, retriever FROM runs WHERE set_id = $1";
    let runs: Vec<(RunId, String)> = sqlx::query_as(sql).bind(set).fetch_all(&mut *connection).await?;
    let mut found: HashMap<QueryId, HashSet<&str>> = HashMap::new();
    for (run, retriever) in &runs {
        let begin = |query: &mut QueryBuilder<Driver>| {
            query.push("SELECT query_id FROM ranked_lists WHERE run_id = ").push_bind(*run).push(" AND query_id");
        };
        let ranked: Vec<(QueryId,)> = rows_in(connection, begin, queries).await?;
        for (query,) in ranked {
            found.entry(query).or_default().insert(retriever);
        }
    }
    Ok(found.into_iter().map(|(query, retrievers)| (query, i64::try_from(retrievers.len()).unwrap_or(i64::MAX))).collect())
}

/// The chunks of these ids, with their texts.
pub(crate) async fn texts(connection: &mut Connection, mut ids: Vec<ChunkId>) -> Result<HashMap<ChunkId, ChunkRow>> {
    ids.sort_unstable();
    ids.dedup();
    let rows = chunks::chunks_by_id(connection, &ids).await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}
