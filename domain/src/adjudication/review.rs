//! What a reviewer sees of a query.

use serde::{Deserialize, Serialize};

use super::decision::{Adjudication, AdjudicationBase};
use super::unsettled::Unsettled;
use crate::answer::Answer;
use crate::id::{ChunkId, UserId};
use crate::scale::{Grade, Judgement};
use crate::timestamp::Timestamp;

/// What a reviewer sees of a query whose overlap is met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// Why it is not settled; none when it is.
    pub unsettled: Option<Unsettled>,
    /// What a decision that is made now is based on.
    pub base: AdjudicationBase,
    /// The chunks to grade, by number.
    pub chunks: Vec<DisputedChunk>,
    /// Who answered what, by name, the first to complete the query first.
    pub answers: Vec<(UserId, String, Answer)>,
    /// Whether one of them has to be chosen.
    pub answers_differ: bool,
    /// The notes of its flags, each with the name of who flagged it.
    pub flags: Vec<(String, String)>,
    /// What was decided last.
    pub made: Option<MadeAdjudication>,
}

/// A chunk that a reviewer has to grade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisputedChunk {
    pub chunk: ChunkId,
    /// The number on its card.
    pub number: i32,
    /// Who gave what, by name.
    pub given: Vec<(String, Judgement)>,
}

/// A decision, as people read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeAdjudication {
    /// Who decided, by name.
    pub reviewer: String,
    pub at: Timestamp,
    /// What they wanted to say about it.
    pub note: String,
    /// Whether it covers all that is said now.
    pub in_force: bool,
    /// Whether the reviewer is one of those who labelled the query.
    pub party: bool,
    pub decision: Adjudication,
    /// The grades that it gave, by the numbers on the cards.
    pub grades: Vec<(i32, Grade)>,
    /// The name of who gave the answer that it chose.
    pub answer_of: Option<String>,
}
