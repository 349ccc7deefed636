//! A run scored: one row of the table of runs, and its queries.

use serde::{Deserialize, Serialize};

use super::bounds::bounds_of_mean;
use super::{Bounds, Golden, ListFacts, Percentiles, QueryScore, Scores, Settings, mean};
use crate::metric::Measure;

/// What a report says of a run beside its scores.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunFacts {
    /// What the run is called.
    pub name: String,
    /// How many of its queries the golden set does not have.
    pub unknown_queries: usize,
    /// The retriever's latency, in milliseconds, where known.
    pub latency_ms: Option<Percentiles>,
    /// The retriever's mean cost a query, in US dollars, where known.
    pub cost_usd: Option<f64>,
    /// For how many of the averaged queries each is known.
    pub known: Known,
}

/// For how many of the averaged queries the run's file says something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub latency_ms: usize,
    pub cost_usd: usize,
}

impl RunFacts {
    /// From what is known of the averaged queries' lists, in any order.
    pub fn new(name: String, unknown_queries: usize, lists: &[ListFacts]) -> Self {
        let latencies: Vec<f64> = lists.iter().filter_map(|list| list.latency_ms).collect();
        let mut costs: Vec<f64> = lists.iter().filter_map(|list| list.cost_usd).collect();
        // A sum depends on its order, and files and the database have different ones.
        costs.sort_unstable_by(f64::total_cmp);
        let known = Known { latency_ms: latencies.len(), cost_usd: costs.len() };
        Self { name, unknown_queries, latency_ms: Percentiles::nearest_rank(&latencies), cost_usd: mean(costs.into_iter()), known }
    }
}

/// A run scored against a golden set.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The means, and what a reader must know to trust them.
    pub summary: Summary,
    /// Each averaged query, in the order of their ids.
    pub queries: Vec<QueryScore>,
}

/// A run's row in a table of runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The run's name.
    pub run: String,
    /// How many queries were averaged: all but the unanswerable, also those that the run lacks.
    pub n: usize,
    /// The mean of each measure; empty when no query was averaged.
    pub measures: Scores,
    /// The mean share of judged chunks in the top k, for each k that a measure has.
    pub judged: Scores,
    /// Averaged queries that the run lacks; they count 0.
    pub missing_queries: Vec<String>,
    /// How many queries were left out because the corpus does not answer them.
    pub unanswerable: usize,
    /// How many queries of the run the golden set does not have; they do not count.
    pub unknown_queries: usize,
    /// How many hits were left out because their list has the chunk twice.
    pub duplicate_hits: usize,
    /// The 50th and 95th percentile of the retriever's latency, in milliseconds.
    pub latency_ms: Option<Percentiles>,
    /// The retriever's mean cost a query, in US dollars.
    pub cost_usd: Option<f64>,
    /// For how many of the averaged queries each is known.
    pub known: Known,
}

impl Evaluation {
    /// The report over scored queries, which are in the order of their ids.
    pub fn new<Chunk>(golden: &Golden<Chunk>, run: RunFacts, settings: &Settings, queries: Vec<QueryScore>) -> Self {
        let measures = mean_scores(&settings.measures, &queries.iter().collect::<Vec<_>>());
        let summary = Summary {
            run: run.name,
            n: queries.len(),
            judged: measures.iter().filter(|(measure, _)| measure.is_judged_share()).map(|(measure, mean)| (measure, *mean)).collect(),
            measures,
            missing_queries: queries.iter().filter(|query| query.missing).map(|query| query.query_id.clone()).collect(),
            unanswerable: golden.queries.len() - golden.averaged(settings).count(),
            unknown_queries: run.unknown_queries,
            duplicate_hits: queries.iter().map(|query| query.duplicate_hits).sum(),
            latency_ms: run.latency_ms,
            cost_usd: run.cost_usd,
            known: run.known,
        };
        Self { summary, queries }
    }

    /// What the mean of a measure could be; none where no query was averaged.
    pub fn bounds(&self, measure: Measure) -> Option<Bounds> {
        bounds_of_mean(self.queries.iter().map(|query| query.bounds(measure)))
    }

    /// The share of judged hits that goes with a measure: that of its own k, else the deepest that was computed.
    pub fn judged_share(&self, measure: Measure) -> f64 {
        let judged = &self.summary.judged;
        let own = measure.depth().and_then(|k| judged.get(Measure::judged_at(k)));
        own.or_else(|| judged.iter().next_back().map(|(_, share)| share)).copied().unwrap_or_default()
    }

    /// What the mean of a measure is where a query scores this; one that was not averaged is averaged too.
    pub fn mean_with(&self, measure: Measure, query_id: &str, score: f64) -> Option<f64> {
        let of = |query: &QueryScore| query.scores.get(measure).copied().unwrap_or_default();
        let mut scores: Vec<f64> = self.queries.iter().filter(|query| query.query_id != query_id).map(of).collect();
        scores.push(score);
        mean(scores.into_iter())
    }

    /// The queries, what hurts most first.
    pub fn worst_first(&self) -> Vec<&QueryScore> {
        let score = |query: &QueryScore, measure: Measure| query.scores.get(measure).copied().unwrap_or_default();
        let [first, second] = Measure::worst_first();
        let mut queries: Vec<&QueryScore> = self.queries.iter().collect();
        queries.sort_by(|a, b| {
            let by_first = score(a, first).total_cmp(&score(b, first));
            by_first.then_with(|| score(a, second).total_cmp(&score(b, second)))
        });
        queries
    }

    /// How many hits are judged; none means that the golden set and the run are about different chunks.
    pub fn judged_hits(&self) -> usize {
        self.queries.iter().map(|query| query.judged_hits).sum()
    }

    /// How many of the queries' first hits nobody judged.
    pub fn holes(&self) -> usize {
        self.queries.iter().map(QueryScore::holes).sum()
    }
}

/// The mean of each measure over some queries; empty without a query.
pub(super) fn mean_scores(measures: &[Measure], queries: &[&QueryScore]) -> Scores {
    let mean_of = |measure: Measure| mean(queries.iter().map(|query| query.scores.get(measure).copied().unwrap_or_default()));
    measures.iter().filter_map(|measure| Some((*measure, mean_of(*measure)?))).collect()
}
