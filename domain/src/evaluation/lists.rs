//! The lists of a run's file, as they were read.

use std::collections::HashMap;

use super::{Golden, Ranking, RunFacts, ScorePrecision, Settings};

/// The ranked lists of a run's file, by query id.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunLists {
    /// What the run is called in reports.
    pub name: String,
    pub lists: HashMap<String, ScoredIds>,
    /// What the file says of a list beside its hits.
    pub facts: HashMap<String, ListFacts>,
}

/// What is known of a list beside its hits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ListFacts {
    /// How long the retriever took, in milliseconds.
    pub latency_ms: Option<f64>,
    /// What the retriever cost, in US dollars.
    pub cost_usd: Option<f64>,
}

impl RunLists {
    /// What a report says of the run beside its scores.
    pub fn facts(&self, golden: &Golden, settings: &Settings) -> RunFacts {
        let unknown = golden.count_unknown(self.lists.keys().map(String::as_str));
        let averaged: Vec<ListFacts> = golden.averaged(settings).filter_map(|(query, _)| self.facts.get(query).copied()).collect();
        RunFacts::new(self.name.clone(), unknown, &averaged)
    }

    /// The ranking of a query; none where the run lacks it.
    pub fn ranking(&self, query: &str, precision: ScorePrecision) -> Option<Ranking<'_, str>> {
        self.lists.get(query).map(|list| Ranking::by_score(list.hits(), precision))
    }
}

/// Chunk ids with scores, in one piece of memory: a run file can hold many millions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoredIds {
    ids: String,
    hits: Vec<(f64, u32, u32)>,
}

impl ScoredIds {
    /// Adds a hit.
    pub fn push(&mut self, id: &str, score: f64) {
        let start = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.push_str(id);
        self.hits.push((score, start, u32::try_from(self.ids.len()).unwrap_or(u32::MAX)));
    }

    /// Adds the hits of another list behind these.
    pub fn append(&mut self, other: &Self) {
        for hit in &other.hits {
            self.push(other.id(*hit), hit.0);
        }
    }

    fn id(&self, hit: (f64, u32, u32)) -> &str {
        &self.ids[hit.1 as usize..hit.2 as usize]
    }

    /// The hits as they were added.
    pub fn hits(&self) -> Vec<(f64, &str)> {
        self.hits.iter().map(|hit| (hit.0, self.id(*hit))).collect()
    }
}
