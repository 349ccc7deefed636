//! The queries of each style apart.

use serde::{Deserialize, Serialize};

use super::table::mean_scores;
use super::{Evaluation, QueryScore, Scores};
use crate::metric::Measure;
use crate::query::Style;

/// What a run scores on the queries of one style.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    pub style: Style,
    /// How many queries were averaged.
    pub n: usize,
    /// The mean of each measure.
    pub measures: Scores,
}

impl Evaluation {
    /// The styles that have a query, in the glossary's order.
    pub fn slices(&self) -> Vec<Slice> {
        let measures: Vec<Measure> = self.summary.measures.measures().collect();
        let slice = |style: Style| {
            let queries: Vec<&QueryScore> = self.queries.iter().filter(|query| query.style == Some(style)).collect();
            Slice { style, n: queries.len(), measures: mean_scores(&measures, &queries) }
        };
        Style::ALL.into_iter().map(slice).filter(|slice| slice.n > 0).collect()
    }
}
