//! Operations: what a labeller did, each sent under an id that the browser made.
//!
//! The same id twice is one operation and two equal acknowledgements. Operations are never changed or removed: undo is
//! another operation.

use serde::{Deserialize, Serialize};

use crate::answer::Citation;
use crate::assigning::NoPlace;
use crate::doubt::Doubt;
use crate::id::{ChunkId, OperationId, QueryId};
use crate::label::Span;
use crate::query::Answerable;
use crate::scale::Judgement;
use crate::timestamp::Timestamp;

/// One thing that a labeller did to one query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Made by the browser, UUIDv7.
    pub id: OperationId,
    /// The query that it was done to.
    pub query: QueryId,
    /// What was done.
    pub action: Action,
}

/// What a labeller can do to a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Judge a chunk, or take the judgement back.
    Judge {
        chunk: ChunkId,
        /// The judgement; none takes it back.
        judgement: Option<Judgement>,
        /// What in the text shows it.
        evidence: Vec<Span>,
        /// What the labeller wanted to say about it.
        note: String,
        /// Whether a pre-label was visible.
        prelabel_visible: bool,
        /// The label's revision that the labeller saw; 0 when there was none.
        base: i64,
    },
    /// Write the reference answer, or say that the corpus has none.
    Answer {
        /// The text; citations are the numbers of cards.
        text: String,
        /// The chunks that the numbers meant to who wrote it. A number that is not among them cites nothing.
        citations: Vec<Citation>,
        /// Whether the corpus has an answer.
        answerable: Answerable,
        /// What its writer was asked and confirmed.
        confirmed: Option<Doubt>,
        /// The answer's revision that the labeller saw; 0 when there was none.
        base: i64,
    },
    /// Put a chunk that was found by search into the pool.
    AddToPool { chunk: ChunkId },
    /// Ask a reviewer to look; an empty note takes the flag back.
    Flag {
        /// What the reviewer should know.
        note: String,
    },
    /// Be through with the query.
    Complete {
        /// What the labeller was asked and confirmed.
        confirmed: Option<Doubt>,
    },
    /// Take it back that the query was completed, skipped or handed back.
    Reopen,
    /// Leave the query to somebody else.
    Skip,
    /// Give the query back to the reviewer, who can give it to somebody else.
    HandBack {
        /// What the reviewer should know; may be empty.
        note: String,
    },
}

impl Action {
    /// The chunk that it is about.
    pub const fn chunk(&self) -> Option<ChunkId> {
        match self {
            Self::Judge { chunk, .. } | Self::AddToPool { chunk } => Some(*chunk),
            _ => None,
        }
    }

    /// Whether it is labelling, for which its labeller needs a place; else it says why they do not label.
    pub const fn takes_a_place(&self) -> bool {
        !matches!(self, Self::Flag { .. } | Self::Skip | Self::HandBack { .. })
    }

    /// The word that the history keeps.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Judge { .. } => "judge",
            Self::Answer { .. } => "answer",
            Self::AddToPool { .. } => "add_to_pool",
            Self::Flag { .. } => "flag",
            Self::Complete { .. } => "complete",
            Self::Reopen => "reopen",
            Self::Skip => "skip",
            Self::HandBack { .. } => "hand_back",
        }
    }
}

/// What became of an operation.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is on the disk.
    Saved {
        /// The revision of the label or answer after it; 0 for what has none.
        revision: i64,
    },
    /// The chunk is in the pool, and that is on the disk.
    InPool {
        /// The number on its card, for good.
        number: i32,
    },
    /// The same person changed it elsewhere meanwhile; nothing was written.
    Conflict {
        /// What is stored now.
        current: Current,
    },
    /// It cannot be taken.
    Refused {
        /// Why, in words.
        reason: String,
    },
    /// It is rarely meant, and its sender did not say that it is.
    Unconfirmed {
        /// What is to be confirmed.
        doubt: Doubt,
        /// The same in words, with what to do.
        reason: String,
    },
    /// As many labellers as the query needs have it or completed it, and its sender is none of them; nothing was written.
    NoPlace {
        place: NoPlace,
        /// The same in words, with what to do.
        reason: String,
    },
}

impl Outcome {
    /// The outcome of what cannot be taken.
    pub fn refused(reason: &str) -> Self {
        Self::Refused { reason: reason.into() }
    }

    /// The outcome of what has to be confirmed first.
    pub fn unconfirmed(doubt: Doubt) -> Self {
        let reason = format!("{}; if it is meant so, send it with \"confirmed\": \"{}\"", doubt.in_words(), doubt.word());
        Self::Unconfirmed { doubt, reason }
    }

    /// The outcome of what has no place to go to.
    pub fn no_place(place: NoPlace) -> Self {
        Self::NoPlace { place, reason: place.to_string() }
    }

    /// Why it was not taken, in words; none when it was saved, or met what is stored.
    pub fn refusal(&self) -> Option<&str> {
        match self {
            Self::Refused { reason } | Self::Unconfirmed { reason, .. } | Self::NoPlace { reason, .. } => Some(reason),
            Self::Saved { .. } | Self::InPool { .. } | Self::Conflict { .. } => None,
        }
    }
}

/// What is stored where a conflict was met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Current {
    Label(crate::label::Label),
    Answer(crate::answer::Answer),
}

/// The acknowledgement of one operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acknowledgement {
    pub operation: OperationId,
    /// What became of it.
    pub outcome: Outcome,
}

/// An operation in a query's history, as a page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Where it stands in the set's history.
    pub sequence: i64,
    /// Who did it.
    pub actor: String,
    /// What was done.
    pub action: Action,
    /// The number of the card that it was done to.
    pub number: Option<i32>,
    /// Whether it came after the lease had ended.
    pub late: bool,
    /// The number of the guidelines that it was done under; 0 before the first.
    pub guideline: i32,
    /// When.
    pub at: Timestamp,
}
