//! Queries that are hidden from who is asked to label them.

use domain::id::QueryId;
use serde::{Deserialize, Serialize};

/// A query that the viewer is asked to label: what others said of it is hidden until they complete it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenQuery {
    pub query: QueryId,
    /// What it is called: its text, or the user's id.
    pub name: String,
}

/// The queries that are hidden from a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HiddenQueries {
    /// The first of them.
    pub first: Vec<HiddenQuery>,
    /// How many there are.
    pub count: usize,
}

#[cfg(feature = "ssr")]
impl HiddenQueries {
    /// How many are named.
    const NAMED: usize = 10;

    /// Adds one.
    pub fn push(&mut self, hidden: HiddenQuery) {
        self.count += 1;
        if self.first.len() < Self::NAMED {
            self.first.push(hidden);
        }
    }
}
