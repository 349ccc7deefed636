//! Pools: the chunks that are shown for a query.

use domain::chunk::Chunk;
use domain::id::{ChunkId, QueryId, RunId, SetId};
use domain::pool::{PoolChunk, Provenance};

use crate::{ChunkRow, Result, Store};

#[derive(sqlx::FromRow)]
pub(crate) struct PoolRow {
    #[sqlx(flatten)]
    chunk: ChunkRow,
    number: i32,
    provenance: Provenance,
    score: Option<f64>,
}

impl From<PoolRow> for PoolChunk {
    fn from(row: PoolRow) -> Self {
        Self { chunk: Chunk::from(row.chunk), number: row.number, provenance: row.provenance, score: row.score }
    }
}

impl Store {
    /// The pool of a query, by number. A chunk of which only the id is known cannot be shown.
    pub async fn pool(&self, query: QueryId) -> Result<Vec<PoolChunk>> {
        let rows = read!(self, pool::pool(query))?;
        Ok(rows.into_iter().map(PoolChunk::from).collect())
    }

    /// Puts chunks into a query's pool where they are not in it, and gives their numbers.
    pub async fn pool_chunks(&self, query: QueryId, chunks: Vec<ChunkId>) -> Result<Vec<i32>> {
        transact!(self, pool::add_chunks(query, &chunks))
    }

    /// Puts what nobody judged among the top hits of a run into the pools, and gives those queries out again: who completed
    /// one keeps their labels and judges what is new. Gives how many chunks and queries it is about.
    pub async fn reopen_for_holes(&self, set: SetId, run: RunId, mut queries: Vec<QueryId>, k: i32) -> Result<(u64, u64)> {
        queries.sort_unstable();
        transact!(self, pool::reopen_for_holes(set, run, &queries, k))
    }
}
