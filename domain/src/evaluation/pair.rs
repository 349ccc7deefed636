//! Two runs side by side: each query that both were scored on.

use std::collections::{BTreeMap, HashMap};

use super::{Bounds, ByMeasure, Evaluation, QueryScore};
use crate::metric::Measure;
use crate::query::Style;

/// What the difference of each query could be in each measure, by query id.
pub type DifferenceBounds = BTreeMap<String, ByMeasure<Bounds>>;

/// Two runs scored against the same golden set.
#[derive(Debug, Clone, Copy)]
pub struct RunPair<'a> {
    pub from: &'a Evaluation,
    pub to: &'a Evaluation,
    pub bounds: &'a DifferenceBounds,
}

/// One query's score in both runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair<'a> {
    pub query_id: &'a str,
    pub style: Option<Style>,
    pub from: f64,
    pub to: f64,
    /// What `to − from` could be.
    pub bounds: Bounds,
}

impl Pair<'_> {
    /// `to − from`.
    pub fn difference(&self) -> f64 {
        self.to - self.from
    }
}

impl<'a> RunPair<'a> {
    /// The queries that both were scored on in a measure, in the order of their ids.
    pub fn pairs(self, measure: Measure) -> Vec<Pair<'a>> {
        let before: HashMap<&str, &QueryScore> = self.from.queries.iter().map(|query| (query.query_id.as_str(), query)).collect();
        let pair = |query: &'a QueryScore| {
            Some(Pair {
                query_id: &query.query_id,
                style: query.style,
                from: *before.get(query.query_id.as_str())?.scores.get(measure)?,
                to: *query.scores.get(measure)?,
                bounds: self.bounds.get(&query.query_id)?.get(measure).copied()?,
            })
        };
        self.to.queries.iter().filter_map(pair).collect()
    }

    /// The queries that the first run lacks and the second has.
    pub fn lost_queries(self) -> Vec<String> {
        let lacks = &self.from.summary.missing_queries;
        lacks.iter().filter(|query| self.to.summary.missing_queries.binary_search(query).is_err()).cloned().collect()
    }
}
