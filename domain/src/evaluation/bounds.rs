//! What a number could be at the least and at the most, whatever the hits that nobody judged are worth.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{ByMeasure, GoldenQuery, Ranking, Settings, mean};
pub use crate::metric::Bounds;
use crate::metric::{Hole, JudgedList, ListPair};

/// Those of a mean: what each number adds does not depend on the others. None of none.
pub fn bounds_of_mean(bounds: impl ExactSizeIterator<Item = Bounds> + Clone) -> Option<Bounds> {
    Some(Bounds { low: mean(bounds.clone().map(|one| one.low))?, high: mean(bounds.map(|one| one.high))? })
}

/// What each score of a list could be.
pub(super) fn score_bounds<Id>(list: &JudgedList, ranking: Option<&Ranking<Id>>, settings: &Settings) -> ByMeasure<Bounds>
where
    Id: Eq + Hash + ?Sized,
{
    let nothing = list.without_hits();
    let holes = holes(None, ranking.map(|ranking| (ranking, list)), settings);
    let bounds = bounds_of_each(ListPair::new(&nothing, list, &holes, settings.top_grade), settings);
    bounds.iter().map(|(measure, bounds)| (measure, bounds.within(Bounds::ANY_SCORE))).collect()
}

/// What the difference `to − from` of one query could be in each measure: a chunk that both lists have has one grade.
pub fn difference_bounds<Chunk, Id>(
    known: &GoldenQuery<Chunk>,
    from: Option<&Ranking<Id>>,
    to: Option<&Ranking<Id>>,
    settings: &Settings,
) -> ByMeasure<Bounds>
where
    Chunk: Eq + Hash + Borrow<Id>,
    Id: Eq + Hash + ?Sized,
{
    let (from_list, to_list) = (known.judge(from, settings.cutoff), known.judge(to, settings.cutoff));
    let holes = holes(from.map(|from| (from, &from_list)), to.map(|to| (to, &to_list)), settings);
    bounds_of_each(ListPair::new(&from_list, &to_list, &holes, settings.top_grade), settings)
}

fn bounds_of_each(pair: ListPair, settings: &Settings) -> ByMeasure<Bounds> {
    settings.measures.iter().map(|measure| (*measure, measure.bounds(pair))).collect()
}

/// A ranking, and the grades of its chunks.
type Judged<'a, Id> = (&'a Ranking<'a, Id>, &'a JudgedList);

/// The chunks that nobody judged, as deep as a measure looks.
fn holes<Id>(from: Option<Judged<Id>>, to: Option<Judged<Id>>, settings: &Settings) -> Vec<Hole>
where
    Id: Eq + Hash + ?Sized,
{
    let (from, to) = (unjudged(from, settings.depth()), unjudged(to, settings.depth()));
    let mut in_from: FxHashMap<&Id, usize> = from.iter().copied().collect();
    let mut holes: Vec<Hole> = to.into_iter().map(|(chunk, rank)| Hole { from: in_from.remove(chunk), to: Some(rank) }).collect();
    let only_from = from.into_iter().filter(|(chunk, _)| in_from.contains_key(chunk));
    holes.extend(only_from.map(|(_, rank)| Hole { from: Some(rank), to: None }));
    holes
}

/// The chunks of a list's top that nobody judged, with their ranks.
fn unjudged<Id: ?Sized>(list: Option<Judged<'_, Id>>, depth: usize) -> Vec<(&Id, usize)> {
    let ranked = list.into_iter().flat_map(|(ranking, list)| ranking.chunks.iter().zip(list.grades()).zip(1..));
    ranked.take(depth).filter(|((_, grade), _)| grade.is_none()).map(|((chunk, _), rank)| (*chunk, rank)).collect()
}
