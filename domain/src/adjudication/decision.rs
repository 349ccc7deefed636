//! What a reviewer decides about a subject, and whether it can be decided so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::said::Said;
use crate::Invalid;
use crate::disagreement::Subject;
use crate::id::UserId;
use crate::scale::{Grade, Scale};
use crate::timestamp::Timestamp;

/// What a reviewer decides about one subject of a query. The labels that it is about stay as they were given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The chunk's grade.
    Grade(Grade),
    /// The labeller whose answer holds.
    AnswerOf(UserId),
    /// The reviewer looked, and what labellers said stands: of a flag, and of a chunk on which only a judge differs.
    Seen,
}

/// Why labellers differed, as the reviewer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The guidelines do not say.
    GuidelineUnclear,
    /// The chunk is about another product, plan or version.
    AnotherVersion,
    /// Somebody overlooked a part of the text.
    OverlookedText,
    /// The query can be read in more than one way.
    QueryReadDifferently,
    /// Somebody pressed another key than they meant.
    Slip,
}

impl Reason {
    /// All, in the order of their keys.
    pub const ALL: [Self; 5] = [Self::GuidelineUnclear, Self::AnotherVersion, Self::OverlookedText, Self::QueryReadDifferently, Self::Slip];

    /// As it stands in forms and in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::GuidelineUnclear => "guideline_unclear",
            Self::AnotherVersion => "another_version",
            Self::OverlookedText => "overlooked_text",
            Self::QueryReadDifferently => "query_read_differently",
            Self::Slip => "slip",
        }
    }

    /// As a choice among them is called.
    pub const fn title(self) -> &'static str {
        match self {
            Self::GuidelineUnclear => "Guideline unclear",
            Self::AnotherVersion => "Plan or version",
            Self::OverlookedText => "Overlooked text",
            Self::QueryReadDifferently => "Query read apart",
            Self::Slip => "Slip of a key",
        }
    }

    /// As the end of a sentence says it.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::GuidelineUnclear => "the guideline is unclear",
            Self::AnotherVersion => "another product, plan or version",
            Self::OverlookedText => "overlooked text",
            Self::QueryReadDifferently => "the query was read differently",
            Self::Slip => "a slip of a key",
        }
    }
}

impl std::str::FromStr for Reason {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        Self::ALL.into_iter().find(|reason| reason.word() == word).ok_or_else(|| {
            let known = Self::ALL.map(Self::word).join(", ");
            Invalid::new(format!("there is no reason {word:?}: use one of {known}"))
        })
    }
}

/// The last decision about a subject, with what it covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub subject: Subject,
    pub verdict: Verdict,
    /// [`Said::hash_of`] the subject when it was made.
    pub said: String,
    /// Its place among all decisions.
    pub revision: i64,
    pub reason: Option<Reason>,
    pub at: Timestamp,
}

/// What stands of decisions in the order in which they were made, one a subject. None takes back the last one that stands, so
/// that the one before it stands again.
pub fn standing_decisions(made: impl IntoIterator<Item = (Subject, Option<Decision>)>) -> Vec<Decision> {
    let mut standing: BTreeMap<Subject, Vec<Decision>> = BTreeMap::new();
    for (subject, decision) in made {
        let about = standing.entry(subject).or_default();
        match decision {
            Some(decision) => about.push(decision),
            None => drop(about.pop()),
        }
    }
    standing.into_values().filter_map(|mut about| about.pop()).collect()
}

/// What a reviewer saw when they decided. They decide nothing when it is not so any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// [`Said::hash_of`] the subject.
    pub said: String,
    /// The last decision about the subject, by its place among all decisions; 0 when there was none.
    pub revision: i64,
}

/// Whether a reviewer is one of those who labelled the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// They are not.
    No,
    /// They are, and a reviewer who did not label it has to settle it.
    LeavesItToAnother,
    /// They are, and so is every other reviewer: they settle it, and that is kept with it.
    SettlesTheirOwn,
}

impl Said {
    /// Whether a reviewer can decide so about a subject that is disputed.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self, subject: Subject, verdict: Verdict, scale: &Scale) -> Result<(), Invalid> {
        match (subject, verdict) {
            (Subject::Chunk(_), Verdict::Grade(grade)) => scale.parse(grade.0.into()).map(drop),
            (Subject::Chunk(chunk), Verdict::Seen) if super::unanimous(&self.grades_of(chunk)).is_none() => {
                Err(Invalid::new("labellers differ on this chunk: give it a grade"))
            }
            (Subject::Answer, Verdict::AnswerOf(labeller)) if !self.has_answer_of(labeller) => {
                Err(Invalid::new(format!("{labeller} gave no answer: choose the answer of somebody who completed the query")))
            }
            (Subject::Chunk(_) | Subject::Flag, Verdict::Seen) | (Subject::Answer, Verdict::AnswerOf(_)) => Ok(()),
            (Subject::Chunk(_), Verdict::AnswerOf(_)) => Err(Invalid::new("a chunk is settled by a grade, not by an answer")),
            (Subject::Answer, _) => Err(Invalid::new("the answers differ: choose the one that holds")),
            (Subject::Flag, _) => Err(Invalid::new("a flag is settled by having seen it")),
        }
    }
}
