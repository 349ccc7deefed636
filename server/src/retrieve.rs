//! The built-in retriever: a run of BM25 over the set's chunking.

use anyhow::Context;
use domain::id::{RunId, SetId};
use store::{ListRow, NewRun, Store};

use crate::edge;
use crate::jobs::Progress;
use crate::search::{Bm25, SearchIndexes};

/// What came of it.
#[derive(Debug, Clone, Copy)]
pub struct Retrieved {
    /// The run.
    pub run: RunId,
    /// How many queries were asked.
    pub queries: u64,
    /// For how many the run had no list before.
    pub new: u64,
    /// How many hits came back.
    pub hits: u64,
}

/// Asks every query of a set and keeps the top `k`.
pub async fn retrieve(
    store: &Store,
    indexes: &SearchIndexes,
    set: SetId,
    k: i32,
    bm25: Bm25,
    progress: &Progress,
) -> anyhow::Result<Retrieved> {
    let set = store.set_by_id(set).await?.context("the set is gone")?;
    let chunking = set.chunking.context("the set has no corpus yet: say which with --corpus and --chunking")?;
    let chunking = store.chunking(chunking).await?.context("the chunking is gone")?;
    let index = indexes.of(store, &chunking).await?;
    let run = NewRun {
        id: edge::new_id(),
        set: set.id,
        chunking: chunking.id,
        retriever: format!("bm25 k1={} b={}", bm25.k1, bm25.b),
        // Another state of the corpus is another run.
        commit: format!("corpus {}", chunking.revision),
        created_at: edge::now(),
    };
    let run = store.ensure_run(run).await?;
    let total: i64 = store.query_counts(set.id).await?.values().sum();
    let total = u64::try_from(total).unwrap_or_default();
    let (mut after, mut made) = (None, Retrieved { run, queries: 0, new: 0, hits: 0 });
    loop {
        let batch = store.queries_after(set.id, after, 100).await?;
        let Some((last, _)) = batch.last() else { break };
        after = Some(*last);
        let (index, limit) = (index.clone(), usize::try_from(k)?);
        let lists = tokio::task::spawn_blocking(move || {
            batch.into_iter().map(|(query, text)| list(&index, query, &text, limit, bm25)).collect::<anyhow::Result<Vec<_>>>()
        })
        .await??;
        made.queries += lists.len() as u64;
        made.hits += lists.iter().map(|list| list.hits.len() as u64).sum::<u64>();
        made.new += store.add_lists(run, set.settings.k, lists).await?;
        progress.tell(made.queries, total).await?;
    }
    Ok(made)
}

fn list(index: &crate::search::ChunkIndex, query: domain::id::QueryId, text: &str, limit: usize, bm25: Bm25) -> anyhow::Result<ListRow> {
    let begun = std::time::Instant::now();
    let hits = index.search(text, limit, bm25)?.into_iter().map(|(chunk, score)| (chunk, Some(f64::from(score)))).collect();
    Ok(ListRow { query, hits, latency_ms: Some(begun.elapsed().as_secs_f64() * 1000.0), cost_usd: None })
}

/// Writes a run as TREC lines `qid Q0 docid rank score tag`, query by query.
pub async fn write_trec(store: &Store, set: SetId, run: RunId, out: &std::path::Path) -> anyhow::Result<()> {
    use std::io::Write;
    let mut file = std::io::BufWriter::new(std::fs::File::create(out).with_context(|| format!("cannot write {}", out.display()))?);
    let mut after = None;
    loop {
        let batch = store.queries_after(set, after, 100).await?;
        let Some((last, _)) = batch.last() else { break };
        after = Some(*last);
        for (id, _) in batch {
            let query = store.query(set, id).await?.context("a query is gone")?;
            for (rank, (chunk, score)) in store.named_hits(run, id).await?.into_iter().enumerate() {
                writeln!(file, "{} Q0 {chunk} {} {} touchstone-bm25", query.external_id, rank + 1, score.unwrap_or_default())?;
            }
        }
    }
    file.flush().map_err(Into::into)
}
