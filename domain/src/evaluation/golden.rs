//! Golden sets, as an evaluation needs them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Settings;
use crate::query::Style;

/// What is known about the chunks of each query, by query id in byte order. Files name chunks by the user's ids, the database
/// by its own.
#[derive(Debug, Clone, Default)]
pub struct Golden<Chunk = String> {
    pub queries: BTreeMap<String, GoldenQuery<Chunk>>,
    /// The lowest grade that counts as relevant, unless somebody says otherwise.
    pub cutoff: i32,
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

impl<Chunk> Golden<Chunk> {
    /// The queries that count, in the order of their ids.
    pub fn averaged(&self, settings: &Settings) -> impl Iterator<Item = (&str, &GoldenQuery<Chunk>)> {
        let all = settings.include_unanswerable;
        self.queries.iter().filter(move |(_, known)| all || !known.unanswerable).map(|(query, known)| (query.as_str(), known))
    }

    /// How many of these queries the set does not have.
    pub fn count_unknown<'a>(&self, queries: impl Iterator<Item = &'a str>) -> usize {
        queries.filter(|query| !self.queries.contains_key(*query)).count()
    }
}
