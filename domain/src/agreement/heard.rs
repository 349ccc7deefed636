//! What the voices of a set said, as agreement reads it.

use crate::id::{QueryId, UserId};
use crate::query::Style;
use crate::scale::{Grade, Judgement};
use crate::timestamp::Timestamp;

/// What was said about a set by those who completed its queries once, and by judges.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heard {
    pub labellers: Vec<Labeller>,
    pub judges: Vec<JudgeName>,
    /// The queries that somebody completed, by id.
    pub queries: Vec<HeardQuery>,
    /// How many queries were left out, because the reader is asked to label them.
    pub left_out: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labeller {
    pub id: UserId,
    pub name: String,
}

/// A judge, by its name and the version of its prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeName {
    pub name: String,
    pub prompt_version: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeardQuery {
    pub id: QueryId,
    pub style: Style,
    /// By item.
    pub labels: Vec<HeardLabel>,
    pub prelabels: Vec<HeardPrelabel>,
}

/// What a labeller said of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeardLabel {
    /// Which of the query's items.
    pub item: u32,
    /// Their place among the labellers.
    pub labeller: u32,
    pub judgement: Judgement,
    pub prelabel_visible: bool,
    /// Whether they could see what others said before they gave it.
    pub saw_others: bool,
    /// The version of the guidelines under which it was given.
    pub guideline: i32,
    pub at: Timestamp,
}

/// What a judge said of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeardPrelabel {
    pub item: u32,
    /// Its place among the judges.
    pub judge: u32,
    pub grade: Grade,
}

impl Heard {
    /// Leaves out the queries whose labels are hidden from the reader.
    #[must_use]
    pub fn without(mut self, hidden: impl Fn(QueryId) -> bool) -> Self {
        let before = self.queries.len();
        self.queries.retain(|query| !hidden(query.id));
        self.left_out += before - self.queries.len();
        self
    }
}

impl HeardLabel {
    /// The grade, as the place on its scale.
    pub(super) fn grade(&self) -> Option<usize> {
        self.judgement.grade().and_then(Grade::place)
    }
}
