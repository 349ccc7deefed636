//! How to evaluate.

use super::{Golden, ScorePrecision};
use crate::metric::Measure;

/// How to evaluate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// What to compute.
    pub measures: Vec<Measure>,
    /// The lowest grade that counts as relevant.
    pub cutoff: i32,
    /// The highest grade that a chunk can have.
    pub top_grade: i32,
    /// How exactly scores are compared.
    pub precision: ScorePrecision,
    /// Whether queries that the corpus does not answer are averaged too, as 0, as the field's tools do.
    pub include_unanswerable: bool,
    /// Whether to compute what the scores could be, whatever the unjudged hits are worth; it takes about as long again.
    pub bounds: bool,
}

impl Settings {
    /// How the pages evaluate.
    pub fn of_pages<Chunk>(golden: &Golden<Chunk>) -> Self {
        Self {
            measures: Measure::page_columns(),
            cutoff: golden.cutoff,
            top_grade: golden.top_grade(golden.cutoff),
            precision: ScorePrecision::Double,
            include_unanswerable: false,
            bounds: false,
        }
    }

    /// How deep the measures look into a list.
    pub fn depth(&self) -> usize {
        let depth = |measure: &Measure| measure.depth().map_or(usize::MAX, |k| k as usize);
        self.measures.iter().map(depth).max().unwrap_or_default()
    }
}

/// The measures, and the judged share for each k among them; no number stands without it.
pub fn with_judged(mut measures: Vec<Measure>) -> Vec<Measure> {
    let mut depths: Vec<u32> = measures.iter().filter_map(|measure| measure.depth()).collect();
    if depths.is_empty() {
        depths.push(10);
    }
    for k in depths {
        if !measures.contains(&Measure::judged_at(k)) {
            measures.push(Measure::judged_at(k));
        }
    }
    measures
}
