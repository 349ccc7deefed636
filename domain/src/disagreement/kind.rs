//! Kinds of disagreement, in the order of the queue, and how far a disagreement is.

use serde::{Deserialize, Serialize};

use crate::Invalid;

/// What differs. The first kinds matter most: they come first in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type))]
#[serde(rename_all = "snake_case")]
#[repr(i16)]
pub enum Kind {
    /// Labellers' grades of a chunk stand on both sides of the cut-off.
    RelevanceFlip = 0,
    /// Labellers' grades of a chunk differ on one side of the cut-off.
    GradesApart = 1,
    /// Labellers differ on whether the corpus has an answer.
    Answerable = 2,
    /// Labellers' answers are not alike.
    Answers = 3,
    /// A labeller asked a reviewer to look.
    Flagged = 4,
    /// Labellers agree on a chunk, and a judge gave another grade. It never keeps a query from being settled.
    Judge = 5,
}

impl Kind {
    /// All, in the order of the queue.
    pub const ALL: [Self; 6] = [Self::RelevanceFlip, Self::GradesApart, Self::Answerable, Self::Answers, Self::Flagged, Self::Judge];

    /// As it stands in addresses and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RelevanceFlip => "relevance_flip",
            Self::GradesApart => "grades_apart",
            Self::Answerable => "answerable",
            Self::Answers => "answers",
            Self::Flagged => "flagged",
            Self::Judge => "judge",
        }
    }

    /// What differs, in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::RelevanceFlip => "relevant or not",
            Self::GradesApart => "grades differ",
            Self::Answerable => "whether there is an answer",
            Self::Answers => "answers differ",
            Self::Flagged => "flagged",
            Self::Judge => "labellers and judge differ",
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        Self::ALL.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
            let known = Self::ALL.map(Self::word).join(", ");
            Invalid::new(format!("there is no kind of disagreement {word:?}: use one of {known}"))
        })
    }
}

/// How far a disagreement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It waits for a reviewer.
    #[default]
    Open,
    /// A reviewer settled it, and what they settled covers what is said now.
    Settled,
    /// The set's resolution settles it.
    ByRule,
}

impl State {
    pub const ALL: [Self; 3] = [Self::Open, Self::Settled, Self::ByRule];

    /// As it stands in addresses and in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Settled => "settled",
            Self::ByRule => "by_rule",
        }
    }
}

impl std::str::FromStr for State {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        let unknown = || Invalid::new(format!("a disagreement is open, settled or by_rule, and never {word:?}"));
        Self::ALL.into_iter().find(|state| state.word() == word).ok_or_else(unknown)
    }
}
