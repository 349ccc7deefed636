//! The built-in retriever: a run of BM25 over the set's chunking.

mod trec;

pub use trec::write_trec;

use domain::id::{QueryId, RunId, SetId};
use domain::report::Report;
use store::{ListRow, NewRun};

use crate::edge::Edge;
use crate::error::{Error, Result};
use crate::search::{Bm25, ChunkIndex, SearchIndexes};
use crate::work::Context;

/// What came of it.
#[derive(Debug, Clone, Copy)]
pub struct Retrieved {
    pub run: RunId,
    /// How many queries were asked.
    pub queries: u64,
    /// For how many the run had no list before.
    pub new: u64,
    /// How many hits came back.
    pub hits: u64,
}

impl Retrieved {
    /// It as a job reports it.
    pub fn report(&self) -> Report {
        Report {
            detected: "built-in BM25".into(),
            read: self.queries,
            accepted: self.new,
            merged: self.queries - self.new,
            ..Report::default()
        }
    }
}

/// Asks every query of a set and keeps the top `k`.
pub async fn retrieve(context: Context<'_>, indexes: &SearchIndexes, set: SetId, k: i32, bm25: Bm25) -> Result<Retrieved> {
    let Context { store, edge, progress } = context;
    let set = context.set(set).await?;
    let chunking = set.chunking.ok_or_else(|| Error::Input("the set has no corpus yet: say which with --corpus and --chunking".into()))?;
    let chunking = store.chunking(chunking).await?.ok_or_else(|| Error::Input("the chunking is gone".into()))?;
    let index = indexes.index_of(store, &chunking).await?;
    let run = NewRun {
        id: edge.new_id(),
        set: set.id,
        chunking: chunking.id,
        retriever: format!("bm25 k1={} b={}", bm25.k1, bm25.b),
        // Another state of the corpus is another run.
        commit: format!("corpus {}", chunking.revision),
        created_at: edge.now(),
    };
    let run = store.ensure_run(run).await?;
    let total: i64 = store.query_counts(set.id).await?.total();
    let total = u64::try_from(total).unwrap_or_default();
    let (mut after, mut made) = (None, Retrieved { run, queries: 0, new: 0, hits: 0 });
    loop {
        let batch = store.queries_after(set.id, after, 100).await?;
        let Some((last, _)) = batch.last() else { break };
        after = Some(*last);
        let (index, limit) = (index.clone(), usize::try_from(k).unwrap_or_default());
        let lists = tokio::task::spawn_blocking(move || {
            batch.into_iter().map(|(query, text)| ranked(edge, &index, query, &text, limit, bm25)).collect::<Result<Vec<_>>>()
        })
        .await??;
        made.queries += lists.len() as u64;
        made.hits += lists.iter().map(|list| list.hits.len() as u64).sum::<u64>();
        made.new += store.add_lists(run, set.settings.k, lists).await?;
        progress.tell(made.queries, total)?;
    }
    Ok(made)
}

fn ranked(edge: Edge, index: &ChunkIndex, query: QueryId, text: &str, limit: usize, bm25: Bm25) -> Result<ListRow> {
    let begun = (edge.uptime)();
    let hits = index.search(text, limit, bm25)?.into_iter().map(|(chunk, score)| (chunk, Some(f64::from(score)))).collect();
    Ok(ListRow { query, hits, latency_ms: Some((edge.uptime)().saturating_sub(begun).as_secs_f64() * 1000.0), cost_usd: None })
}
