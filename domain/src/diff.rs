//! What changed between two versions of a set.

mod compared;
mod counts;
mod words;

use serde::{Deserialize, Serialize};

use crate::scale::Grade;
pub use compared::{ComparedItem, ComparedLabel};
pub use counts::DiffCounts;
pub use words::{Piece, by_words, half_alike};

/// What changed from one version to another.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Diff {
    /// Queries that came, went, or were worded anew.
    pub queries: QueriesDiff,
    pub grades: Changes<GradeChange>,
    /// Answers, and whether the corpus has one.
    pub answers: Changes<AnswerChange>,
    /// Labels that moved to another chunk with the same text.
    pub remapped: usize,
}

/// Queries that came, went, or were worded anew.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QueriesDiff {
    /// In the later version only.
    pub added: Vec<QueryWords>,
    /// In the earlier version only.
    pub removed: Vec<QueryWords>,
    /// In both, with another text.
    pub reworded: Vec<Reworded>,
}

/// A query and its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryWords {
    pub query_id: String,
    /// What was asked.
    pub query: String,
}

/// A query with two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reworded {
    pub query_id: String,
    /// Before.
    pub from: String,
    /// After.
    pub to: String,
}

/// A list of changes, as `{"changed": […]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes<T> {
    /// The changes.
    pub changed: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self { changed: Vec::new() }
    }
}

/// A chunk whose grade changed; none where it was not judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeChange {
    pub query_id: String,
    pub chunk_id: String,
    /// Before.
    pub from: Option<Grade>,
    /// After.
    pub to: Option<Grade>,
}

/// An answer that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerChange {
    pub query_id: String,
    /// Before, in words.
    pub from: String,
    /// After, in words.
    pub to: String,
}

impl Diff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether something stands in its lists; labels that were re-mapped are only counted.
    pub fn is_told(&self) -> bool {
        *self != Self { remapped: self.remapped, ..Self::default() }
    }

    /// What changed about the queries themselves, without what was said of them.
    #[must_use]
    pub fn without_labels(self) -> Self {
        Self { queries: self.queries, ..Self::default() }
    }

    /// Adds what changed about later queries.
    pub fn append(&mut self, later: Self) {
        self.queries.added.extend(later.queries.added);
        self.queries.removed.extend(later.queries.removed);
        self.queries.reworded.extend(later.queries.reworded);
        self.grades.changed.extend(later.grades.changed);
        self.answers.changed.extend(later.answers.changed);
        self.remapped += later.remapped;
    }
}

#[cfg(test)]
mod tests;
