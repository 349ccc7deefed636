//! Two runs of the database compared on a version; their lists are read side by side, some at a time.

use std::cmp::Ordering;
use std::sync::Arc;

use domain::evaluation::{
    ByMeasure, Comparison, DifferenceBounds, Golden, Ranking, RunPair, ScoredRun, Settings, compare, difference_bounds,
};
use domain::id::{ChunkId, RunId};
use store::{RankedQuery, Store, Version};

use super::ranked::RankedLists;
use super::version::grades;
use crate::error::Result;

/// Compares two runs that were scored against the version.
pub(super) async fn compare_runs(
    store: &Store,
    version: &Version,
    from: Arc<ScoredRun>,
    to: Arc<ScoredRun>,
) -> Result<ByMeasure<Comparison>> {
    let (golden, _) = grades(store, version).await?;
    let bounds = bound_runs(store, &golden, from.run.id, to.run.id).await?;
    let compare = move || compare(RunPair { from: &from.evaluation, to: &to.evaluation, bounds: &bounds });
    Ok(tokio::task::spawn_blocking(compare).await?)
}

/// What the difference could be, query by query.
async fn bound_runs(store: &Store, golden: &Golden<ChunkId>, from: RunId, to: RunId) -> store::Result<DifferenceBounds> {
    let settings = Settings::of_pages(golden);
    let (mut from, mut to) = (RankedLists::new(store, from), RankedLists::new(store, to));
    let (mut before, mut after) = (from.next().await?, to.next().await?);
    let mut bounds = DifferenceBounds::new();
    loop {
        let order = match (&before, &after) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(before), Some(after)) => before.query.cmp(&after.query),
        };
        let first = if order.is_le() { before.take() } else { None };
        let second = if order.is_ge() { after.take() } else { None };
        bounds.extend(bound_query(golden, first.as_ref(), second.as_ref(), &settings));
        if order.is_le() {
            before = from.next().await?;
        }
        if order.is_ge() {
            after = to.next().await?;
        }
    }
    let in_neither = golden.averaged(&settings).filter(|(query, _)| !bounds.contains_key(*query)).collect::<Vec<_>>();
    let missing = |(query, known): (&str, _)| (query.to_owned(), difference_bounds::<_, ChunkId>(known, None, None, &settings));
    let missing: Vec<_> = in_neither.into_iter().map(missing).collect();
    bounds.extend(missing);
    Ok(bounds)
}

/// The same of one query, where it is averaged.
fn bound_query(
    golden: &Golden<ChunkId>,
    from: Option<&RankedQuery>,
    to: Option<&RankedQuery>,
    settings: &Settings,
) -> Option<(String, ByMeasure<domain::evaluation::Bounds>)> {
    let query = &from.or(to)?.external_id;
    let known = golden.queries.get(query).filter(|known| golden.averages(known, settings))?;
    let [from, to] = [from, to].map(|list| list.map(|list| Ranking::in_order(&list.chunks)));
    Some((query.clone(), difference_bounds(known, from.as_ref(), to.as_ref(), settings)))
}
