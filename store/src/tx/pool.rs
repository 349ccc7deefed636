//! Pools: the chunks that are shown for a query, by the numbers on their cards.

use std::collections::{HashMap, HashSet};

use domain::id::{ChunkId, QueryId, RunId, SetId, UserId};
use domain::operation::Outcome;
use sqlx::QueryBuilder;

use super::{Connection, Driver, assignments, standing};
use crate::pool::{PoolRow, VoicesRow};
use crate::{Error, NewOperation, Result};

/// The chunks of a query's pool that can be shown, by number.
pub(crate) async fn pool(connection: &mut Connection, query: QueryId) -> Result<Vec<PoolRow>> {
    let sql = "SELECT c.id, c.external_id, c.doc_id, c.ordinal, c.title, c.text, p.number, p.provenance, p.score
        FROM pool p
        JOIN chunks c ON c.id = p.chunk_id
        WHERE p.query_id = $1 AND c.text <> ''
        ORDER BY p.number, p.chunk_id
        LIMIT 1000";
    Ok(sqlx::query_as(sql).bind(query).fetch_all(connection).await?)
}

/// The numbers on the cards of a query's pool.
pub(crate) async fn card_numbers(connection: &mut Connection, query: QueryId) -> Result<HashMap<ChunkId, i32>> {
    let sql = "SELECT chunk_id, number FROM pool WHERE query_id = $1";
    let rows: Vec<(ChunkId, i32)> = sqlx::query_as(sql).bind(query).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

/// Who judged the chunks of a query's pool that can be shown, by number, as it matters to a labeller.
pub(crate) async fn voices(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Vec<VoicesRow>> {
    let sql = "SELECT p.chunk_id,
            CAST(q.overlap AS BIGINT) AS overlap,
            COUNT(CASE WHEN l.labeller_id <> $2 AND a.first_completed_at IS NOT NULL THEN 1 END) AS others,
            COUNT(CASE WHEN l.labeller_id = $2 AND l.at <= a.judged_until THEN 1 END) > 0 AS judged_before,
            COUNT(CASE WHEN l.labeller_id = $2 THEN 1 END) > 0 AS judged
        FROM pool p
        JOIN chunks c ON c.id = p.chunk_id
        JOIN queries q ON q.id = p.query_id
        LEFT JOIN labels l ON l.query_id = p.query_id AND l.chunk_id = p.chunk_id AND (l.grade IS NOT NULL OR l.cant_tell)
        LEFT JOIN assignments a ON a.query_id = l.query_id AND a.labeller_id = l.labeller_id
        WHERE p.query_id = $1 AND c.text <> ''
        GROUP BY p.chunk_id, p.number, q.overlap
        ORDER BY p.number, p.chunk_id
        LIMIT 1000";
    Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_all(connection).await?)
}

/// The chunk that each number on a query's cards means.
pub(crate) async fn numbers(connection: &mut Connection, query: QueryId) -> Result<HashMap<i32, ChunkId>> {
    let sql = "SELECT number, chunk_id FROM pool WHERE query_id = $1";
    let rows: Vec<(i32, ChunkId)> = sqlx::query_as(sql).bind(query).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

async fn number(connection: &mut Connection, query: QueryId, chunk: ChunkId) -> Result<Option<i32>> {
    let sql = "SELECT number FROM pool WHERE query_id = $1 AND chunk_id = $2";
    Ok(sqlx::query_scalar(sql).bind(query).bind(chunk).fetch_optional(connection).await?)
}

async fn grow(connection: &mut Connection, query: QueryId, by: u64) -> Result<()> {
    if by == 0 {
        return Ok(());
    }
    let sql = "UPDATE queries SET pool_size = pool_size + $2 WHERE id = $1";
    sqlx::query(sql).bind(query).bind(i32::try_from(by).unwrap_or(i32::MAX)).execute(&mut *connection).await?;
    standing::touch(connection, query).await
}

/// Puts a chunk of the set's chunking that a labeller found behind those that are in the pool.
pub(crate) async fn add_found(connection: &mut Connection, new: &NewOperation, chunk: ChunkId) -> Result<Outcome> {
    let query = new.operation.query;
    standing::lock(connection, query).await?;
    let sql = "INSERT INTO pool (query_id, chunk_id, number, provenance, added_by)
        SELECT $1, c.id, (SELECT COALESCE(MAX(number), 0) + 1 FROM pool WHERE query_id = $1), 'search', $3
        FROM chunks c
        JOIN sets s ON s.chunking_id = c.chunking_id
        WHERE c.id = $2 AND s.id = $4
        ON CONFLICT (query_id, chunk_id) DO NOTHING";
    let insert = sqlx::query(sql).bind(query).bind(chunk).bind(new.actor).bind(new.set);
    let added = insert.execute(&mut *connection).await?.rows_affected();
    grow(connection, query, added).await?;
    let in_pool = |number| Outcome::InPool { number };
    Ok(number(connection, query, chunk).await?.map_or_else(|| Outcome::refused("the set's corpus has no such chunk"), in_pool))
}

/// Puts chunks into a query's pool where they are not in it, and gives their numbers.
pub(crate) async fn add_chunks(connection: &mut Connection, query: QueryId, chunks: &[ChunkId]) -> Result<Vec<i32>> {
    let mut numbers = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        numbers.push(add_chunk(connection, query, *chunk).await?);
    }
    Ok(numbers)
}

/// Puts a chunk that a label is about behind those that are in the pool, where it is not in it, and gives its number.
pub(crate) async fn add_chunk(connection: &mut Connection, query: QueryId, chunk: ChunkId) -> Result<i32> {
    standing::lock(connection, query).await?;
    let sql = "INSERT INTO pool (query_id, chunk_id, number, provenance)
        VALUES ($1, $2, (SELECT COALESCE(MAX(number), 0) + 1 FROM pool WHERE query_id = $1), 'label')
        ON CONFLICT (query_id, chunk_id) DO NOTHING";
    let added = sqlx::query(sql).bind(query).bind(chunk).execute(&mut *connection).await?.rows_affected();
    grow(connection, query, added).await?;
    number(connection, query, chunk).await?.ok_or_else(|| Error::Damaged("the pool lost a chunk that it was given".into()))
}

/// Puts the hits of a run that are not in the pool behind those that are.
pub(crate) async fn add_hits(connection: &mut Connection, run: RunId, query: QueryId, hits: &[(ChunkId, Option<f64>)]) -> Result<()> {
    standing::lock(connection, query).await?;
    let sql = "SELECT chunk_id, number FROM pool WHERE query_id = $1";
    let pooled: Vec<(ChunkId, i32)> = sqlx::query_as(sql).bind(query).fetch_all(&mut *connection).await?;
    let last = pooled.iter().map(|(_, number)| *number).max().unwrap_or(0);
    let there: HashSet<ChunkId> = pooled.into_iter().map(|(chunk, _)| chunk).collect();
    let new: Vec<(i32, &(ChunkId, Option<f64>))> = (last + 1..).zip(hits.iter().filter(|(chunk, _)| !there.contains(chunk))).collect();
    if new.is_empty() {
        return Ok(());
    }
    let mut insert: QueryBuilder<Driver> = QueryBuilder::new("INSERT INTO pool (query_id, chunk_id, number, provenance, run_id, score) ");
    insert.push_values(new, |mut row, (number, (chunk, score))| {
        row.push_bind(query).push_bind(*chunk).push_bind(number).push_bind("run").push_bind(run).push_bind(*score);
    });
    insert.push(" ON CONFLICT (query_id, chunk_id) DO NOTHING");
    let added = insert.build().execute(&mut *connection).await?.rows_affected();
    grow(connection, query, added).await
}

/// Puts what nobody who is heard judged among the top hits of a run into the pools, and gives those queries out again. Gives how
/// many chunks and queries it is about.
pub(crate) async fn reopen_for_holes(
    connection: &mut Connection,
    set: SetId,
    run: RunId,
    queries: &[QueryId],
    k: i32,
) -> Result<(u64, u64)> {
    let (mut chunks, mut reopened) = (0, 0);
    for query in queries {
        let found = holes(connection, set, run, *query, k).await?;
        if found.is_empty() {
            continue;
        }
        add_chunks(connection, *query, &found).await?;
        assignments::give_out_again(connection, *query).await?;
        reopened += 1;
        chunks += found.len() as u64;
    }
    Ok((chunks, reopened))
}

/// The chunks among a query's top hits that nobody judged who completed the query once.
async fn holes(connection: &mut Connection, set: SetId, run: RunId, query: QueryId, k: i32) -> Result<Vec<ChunkId>> {
    let sql = "SELECT h.chunk_id
        FROM hits h
        JOIN queries q ON q.id = h.query_id
        WHERE h.run_id = $1 AND h.query_id = $2 AND h.rank <= $3 AND q.set_id = $4
            AND NOT EXISTS (
                SELECT 1 FROM labels l
                JOIN assignments a ON a.query_id = l.query_id AND a.labeller_id = l.labeller_id
                WHERE l.query_id = h.query_id AND l.chunk_id = h.chunk_id AND (l.grade IS NOT NULL OR l.cant_tell)
                    AND a.first_completed_at IS NOT NULL
            )
        ORDER BY h.rank";
    Ok(sqlx::query_scalar(sql).bind(run).bind(query).bind(k).bind(set).fetch_all(connection).await?)
}
