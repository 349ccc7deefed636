//! One query scored.

use std::borrow::Borrow;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::bounds::score_bounds;
use super::{Bounds, ByMeasure, GoldenQuery, Ranking, Scores, Settings};
use crate::metric::Measure;
use crate::query::Style;

/// How many hits of a query are looked at for holes, and shown.
pub const TOP: usize = 20;

/// What a run scores on one query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueryScore {
    /// The query, by the user's id.
    pub query_id: String,
    /// Its style, where known.
    pub style: Option<Style>,
    /// Whether the run lacks it.
    pub missing: bool,
    /// The score in each measure; what nobody judged counts as not relevant.
    pub scores: Scores,
    /// What each score could be, where the settings ask for it.
    pub bounds: ByMeasure<Bounds>,
    /// The grades of its first hits; none where nobody judged.
    pub top: Vec<Option<i32>>,
    /// How many of its chunks are relevant, retrieved or not.
    pub relevant: usize,
    /// How many of its hits are judged.
    pub judged_hits: usize,
    /// How many hits were left out because the list has their chunk twice.
    pub duplicate_hits: usize,
}

impl QueryScore {
    /// How many of its first hits nobody judged.
    pub fn holes(&self) -> usize {
        self.top.iter().filter(|grade| grade.is_none()).count()
    }

    /// What its score could be; anything where the settings left that out.
    pub fn bounds(&self, measure: Measure) -> Bounds {
        self.bounds.get(measure).copied().unwrap_or(Bounds::ANY_SCORE)
    }
}

/// Scores one query; without a ranking every measure is 0.
pub fn score_query<Chunk, Id>(query_id: &str, known: &GoldenQuery<Chunk>, ranking: Option<&Ranking<Id>>, settings: &Settings) -> QueryScore
where
    Chunk: Eq + Hash + Borrow<Id>,
    Id: Eq + Hash + ?Sized,
{
    let list = known.judge(ranking, settings.cutoff);
    let bounds = settings.bounds.then(|| score_bounds(&list, ranking, settings));
    QueryScore {
        query_id: query_id.to_owned(),
        style: known.style,
        missing: ranking.is_none(),
        scores: Scores::score(&settings.measures, &list),
        bounds: bounds.unwrap_or_default(),
        top: list.grades().iter().take(TOP).copied().collect(),
        relevant: list.relevant(),
        judged_hits: list.grades().iter().flatten().count(),
        duplicate_hits: ranking.map_or(0, |ranking| ranking.duplicate_hits),
    }
}
