//! Runs: one retriever's ranked lists.

use serde::{Deserialize, Serialize};

use crate::id::{ChunkingId, RunId};
use crate::timestamp::Timestamp;

/// One retriever's ranked lists for many queries over one chunking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub id: RunId,
    /// What was run.
    pub retriever: String,
    /// The commit of the retriever, where known.
    pub commit: Option<String>,
    /// The chunking that was ranked.
    pub chunking: ChunkingId,
    /// For how many queries it has a list.
    pub queries: i64,
    /// How many hits those lists hold.
    pub hits: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// One list of a run, from a file: the hits for one query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedList {
    /// The query by the user's id, or by its text.
    pub query: QueryRef,
    /// Best first.
    pub hits: Vec<NewHit>,
    /// How long the retriever took.
    pub latency_ms: Option<f64>,
    /// What the retriever cost.
    pub cost_usd: Option<f64>,
}

/// How a file names a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum QueryRef {
    /// By the user's id.
    Id(String),
    /// By what was asked.
    Text(String),
}

/// A hit of a list from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewHit {
    /// The chunk, by the user's id.
    pub chunk: String,
    /// The retriever's score; none when the file gives only an order.
    pub score: Option<f64>,
    /// The chunk's text, when the log holds it.
    pub text: Option<String>,
    /// The document's title, when the log holds it.
    pub title: Option<String>,
}

/// Puts the hits in the order that trec_eval uses: score descending, then chunk id descending as bytes; without scores
/// the file's order is the rank. Of a chunk that is listed twice the first is kept.
pub fn rank(mut hits: Vec<NewHit>) -> Vec<NewHit> {
    if hits.iter().all(|hit| hit.score.is_some()) {
        hits.sort_by(|a, b| {
            let scores = b.score.partial_cmp(&a.score).unwrap_or(std::cmp::Ordering::Equal);
            scores.then_with(|| b.chunk.as_bytes().cmp(a.chunk.as_bytes()))
        });
    }
    let mut seen = std::collections::HashSet::new();
    hits.retain(|hit| seen.insert(hit.chunk.clone()));
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(chunk: &str, score: Option<f64>) -> NewHit {
        NewHit { chunk: chunk.into(), score, text: None, title: None }
    }

    fn ids(hits: Vec<NewHit>) -> Vec<String> {
        rank(hits).into_iter().map(|hit| hit.chunk).collect()
    }

    #[test]
    fn ties_are_ordered_by_chunk_id_descending() {
        assert_eq!(ids(vec![hit("a", Some(1.0)), hit("b", Some(1.0)), hit("c", Some(2.0))]), ["c", "b", "a"]);
    }

    #[test]
    fn without_scores_the_order_of_the_file_is_the_rank() {
        assert_eq!(ids(vec![hit("b", None), hit("a", None), hit("b", None)]), ["b", "a"]);
    }
}
