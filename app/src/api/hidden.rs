//! Queries that are hidden from who is asked to label them.

use domain::id::QueryId;
use serde::{Deserialize, Serialize};

/// A query that the viewer is asked to label: what others said of it is hidden until they complete it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenQuery {
    pub query: QueryId,
    /// What was asked.
    pub text: String,
}

/// The queries of a version that are hidden from its reader, or of two.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HiddenQueries {
    /// The first of them.
    pub first: Vec<HiddenQuery>,
    /// How many there are.
    pub count: usize,
}

/// How many are named.
#[cfg(feature = "ssr")]
const NAMED: usize = 10;

#[cfg(feature = "ssr")]
impl From<Vec<store::HiddenItem>> for HiddenQueries {
    fn from(items: Vec<store::HiddenItem>) -> Self {
        let count = items.len();
        let named = |item: store::HiddenItem| HiddenQuery { query: item.query, text: item.text };
        Self { first: items.into_iter().take(NAMED).map(named).collect(), count }
    }
}
