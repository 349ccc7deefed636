//! Frozen versions of the database, and runs scored against them.

use std::collections::{BTreeMap, HashMap};

use domain::evaluation::{Asked, Golden, GoldenQuery, Ranking, RunFacts, ScoredRun, Settings};
use domain::id::{ChunkId, RunId};
use domain::query::Answerable;
use domain::run::Run;
use store::{RankedQuery, Store, Version, VersionGrades};

use super::golden::add_item;
use crate::error::Result;

/// A version as a golden set whose chunks have the user's ids, as those of a run's file have.
pub async fn golden_of_version(store: &Store, version: &Version) -> Result<Golden> {
    let mut golden = Golden { cutoff: version.head.cutoff.0.into(), ..Golden::default() };
    let mut after = 0;
    loop {
        let (last, items) = store.version_items(version.id, after).await?;
        if items.is_empty() {
            return Ok(golden);
        }
        after = last;
        for (_, item) in items.into_iter().filter_map(|hashed| hashed.item) {
            add_item(&mut golden, item)?;
        }
    }
}

/// A run of the database scored against a version.
pub(super) async fn score_run(store: &Store, version: &Version, run: Run) -> store::Result<ScoredRun> {
    let lists = ranked_lists(store, run.id).await?;
    let (golden, texts) = grades(store, version).await?;
    let latencies: Vec<f64> = lists.values().filter_map(|list| list.latency_ms).collect();
    let costs: Vec<f64> = lists.values().filter_map(|list| list.cost_usd).collect();
    let unknown = golden.count_unknown(lists.keys().map(String::as_str));
    let facts = RunFacts::new(run.retriever.clone(), unknown, &latencies, &costs);
    let settings = Settings::of_pages(golden.cutoff);
    let evaluation = super::evaluate(&golden, facts, &settings, |query| lists.get(query).map(|list| Ranking::in_order(&list.chunks)));
    let asked = |(id, text): (String, String)| {
        let query = lists.get(&id).map(|list| list.query);
        (id, Asked { text, query })
    };
    Ok(ScoredRun { run, evaluation, asked: texts.into_iter().map(asked).collect() })
}

/// A run's lists, by the user's ids of their queries.
async fn ranked_lists(store: &Store, run: RunId) -> store::Result<HashMap<String, RankedQuery>> {
    let (mut lists, mut after) = (HashMap::new(), None);
    loop {
        let batch = store.ranked_queries(run, after).await?;
        let Some(last) = batch.last() else { return Ok(lists) };
        after = Some(last.query);
        lists.extend(batch.into_iter().map(|list| (list.external_id.clone(), list)));
    }
}

/// A version as a golden set whose chunks have the database's ids, and the text of each query.
async fn grades(store: &Store, version: &Version) -> store::Result<(Golden<ChunkId>, Vec<(String, String)>)> {
    let mut golden = Golden { queries: BTreeMap::new(), cutoff: version.head.cutoff.0.into() };
    let (mut texts, mut after) = (Vec::new(), 0);
    loop {
        let (last, batch) = store.version_grades(version.id, after).await?;
        if last == after {
            return Ok((golden, texts));
        }
        after = last;
        for VersionGrades { external_id, query, style, answerable, labels } in batch {
            let grades = labels.into_iter().map(|(chunk, grade)| (chunk, grade.0.into())).collect();
            texts.push((external_id.clone(), query));
            golden.queries.insert(external_id, GoldenQuery { unanswerable: answerable == Answerable::No, style: Some(style), grades });
        }
    }
}
