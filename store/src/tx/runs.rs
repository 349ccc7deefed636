//! Runs and their ranked lists.

use domain::id::{ChunkId, QueryId, RunId, SetId};
use sqlx::QueryBuilder;

use super::{Connection, Driver, pool, standing};
use crate::runs::{ChunkRank, ListHead, RunRow};
use crate::{ListRow, NewRun, Result};

/// How many hits one statement inserts.
const INSERTED: usize = 500;

/// The id of the set's run of this retriever and commit; made when it is not there.
pub(crate) async fn ensure_run(connection: &mut Connection, run: &NewRun) -> Result<RunId> {
    let sql = "INSERT INTO runs (id, set_id, chunking_id, retriever, commit_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (set_id, retriever, commit_id) DO UPDATE
        SET retriever = excluded.retriever
        RETURNING id";
    let insert = sqlx::query_scalar(sql).bind(run.id).bind(run.set).bind(run.chunking).bind(&run.retriever).bind(&run.commit);
    Ok(insert.bind(run.created_at).fetch_one(connection).await?)
}

/// Adds lists to a run, and their first `k` chunks to the pools; gives how many lists were new.
pub(crate) async fn add_lists(connection: &mut Connection, run: RunId, k: i32, lists: Vec<ListRow>) -> Result<u64> {
    let mut new = 0;
    for list in lists {
        new += u64::from(add_list(connection, run, k, &list).await?);
    }
    Ok(new)
}

async fn add_list(connection: &mut Connection, run: RunId, k: i32, list: &ListRow) -> Result<bool> {
    let sql = "INSERT INTO ranked_lists (run_id, query_id, latency_ms, cost_usd)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (run_id, query_id) DO NOTHING";
    let insert = sqlx::query(sql).bind(run).bind(list.query).bind(list.latency_ms).bind(list.cost_usd);
    if insert.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(false);
    }
    for (part, first) in list.hits.chunks(INSERTED).zip((1..).step_by(INSERTED)) {
        let mut query: QueryBuilder<Driver> = QueryBuilder::new("INSERT INTO hits (run_id, query_id, rank, chunk_id, score) ");
        query.push_values(part.iter().zip(first..), |mut row, (hit, rank): (_, i32)| {
            row.push_bind(run).push_bind(list.query).push_bind(rank).push_bind(hit.0).push_bind(hit.1);
        });
        query.build().execute(&mut *connection).await?;
    }
    let sql = "UPDATE runs SET queries = queries + 1, hits = hits + $2 WHERE id = $1";
    let hits = i64::try_from(list.hits.len()).unwrap_or(i64::MAX);
    sqlx::query(sql).bind(run).bind(hits).execute(&mut *connection).await?;
    let top = list.hits.len().min(usize::try_from(k).unwrap_or_default());
    pool::add_hits(connection, run, list.query, &list.hits[..top]).await?;
    standing::touch(connection, list.query).await?;
    Ok(true)
}

/// The set's newest hundred runs, the newest first.
pub(crate) async fn runs(connection: &mut Connection, set: SetId) -> Result<Vec<RunRow>> {
    let sql = "SELECT id, retriever, commit_id, chunking_id, queries, hits, created_at
        FROM runs
        WHERE set_id = $1
        ORDER BY id DESC
        LIMIT 100";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

/// Where the set's newest runs rank a chunk for a query, the newest first.
pub(crate) async fn ranks(connection: &mut Connection, set: SetId, query: QueryId, chunk: ChunkId) -> Result<Vec<ChunkRank>> {
    let sql = "SELECT r.retriever, h.rank
        FROM (SELECT id, retriever FROM runs WHERE set_id = $1 ORDER BY id DESC LIMIT 20) r
        JOIN hits h ON h.run_id = r.id AND h.query_id = $2
        WHERE h.chunk_id = $3
        ORDER BY r.id DESC";
    Ok(sqlx::query_as(sql).bind(set).bind(query).bind(chunk).fetch_all(connection).await?)
}

/// The set's newest run that has a list for a query.
pub(crate) async fn newest_run_with_list(connection: &mut Connection, set: SetId, query: QueryId) -> Result<Option<RunRow>> {
    let sql = "SELECT r.id, r.retriever, r.commit_id, r.chunking_id, r.queries, r.hits, r.created_at
        FROM runs r
        JOIN ranked_lists l ON l.run_id = r.id AND l.query_id = $2
        WHERE r.set_id = $1
        ORDER BY r.id DESC
        LIMIT 1";
    Ok(sqlx::query_as(sql).bind(set).bind(query).fetch_optional(connection).await?)
}

/// The chunks that a run lists for a query, the best first.
pub(crate) async fn list_of_query(connection: &mut Connection, run: RunId, query: QueryId) -> Result<Vec<ChunkId>> {
    let sql = "SELECT chunk_id FROM hits WHERE run_id = $1 AND query_id = $2 ORDER BY rank";
    Ok(sqlx::query_scalar(sql).bind(run).bind(query).fetch_all(connection).await?)
}

/// The next lists of a run after a query, without their hits.
pub(crate) async fn list_heads(connection: &mut Connection, run: RunId, after: QueryId) -> Result<Vec<ListHead>> {
    let sql = "SELECT l.query_id, q.external_id, l.latency_ms, l.cost_usd
        FROM ranked_lists l
        JOIN queries q ON q.id = l.query_id
        WHERE l.run_id = $1 AND l.query_id > $2
        ORDER BY l.query_id
        LIMIT 500";
    Ok(sqlx::query_as(sql).bind(run).bind(after).fetch_all(connection).await?)
}

/// The hits of a run for the queries after one and up to another, the best first.
pub(crate) async fn hits(connection: &mut Connection, run: RunId, after: QueryId, last: QueryId) -> Result<Vec<(QueryId, ChunkId)>> {
    let sql = "SELECT query_id, chunk_id
        FROM hits
        WHERE run_id = $1 AND query_id > $2 AND query_id <= $3
        ORDER BY query_id, rank";
    Ok(sqlx::query_as(sql).bind(run).bind(after).bind(last).fetch_all(connection).await?)
}

/// The ranked chunks of a query in a run, best first, by the user's ids.
pub(crate) async fn named_hits(connection: &mut Connection, run: RunId, query: QueryId) -> Result<Vec<(String, Option<f64>)>> {
    let sql = "SELECT c.external_id, h.score
        FROM hits h
        JOIN chunks c ON c.id = h.chunk_id
        WHERE h.run_id = $1 AND h.query_id = $2
        ORDER BY h.rank";
    Ok(sqlx::query_as(sql).bind(run).bind(query).fetch_all(connection).await?)
}
