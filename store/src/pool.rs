//! Pools: the chunks that are shown for a query.

use domain::chunk::Chunk;
use domain::id::{ChunkId, QueryId, RunId, SetId, UserId};
use domain::pool::{ChunkStanding, PoolChunk, Provenance, Voices, standings};

use crate::{ChunkRow, Result, Store};

#[derive(sqlx::FromRow)]
pub(crate) struct PoolRow {
    #[sqlx(flatten)]
    chunk: ChunkRow,
    number: i32,
    provenance: Provenance,
    score: Option<f64>,
}

/// A chunk of a pool, and who judged it beside a labeller.
#[derive(sqlx::FromRow)]
pub(crate) struct VoicesRow {
    chunk_id: ChunkId,
    overlap: i64,
    #[sqlx(flatten)]
    voices: Voices,
    /// Whether the labeller judged it.
    pub judged: bool,
}

/// Whether the labeller is asked to judge each chunk.
pub(crate) fn standings_of(rows: &[VoicesRow]) -> Vec<(ChunkId, ChunkStanding)> {
    let voices: Vec<Voices> = rows.iter().map(|row| row.voices).collect();
    let overlap = rows.first().map_or(1, |row| row.overlap);
    rows.iter().map(|row| row.chunk_id).zip(standings(overlap, &voices)).collect()
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

    /// Whether a labeller is asked to judge the chunks of a query's pool, by number.
    pub async fn chunk_standings(&self, query: QueryId, labeller: UserId) -> Result<Vec<(ChunkId, ChunkStanding)>> {
        Ok(standings_of(&read!(self, pool::voices(query, labeller))?))
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
