//! Frozen versions of the database, and runs scored against them.

use std::collections::{BTreeMap, HashMap};

use domain::evaluation::{
    Asked, Evaluation, Golden, GoldenQuery, ListFacts, QueryScore, Ranking, RunFacts, ScoredRun, Settings, score_query,
};
use domain::id::ChunkId;
use domain::query::Answerable;
use domain::run::Run;
use store::{Store, Version, VersionGrades};

use super::golden::add_item;
use super::ranked::RankedLists;
use crate::error::Result;

/// A version as a golden set whose chunks have the user's ids, as those of a run's file have.
pub async fn golden_of_version(store: &Store, version: &Version) -> Result<Golden> {
    let mut golden = empty(version);
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

/// The golden set of a version, without its queries.
fn empty<Chunk>(version: &Version) -> Golden<Chunk> {
    let scale_top = Some(version.head.top_grade().0.into());
    Golden { queries: BTreeMap::new(), cutoff: version.head.cutoff.0.into(), scale_top }
}

/// A run of the database scored against a version; its lists are read some at a time.
pub(super) async fn score_run(store: &Store, version: &Version, run: Run) -> store::Result<ScoredRun> {
    let (golden, texts) = grades(store, version).await?;
    let settings = Settings::of_pages(&golden);
    let mut lists = RankedLists::new(store, run.id);
    let mut scores: HashMap<String, QueryScore> = HashMap::new();
    let (mut ids, mut facts, mut unknown) = (HashMap::new(), Vec::new(), 0);
    while let Some(list) = lists.next().await? {
        ids.insert(list.external_id.clone(), list.query);
        let Some(known) = golden.queries.get(&list.external_id) else {
            unknown += 1;
            continue;
        };
        if golden.averages(known, &settings) {
            facts.push(ListFacts { latency_ms: list.latency_ms, cost_usd: list.cost_usd });
            let ranking = Ranking::in_order(&list.chunks);
            let of_query = score_query(&list.external_id, known, Some(&ranking), &settings);
            scores.insert(list.external_id, of_query);
        }
    }
    let or_missing = |(query, known)| scores.remove(query).unwrap_or_else(|| score_query::<_, ChunkId>(query, known, None, &settings));
    let queries = golden.averaged(&settings).map(or_missing).collect();
    let facts = RunFacts::new(run.retriever.clone(), unknown, &facts);
    let evaluation = Evaluation::new(&golden, facts, &settings, queries);
    let asked = |(id, text): (String, String)| {
        let query = ids.get(&id).copied();
        (id, Asked { text, query })
    };
    Ok(ScoredRun { run, evaluation, asked: texts.into_iter().map(asked).collect() })
}

/// A version as a golden set whose chunks have the database's ids, and the text of each query.
pub(super) async fn grades(store: &Store, version: &Version) -> store::Result<(Golden<ChunkId>, Vec<(String, String)>)> {
    let mut golden = empty(version);
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
