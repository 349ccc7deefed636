//! What is known where there is nothing to settle.

use domain::id::QueryId;
use serde::{Deserialize, Serialize};

/// How far labellers are with a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NothingToSettle {
    /// How many queries the set has.
    pub queries: i64,
    /// How many of them labellers are not through with.
    pub not_completed: i64,
    /// What was sent back and is not answered, the oldest first.
    pub sent_back: Vec<SentBack>,
}

/// A query that was sent back to its labellers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentBack {
    pub query: QueryId,
    /// The query, by the user's id.
    pub external_id: String,
    /// The names of those who have not completed it again.
    pub waits_for: Vec<String>,
}
