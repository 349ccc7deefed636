//! Golden sets, as an evaluation needs them.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Ranking, Settings};
use crate::metric::JudgedList;
use crate::query::Style;

/// What is known about the chunks of each query, by query id in byte order. Files name chunks by the user's ids, the database
/// by its own.
#[derive(Debug, Clone, Default)]
pub struct Golden<Chunk = String> {
    pub queries: BTreeMap<String, GoldenQuery<Chunk>>,
    /// The lowest grade that counts as relevant, unless somebody says otherwise.
    pub cutoff: i32,
    /// The highest grade of its scale; none where the file does not say.
    pub scale_top: Option<i32>,
}

/// One query of a golden set.
#[derive(Debug, Clone, Default)]
pub struct GoldenQuery<Chunk = String> {
    /// Whether the set says that the corpus has no answer.
    pub unanswerable: bool,
    /// Its style; none where the file has none.
    pub style: Option<Style>,
    /// The grade of each judged chunk.
    pub grades: FxHashMap<Chunk, i32>,
}

impl<Chunk> GoldenQuery<Chunk> {
    /// A ranking with the grades of its chunks; without a ranking it has no hits.
    pub fn judge<Id>(&self, ranking: Option<&Ranking<Id>>, cutoff: i32) -> JudgedList
    where
        Chunk: Eq + Hash + Borrow<Id>,
        Id: Eq + Hash + ?Sized,
    {
        let chunks = ranking.map(|ranking| ranking.chunks.as_slice()).unwrap_or_default();
        let grades = chunks.iter().map(|chunk| self.grades.get(*chunk).copied()).collect();
        JudgedList::new(grades, self.grades.values().copied(), cutoff)
    }
}

impl<Chunk> Golden<Chunk> {
    /// The highest grade that a chunk can have: that of the scale; without one, as of qrels, the highest that was given, or
    /// the cut-off where that is higher.
    pub fn top_grade(&self, cutoff: i32) -> i32 {
        let given = || self.queries.values().flat_map(|query| query.grades.values().copied()).max().unwrap_or_default();
        self.scale_top.unwrap_or_else(|| given().max(cutoff))
    }

    /// The queries that count, in the order of their ids.
    pub fn averaged(&self, settings: &Settings) -> impl Iterator<Item = (&str, &GoldenQuery<Chunk>)> {
        let queries = self.queries.iter().filter(|(_, known)| self.averages(known, settings));
        queries.map(|(query, known)| (query.as_str(), known))
    }

    /// Whether a query counts.
    pub fn averages(&self, query: &GoldenQuery<Chunk>, settings: &Settings) -> bool {
        settings.include_unanswerable || !query.unanswerable
    }

    /// How many of these queries the set does not have.
    pub fn count_unknown<'a>(&self, queries: impl Iterator<Item = &'a str>) -> usize {
        queries.filter(|query| !self.queries.contains_key(*query)).count()
    }
}
