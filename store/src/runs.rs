//! Runs, their lists, and the pools that they feed.

use std::collections::HashMap;

use domain::id::{ChunkId, ChunkingId, QueryId, RunId, SetId};
use domain::run::Run;
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// A run that begins.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id, if it is not there yet.
    pub id: RunId,
    pub set: SetId,
    /// The chunking that was ranked.
    pub chunking: ChunkingId,
    pub retriever: String,
    /// The retriever's commit; empty when not known.
    pub commit: String,
    /// Now.
    pub created_at: Timestamp,
}

/// A ranked list with its ids resolved.
#[derive(Debug, Clone)]
pub struct ListRow {
    pub query: QueryId,
    /// Best first: the chunk, and the score where there is one.
    pub hits: Vec<(ChunkId, Option<f64>)>,
    /// How long it took.
    pub latency_ms: Option<f64>,
    pub cost_usd: Option<f64>,
}

/// A ranked list of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedQuery {
    pub query: QueryId,
    /// The query, by the user's id.
    pub external_id: String,
    /// How long it took.
    pub latency_ms: Option<f64>,
    pub cost_usd: Option<f64>,
    /// The chunks, the best first.
    pub chunks: Vec<ChunkId>,
}

/// Where a run ranks a chunk for a query.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ChunkRank {
    pub retriever: String,
    /// From 1.
    pub rank: i32,
}

#[derive(sqlx::FromRow)]
pub(crate) struct RunRow {
    id: RunId,
    retriever: String,
    commit_id: String,
    chunking_id: ChunkingId,
    queries: i64,
    hits: i64,
    created_at: Timestamp,
}

impl From<RunRow> for Run {
    fn from(row: RunRow) -> Self {
        Self {
            id: row.id,
            retriever: row.retriever,
            commit: Some(row.commit_id).filter(|commit| !commit.is_empty()),
            chunking: row.chunking_id,
            queries: row.queries,
            hits: row.hits,
            created_at: row.created_at,
        }
    }
}

#[derive(sqlx::FromRow)]
pub(crate) struct ListHead {
    query_id: QueryId,
    external_id: String,
    latency_ms: Option<f64>,
    cost_usd: Option<f64>,
}

impl Store {
    /// The id of the set's run of this retriever and commit; made when it is not there.
    pub async fn ensure_run(&self, run: NewRun) -> Result<RunId> {
        transact!(self, runs::ensure_run(&run))
    }

    /// Adds lists to a run, in one transaction, and their first `k` chunks to the pools. A query that has a list in the
    /// run keeps it; how many were new comes back.
    pub async fn add_lists(&self, run: RunId, k: i32, lists: Vec<ListRow>) -> Result<u64> {
        transact!(self, runs::add_lists(run, k, lists))
    }

    /// The set's newest hundred runs, the newest first.
    pub async fn runs(&self, set: SetId) -> Result<Vec<Run>> {
        Ok(read!(self, runs::runs(set))?.into_iter().map(Run::from).collect())
    }

    /// The next lists of a run after a query, with all their chunks, the best first; empty at the end.
    pub async fn ranked_queries(&self, run: RunId, after: Option<QueryId>) -> Result<Vec<RankedQuery>> {
        let after = after.unwrap_or(QueryId(uuid::Uuid::nil()));
        let heads = read!(self, runs::list_heads(run, after))?;
        let Some(last) = heads.last().map(|head| head.query_id) else { return Ok(Vec::new()) };
        let mut chunks: HashMap<QueryId, Vec<ChunkId>> = HashMap::with_capacity(heads.len());
        for (query, chunk) in read!(self, runs::hits(run, after, last))? {
            chunks.entry(query).or_default().push(chunk);
        }
        let ranked = |ListHead { query_id: query, external_id, latency_ms, cost_usd }| RankedQuery {
            query,
            external_id,
            latency_ms,
            cost_usd,
            chunks: chunks.remove(&query).unwrap_or_default(),
        };
        Ok(heads.into_iter().map(ranked).collect())
    }

    /// Where the set's newest runs rank a chunk for a query, the newest first: the run and the rank, from 1.
    pub async fn ranks(&self, set: SetId, query: QueryId, chunk: ChunkId) -> Result<Vec<ChunkRank>> {
        read!(self, runs::ranks(set, query, chunk))
    }

    /// The set's newest run with a list for a query, and the chunks of the list, the best first.
    pub async fn newest_list(&self, set: SetId, query: QueryId) -> Result<Option<(Run, Vec<ChunkId>)>> {
        let Some(run) = read!(self, runs::newest_run_with_list(set, query))? else { return Ok(None) };
        let chunks = read!(self, runs::list_of_query(run.id, query))?;
        Ok(Some((Run::from(run), chunks)))
    }

    /// The ranked chunks of a query in a run, best first, by the user's ids.
    pub async fn named_hits(&self, run: RunId, query: QueryId) -> Result<Vec<(String, Option<f64>)>> {
        read!(self, runs::named_hits(run, query))
    }
}
