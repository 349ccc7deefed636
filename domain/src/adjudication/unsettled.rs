//! Why a query is not settled.

use serde::{Deserialize, Serialize};

use crate::id::ChunkId;
use crate::text::counted;

/// Why a query is not settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unsettled {
    /// Its overlap is not met.
    NotCompleted,
    /// Somebody asked a reviewer to look.
    Flagged {
        /// What the reviewer should know.
        note: String,
    },
    /// Labellers gave different grades.
    GradesDiffer { chunks: Vec<ChunkId> },
    /// Labellers do not agree whether the corpus has an answer.
    AnswerableDiffers,
    /// Labellers gave answers that are not alike.
    AnswersDiffer,
    /// A reviewer settled it, and something that was said changed since.
    ChangedSinceSettled,
    /// What is kept about it cannot be used.
    Damaged {
        /// What is wrong.
        what: String,
    },
}

impl std::fmt::Display for Unsettled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotCompleted => f.write_str("not enough labellers have completed it"),
            Self::Flagged { note } => write!(f, "flagged for review: {note}"),
            Self::GradesDiffer { chunks } => write!(f, "labellers differ on {}", counted(chunks.len(), "chunk", "chunks")),
            Self::AnswerableDiffers => f.write_str("labellers differ on whether the corpus has an answer"),
            Self::AnswersDiffer => f.write_str("the labellers' answers differ"),
            Self::ChangedSinceSettled => f.write_str("a reviewer settled it, and what labellers say of it changed since"),
            Self::Damaged { what } => write!(f, "the database holds something wrong about it: {what}"),
        }
    }
}
