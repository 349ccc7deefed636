//! How much changed, counted a query at a time.

use serde::{Deserialize, Serialize};

use super::Diff;

/// How much changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DiffCounts {
    pub added: usize,
    pub removed: usize,
    pub reworded: usize,
    pub grades: usize,
    pub answers: usize,
    pub remapped: usize,
    /// Queries about which anything is told.
    pub queries: usize,
}

impl DiffCounts {
    /// Counts what changed about one more query.
    pub fn add(&mut self, diff: &Diff) {
        self.added += diff.queries.added.len();
        self.removed += diff.queries.removed.len();
        self.reworded += diff.queries.reworded.len();
        self.grades += diff.grades.changed.len();
        self.answers += diff.answers.changed.len();
        self.remapped += diff.remapped;
        self.queries += usize::from(diff.is_told());
    }
}
