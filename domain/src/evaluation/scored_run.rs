//! A run of the database, as the pages show it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Evaluation, QueryScore};
use crate::id::QueryId;
use crate::run::Run;

/// A run scored against a frozen version, with what was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredRun {
    pub run: Run,
    /// What it scores.
    pub evaluation: Evaluation,
    /// The averaged queries, by the user's id.
    pub asked: HashMap<String, Asked>,
}

/// A query, as a page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// What was asked.
    pub text: String,
    /// The query here; none where the run lacks it.
    pub query: Option<QueryId>,
}

impl ScoredRun {
    /// What was asked.
    pub fn asked(&self, score: &QueryScore) -> Option<&Asked> {
        self.asked.get(&score.query_id)
    }

    /// The queries with hits that nobody judged, what hurts most first.
    pub fn queries_with_holes(&self) -> Vec<QueryId> {
        let with_holes = self.evaluation.worst_first().into_iter().filter(|score| score.holes() > 0);
        with_holes.filter_map(|score| self.asked(score)?.query).collect()
    }
}
