//! What is at stake in a case.

use serde::{Deserialize, Serialize};

/// What each grade that a chunk could get makes of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stake {
    pub retriever: String,
    pub commit: Option<String>,
    /// The query's score for each grade, from 0 up.
    pub query: Vec<f64>,
    /// The same of the set, on its newest version.
    pub set: Option<SetStake>,
}

/// What each grade that a chunk could get makes of a run's mean on a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetStake {
    pub version: i32,
    /// How many queries are averaged.
    pub queries: usize,
    pub now: f64,
    /// For each grade, from 0 up.
    pub by_grade: Vec<f64>,
}
