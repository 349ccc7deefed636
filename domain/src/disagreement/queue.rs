//! The queue of disagreements: what it lists, what is asked of it, and how far one read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Kind, State, Subject};
use crate::Invalid;
use crate::adjudication::Reason;
use crate::id::{OperationId, QueryId, UserId};
use crate::member::Member;
use crate::query::Style;
use crate::timestamp::Timestamp;

/// A disagreement in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedCase {
    pub query: QueryId,
    /// The query, by the user's id.
    pub external_id: String,
    /// What was asked.
    pub text: String,
    pub style: Style,
    pub subject: Subject,
    /// The number on the chunk's card, when it is about a chunk.
    pub number: Option<i32>,
    pub kind: Kind,
    pub weight: i64,
    pub state: State,
}

impl QueuedCase {
    /// Where it stands in the queue.
    pub const fn cursor(&self) -> Cursor {
        Cursor { kind: self.kind, weight: self.weight, query: self.query, subject: self.subject }
    }
}

/// Where a disagreement stands in the queue: a page begins after it. In addresses it is `kind.weight.query.subject`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cursor {
    pub kind: Kind,
    pub weight: i64,
    pub query: QueryId,
    pub subject: Subject,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}.{}", self.kind.word(), self.weight, self.query, self.subject)
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.to_string()
    }
}

impl std::str::FromStr for Cursor {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let no_place = || Invalid::new(format!("{text:?} is no place in the queue of disagreements: use what a page gave as its end"));
        let mut parts = text.split('.');
        let mut part = || parts.next().ok_or_else(no_place);
        let cursor = Self {
            kind: part()?.parse()?,
            weight: part()?.parse().map_err(|_| no_place())?,
            query: part()?.parse().map_err(|_| no_place())?,
            subject: part()?.parse()?,
        };
        if parts.next().is_none() { Ok(cursor) } else { Err(no_place()) }
    }
}

impl TryFrom<String> for Cursor {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        text.parse()
    }
}

/// Which disagreements of a set are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CaseFilter {
    pub state: State,
    pub kind: Option<Kind>,
    /// How the query is worded.
    pub style: Option<Style>,
    /// Somebody who completed the query.
    pub labeller: Option<UserId>,
    pub query: Option<QueryId>,
    /// Why labellers differed, as the reviewer who settled it saw it.
    pub reason: Option<Reason>,
    /// Leaves out what only a judge says differently, where no kind is named. The server decides it.
    #[serde(skip)]
    pub besides_judges: bool,
    /// Leaves out the queries that are hidden from this member. The server decides it.
    #[serde(skip)]
    pub reader: Option<Member>,
}

/// How many disagreements of each kind are how far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CaseCounts(BTreeMap<State, BTreeMap<Kind, i64>>);

impl CaseCounts {
    pub fn of(&self, state: State, kind: Kind) -> i64 {
        self.0.get(&state).and_then(|kinds| kinds.get(&kind)).copied().unwrap_or_default()
    }

    /// How many in this state labellers say differently among themselves.
    pub fn among_labellers(&self, state: State) -> i64 {
        self.total(state) - self.of(state, Kind::Judge)
    }

    /// How many are in this state.
    pub fn total(&self, state: State) -> i64 {
        Kind::ALL.into_iter().map(|kind| self.of(state, kind)).sum()
    }
}

impl FromIterator<(State, Kind, i64)> for CaseCounts {
    fn from_iter<T: IntoIterator<Item = (State, Kind, i64)>>(counts: T) -> Self {
        let mut found = Self::default();
        for (state, kind, count) in counts {
            *found.0.entry(state).or_default().entry(kind).or_default() += count;
        }
        // Where all are hidden there is nothing, as where there are none.
        found.0.values_mut().for_each(|kinds| kinds.retain(|_, count| *count != 0));
        found.0.retain(|_, kinds| !kinds.is_empty());
        found
    }
}

/// How much reviewers settled, as far as it holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SettledCounts {
    /// Since the day began, in UTC.
    pub today: i64,
    /// For each reason that was given, the first first.
    pub by_reason: BTreeMap<Reason, i64>,
}

/// A question that a reviewer asked about a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedQuestion {
    pub subject: Subject,
    /// The number on the chunk's card, when it is about a chunk.
    pub number: Option<i32>,
    pub question: String,
    /// Who asked, by name.
    pub reviewer: String,
    pub at: Timestamp,
}

/// A question that a reviewer asked about a query, and that somebody has not answered yet by completing the query again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    pub id: OperationId,
    pub query: QueryId,
    /// The query, by the user's id.
    pub external_id: String,
    pub subject: Subject,
    pub question: String,
    /// Who asked, by name.
    pub reviewer: String,
    pub at: Timestamp,
    /// The names of those who have not completed the query again.
    pub waits_for: Vec<String>,
}
