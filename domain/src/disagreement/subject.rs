//! What a disagreement is about.

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::id::ChunkId;

/// What a disagreement about a query is about. In addresses and in the database it is the chunk's id, `answer` or `flag`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Subject {
    /// The grade of a chunk.
    Chunk(ChunkId),
    /// Whether the corpus has an answer, and which.
    Answer,
    /// That somebody asked a reviewer to look.
    Flag,
}

impl Subject {
    /// The chunk, when it is about one.
    pub const fn chunk(self) -> Option<ChunkId> {
        match self {
            Self::Chunk(chunk) => Some(chunk),
            Self::Answer | Self::Flag => None,
        }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Chunk(chunk) => chunk.fmt(f),
            Self::Answer => f.write_str("answer"),
            Self::Flag => f.write_str("flag"),
        }
    }
}

impl From<Subject> for String {
    fn from(subject: Subject) -> Self {
        subject.to_string()
    }
}

impl std::str::FromStr for Subject {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        match word {
            "answer" => Ok(Self::Answer),
            "flag" => Ok(Self::Flag),
            id => match id.parse::<ChunkId>() {
                // One subject has one word: an id in another notation is refused.
                Ok(chunk) if chunk.to_string() == id => Ok(Self::Chunk(chunk)),
                _ => Err(Invalid::new(format!("{word:?} is no subject of a disagreement: use a chunk's id, answer or flag"))),
            },
        }
    }
}

impl TryFrom<String> for Subject {
    type Error = Invalid;
    fn try_from(word: String) -> Result<Self, Invalid> {
        word.parse()
    }
}
