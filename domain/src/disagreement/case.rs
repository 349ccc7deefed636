//! A disagreement with everything that a reviewer looks at to settle it.

use serde::{Deserialize, Serialize};

use super::{BulkRule, Kind, State, Subject};
use crate::adjudication::{Base, Party, Reason, Verdict};
use crate::answer::Answer;
use crate::id::{ChunkId, QueryId, UserId};
use crate::label::Span;
use crate::query::Style;
use crate::scale::{Grade, Judgement};
use crate::timestamp::Timestamp;

/// A disagreement, as a reviewer sees it. Before the query's overlap is met it tells the flags and nothing else that labellers said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    pub query: CaseQuery,
    pub subject: Subject,
    pub kind: Kind,
    pub weight: i64,
    pub state: State,
    /// Those who completed the query once, the first to complete it first.
    pub voices: Vec<Voice>,
    /// The chunks that somebody judged, by the numbers on their cards.
    pub strip: Vec<StripChunk>,
    /// The chunk that it is about.
    pub chunk: Option<CaseChunk>,
    /// Who said what of the chunk, in the order of the voices.
    pub given: Vec<GivenLabel>,
    /// What judges said of the chunk, the newest last.
    pub prelabels: Vec<GivenPrelabel>,
    /// Who answered what, in the order of the voices.
    pub answers: Vec<GivenAnswer>,
    pub flags: Vec<GivenFlag>,
    /// What reviewers decided about it, the last first.
    pub decisions: Vec<MadeDecision>,
    /// What a decision that is made now is based on.
    pub base: Base,
    /// Whether who asks is one of those who labelled the query.
    pub party: Party,
}

/// The query of a disagreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct CaseQuery {
    pub id: QueryId,
    /// By the user's id.
    pub external_id: String,
    /// What was asked.
    pub text: String,
    pub style: Style,
    pub source: String,
    /// How often it was seen.
    pub seen: i64,
}

/// Somebody whose labels count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    pub labeller: UserId,
    pub name: String,
}

/// A chunk of the query with what each voice gave, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripChunk {
    pub chunk: ChunkId,
    /// The number on its card.
    pub number: i32,
    pub given: Vec<Option<Judgement>>,
    /// How far the disagreement about it is; none where there is none.
    pub state: Option<State>,
}

/// The chunk that a disagreement is about, with what stands before and after it in its document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseChunk {
    pub id: ChunkId,
    /// The number on its card.
    pub number: i32,
    /// By the user's id.
    pub external_id: String,
    pub doc_id: String,
    pub ordinal: i32,
    pub title: String,
    pub text: String,
    pub before: Option<Neighbour>,
    pub after: Option<Neighbour>,
}

/// A chunk beside another in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Neighbour {
    pub external_id: String,
    pub ordinal: i32,
    pub text: String,
}

/// A labeller's label of the chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenLabel {
    pub labeller: UserId,
    pub name: String,
    pub judgement: Judgement,
    pub evidence: Vec<Span>,
    pub note: String,
    /// Whether a pre-label was visible when it was given.
    pub prelabel_visible: bool,
    /// The number of the guidelines under which it was given; none before the first.
    pub guideline: Option<i32>,
    pub at: Timestamp,
}

/// A judge's grade of the chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenPrelabel {
    pub judge: String,
    pub prompt_version: String,
    pub grade: Grade,
    pub rationale: String,
    pub evidence: Vec<Span>,
}

/// A labeller's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenAnswer {
    pub labeller: UserId,
    pub name: String,
    pub answer: Answer,
}

/// A labeller's flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenFlag {
    pub labeller: UserId,
    pub name: String,
    pub note: String,
}

/// What a reviewer decided, as people read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeDecision {
    pub query: QueryId,
    pub subject: Subject,
    /// The number on the chunk's card, when it is about a chunk.
    pub number: Option<i32>,
    /// None: the decision before it was taken back.
    pub verdict: Option<Verdict>,
    /// The name of whose answer holds.
    pub answer_of: Option<String>,
    /// The rule by which it was settled at once with others.
    pub rule: Option<BulkRule>,
    /// Who decided, by name.
    pub reviewer: String,
    pub reason: Option<Reason>,
    pub note: String,
    /// Whether the reviewer is one of those who labelled the query.
    pub party: bool,
    pub at: Timestamp,
    /// Whether it is the last about its subject and covers what is said now.
    pub in_force: bool,
}
