//! Gathers all that was said about queries, a batch at a time.

use std::collections::{HashMap, HashSet};

use domain::id::{ChunkId, QueryId, RunId, SetId};
use domain::query::QueryStatus;
use sqlx::{FromRow, QueryBuilder, Row};

use super::in_list::{raw_rows_in, rows_in};
use super::said::said_rows;
use super::{Connection, Driver, chunks};
use crate::candidates::{Gathered, NamedQuery, QueryRow, Settling, Tables};
use crate::said::Damage;
use crate::{ChunkRow, Result};

/// The queries of a set that labellers are through with or that are flagged, with their ids, in the byte order of the user's ids.
pub(crate) async fn settleable(connection: &mut Connection, set: SetId) -> Result<Vec<(String, QueryId)>> {
    let sql = "SELECT external_id, id FROM queries WHERE set_id = $1 AND status NOT IN ($2, $3)";
    let select = sqlx::query_as(sql).bind(set).bind(QueryStatus::Open).bind(QueryStatus::Started);
    let mut rows: Vec<(String, QueryId)> = select.fetch_all(connection).await?;
    rows.sort_unstable_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    Ok(rows)
}

/// Settles some queries of a set, in the byte order of the user's ids.
pub(crate) async fn gather(connection: &mut Connection, set: SetId, queries: &[QueryId], settling: Settling) -> Result<Vec<Gathered>> {
    let settled = tables(connection, set, queries, settling).await?.settle();
    let chunks = texts(connection, settled.iter().flat_map(|query| query.chunks().collect::<Vec<_>>()).collect()).await?;
    settled.into_iter().map(|query| query.gathered(&chunks)).collect()
}

async fn tables(connection: &mut Connection, set: SetId, queries: &[QueryId], settling: Settling) -> Result<Tables> {
    let mut said = said_rows(connection, queries).await?;
    Ok(Tables {
        named: named(connection, set, queries).await?,
        queries: query_rows(connection, queries, &mut said.damage).await?,
        said,
        retrievers: retrievers(connection, set, queries).await?,
        settling,
    })
}

/// The names of those queries that are of the set, and whether their overlap is met.
async fn named(connection: &mut Connection, set: SetId, queries: &[QueryId]) -> Result<Vec<NamedQuery>> {
    let sql = "SELECT q.id, q.external_id,
            q.overlap <= (SELECT COUNT(*) FROM assignments a WHERE a.query_id = q.id AND a.status = 'completed')
                AND NOT EXISTS (SELECT 1 FROM assignments a WHERE a.query_id = q.id AND a.question_id IS NOT NULL) AS overlap_met
        FROM queries q
        WHERE q.set_id = ";
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(sql).push_bind(set).push(" AND q.id");
    };
    rows_in(connection, begin, queries).await
}

async fn query_rows(connection: &mut Connection, queries: &[QueryId], damage: &mut Damage) -> Result<HashMap<QueryId, QueryRow>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, text, style, source, seen, metadata FROM queries WHERE id");
    };
    let mut found = HashMap::with_capacity(queries.len());
    for row in raw_rows_in(connection, begin, queries).await? {
        let query: QueryId = row.try_get(0)?;
        match QueryRow::from_row(&row) {
            Ok(read) => drop(found.insert(query, read)),
            Err(error) => damage.note(query, &error),
        }
    }
    Ok(found)
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
