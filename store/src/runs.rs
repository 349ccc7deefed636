//! Runs, their lists, and the pools that they feed.

use std::collections::{HashMap, HashSet};

use domain::id::{ChunkId, ChunkingId, QueryId, RunId, SetId};
use domain::run::Run;
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use crate::{Result, Store};

/// A run that begins.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id, if it is not there yet.
    pub id: RunId,
    /// The set.
    pub set: SetId,
    /// The chunking that was ranked.
    pub chunking: ChunkingId,
    /// The retriever.
    pub retriever: String,
    /// The retriever's commit; empty when not known.
    pub commit: String,
    /// Now.
    pub created_at: Timestamp,
}

/// A ranked list with its ids resolved.
#[derive(Debug, Clone)]
pub struct ListRow {
    /// The query.
    pub query: QueryId,
    /// Best first: the chunk, and the score where there is one.
    pub hits: Vec<(ChunkId, Option<f64>)>,
    /// How long it took.
    pub latency_ms: Option<f64>,
    /// What it cost.
    pub cost_usd: Option<f64>,
}

/// A ranked list of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedQuery {
    /// The query.
    pub query: QueryId,
    /// The query, by the user's id.
    pub external_id: String,
    /// How long it took.
    pub latency_ms: Option<f64>,
    /// What it cost.
    pub cost_usd: Option<f64>,
    /// The chunks, the best first.
    pub chunks: Vec<ChunkId>,
}

#[derive(sqlx::FromRow)]
struct RunRow {
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

impl Store {
    /// The id of the set's run of this retriever and commit; made when it is not there.
    pub async fn ensure_run(&self, run: NewRun) -> Result<RunId> {
        write!(self, |connection| {
            let sql = "INSERT INTO runs (id, set_id, chunking_id, retriever, commit_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (set_id, retriever, commit_id) DO UPDATE SET retriever = excluded.retriever RETURNING id";
            let query = sqlx::query_scalar(sql).bind(run.id).bind(run.set).bind(run.chunking).bind(run.retriever).bind(run.commit);
            Ok(query.bind(run.created_at).fetch_one(connection).await?)
        })
    }

    /// Adds lists to a run, in one transaction, and their first `k` chunks to the pools. A query that has a list in the
    /// run keeps it; how many were new comes back.
    pub async fn add_lists(&self, run: RunId, k: i32, lists: Vec<ListRow>) -> Result<u64> {
        write!(self, both, |connection| {
            let mut new = 0;
            for list in lists {
                new += u64::from(both::add_list(connection, run, k, list).await?);
            }
            Ok(new)
        })
    }

    /// The set's newest hundred runs, the newest first.
    pub async fn runs(&self, set: SetId) -> Result<Vec<Run>> {
        let sql = "SELECT id, retriever, commit_id, chunking_id, queries, hits, created_at FROM runs WHERE set_id = $1
            ORDER BY id DESC LIMIT 100";
        let rows: Vec<RunRow> = read!(self, |pool| sqlx::query_as(sql).bind(set).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(Run::from).collect())
    }

    /// The next lists of a run after a query, with all their chunks, the best first; empty at the end.
    pub async fn ranked_queries(&self, run: RunId, after: Option<QueryId>) -> Result<Vec<RankedQuery>> {
        let after = after.unwrap_or(QueryId(uuid::Uuid::nil()));
        let sql = "SELECT l.query_id, q.external_id, l.latency_ms, l.cost_usd FROM ranked_lists l JOIN queries q ON q.id = l.query_id
            WHERE l.run_id = $1 AND l.query_id > $2 ORDER BY l.query_id LIMIT 500";
        let rows: Vec<(QueryId, String, Option<f64>, Option<f64>)> =
            read!(self, |pool| sqlx::query_as(sql).bind(run).bind(after).fetch_all(pool).await)?;
        let Some(last) = rows.last().map(|row| row.0) else { return Ok(Vec::new()) };
        let sql = "SELECT query_id, chunk_id FROM hits WHERE run_id = $1 AND query_id > $2 AND query_id <= $3 ORDER BY query_id, rank";
        let hits: Vec<(QueryId, ChunkId)> = read!(self, |pool| sqlx::query_as(sql).bind(run).bind(after).bind(last).fetch_all(pool).await)?;
        let mut chunks: HashMap<QueryId, Vec<ChunkId>> = HashMap::with_capacity(rows.len());
        for (query, chunk) in hits {
            chunks.entry(query).or_default().push(chunk);
        }
        let ranked = |(query, external_id, latency_ms, cost_usd): (QueryId, String, Option<f64>, Option<f64>)| RankedQuery {
            query,
            external_id,
            latency_ms,
            cost_usd,
            chunks: chunks.remove(&query).unwrap_or_default(),
        };
        Ok(rows.into_iter().map(ranked).collect())
    }

    /// The ranked chunks of a query in a run, best first, by the user's ids.
    pub async fn named_hits(&self, run: RunId, query: QueryId) -> Result<Vec<(String, Option<f64>)>> {
        let sql = "SELECT c.external_id, h.score FROM hits h JOIN chunks c ON c.id = h.chunk_id WHERE h.run_id = $1 AND h.query_id = $2 ORDER BY h.rank";
        Ok(read!(self, |pool| sqlx::query_as(sql).bind(run).bind(query).fetch_all(pool).await)?)
    }
}

on_both! {
    pub(super) async fn add_list(connection: &mut Connection, run: RunId, k: i32, list: ListRow) -> Result<bool> {
        let sql = "INSERT INTO ranked_lists (run_id, query_id, latency_ms, cost_usd) VALUES ($1, $2, $3, $4) ON CONFLICT (run_id, query_id) DO NOTHING";
        let insert = sqlx::query(sql).bind(run).bind(list.query).bind(list.latency_ms).bind(list.cost_usd);
        if insert.execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(false);
        }
        for (part, first) in list.hits.chunks(500).zip((1..).step_by(500)) {
            let mut query: QueryBuilder<Database> = QueryBuilder::new("INSERT INTO hits (run_id, query_id, rank, chunk_id, score) ");
            query.push_values(part.iter().zip(first..), |mut row, (hit, rank): (_, i32)| {
                row.push_bind(run).push_bind(list.query).push_bind(rank).push_bind(hit.0).push_bind(hit.1);
            });
            query.build().execute(&mut *connection).await?;
        }
        let sql = "UPDATE runs SET queries = queries + 1, hits = hits + $2 WHERE id = $1";
        sqlx::query(sql).bind(run).bind(i64::try_from(list.hits.len()).unwrap_or(i64::MAX)).execute(&mut *connection).await?;
        let top = usize::try_from(k).unwrap_or_default();
        pool_hits(connection, run, list.query, list.hits.iter().take(top)).await?;
        Ok(true)
    }

    /// Puts the chunks that are not in the pool behind those that are.
    async fn pool_hits(connection: &mut Connection, run: RunId, query: QueryId, hits: impl Iterator<Item = &(ChunkId, Option<f64>)>) -> Result<()> {
        assign::lock(connection, query).await?;
        let pooled: Vec<(ChunkId, i32)> = sqlx::query_as("SELECT chunk_id, number FROM pool WHERE query_id = $1").bind(query).fetch_all(&mut *connection).await?;
        let last = pooled.iter().map(|(_, number)| *number).max().unwrap_or(0);
        let there: HashSet<ChunkId> = pooled.into_iter().map(|(chunk, _)| chunk).collect();
        let new: Vec<(i32, &(ChunkId, Option<f64>))> = (last + 1..).zip(hits.filter(|(chunk, _)| !there.contains(chunk))).collect();
        if new.is_empty() {
            return Ok(());
        }
        let size = i32::try_from(new.len()).unwrap_or(i32::MAX);
        let mut insert: QueryBuilder<Database> = QueryBuilder::new("INSERT INTO pool (query_id, chunk_id, number, provenance, run_id, score) ");
        insert.push_values(new, |mut row, (number, (chunk, score))| {
            row.push_bind(query).push_bind(*chunk).push_bind(number).push_bind("run").push_bind(run).push_bind(*score);
        });
        insert.push(" ON CONFLICT (query_id, chunk_id) DO NOTHING");
        insert.build().execute(&mut *connection).await?;
        sqlx::query("UPDATE queries SET pool_size = pool_size + $2 WHERE id = $1").bind(query).bind(size).execute(connection).await?;
        Ok(())
    }
}
