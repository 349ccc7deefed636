//! Settling many disagreements of one kind at once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CaseFilter, JudgedChunk, Kind, State, Subject};
use crate::Invalid;
use crate::adjudication::{Resolution, Said, Verdict, unanimous};
use crate::id::UserId;
use crate::scale::Grade;

/// What settles many disagreements of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BulkRule {
    /// The highest grade.
    Higher,
    /// The lowest grade.
    Lower,
    /// The grade that more than half gave.
    Majority,
    /// The grade in the middle, half rounded down.
    Median,
    /// The grade of the judges, where they agree.
    Judge,
    /// A reviewer has seen it, and what labellers said stands.
    Seen,
    /// The grade of one labeller, or their answer.
    Labeller(UserId),
}

impl BulkRule {
    /// All that name nobody.
    pub const UNNAMED: [Self; 6] = [Self::Higher, Self::Lower, Self::Majority, Self::Median, Self::Judge, Self::Seen];

    /// What it is called on the command line, and in addresses before the labeller whom it names.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
            Self::Majority => "majority",
            Self::Median => "median",
            Self::Judge => "judge",
            Self::Seen => "seen",
            Self::Labeller(_) => Self::LABELLER,
        }
    }

    /// What it takes, in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Higher => "the highest grade",
            Self::Lower => "the lowest grade",
            Self::Majority => "the grade that more than half gave",
            Self::Median => "the grade in the middle, half rounded down",
            Self::Judge => "the grade of the judge",
            Self::Seen => "seen: what labellers said stands",
            Self::Labeller(_) => "the grade, or the answer, of one labeller",
        }
    }

    /// The word of the rule that takes what one labeller said.
    pub const LABELLER: &str = "labeller";

    /// Whether it settles disagreements of this kind.
    pub const fn fits(self, kind: Kind) -> bool {
        match self {
            Self::Judge => matches!(kind, Kind::RelevanceFlip | Kind::GradesApart | Kind::Judge),
            Self::Higher | Self::Lower | Self::Majority | Self::Median => matches!(kind, Kind::RelevanceFlip | Kind::GradesApart),
            Self::Seen => matches!(kind, Kind::Flagged | Kind::Judge),
            Self::Labeller(_) => matches!(kind, Kind::RelevanceFlip | Kind::GradesApart | Kind::Answerable | Kind::Answers),
        }
    }

    /// Whether it settles the disagreements that a filter lets through.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(self, filter: &CaseFilter) -> Result<(), Invalid> {
        match filter.kind {
            _ if filter.state != State::Open => Err(Invalid::new("only what is open is settled at once: choose open disagreements")),
            None => Err(Invalid::new("many are settled at once of one kind only: choose a kind")),
            Some(kind) if self.fits(kind) => Ok(()),
            Some(kind) => Err(Invalid::new(format!("{} does not settle disagreements of the kind {}", self.word(), kind.word()))),
        }
    }

    /// What it decides about a subject; none where it decides nothing.
    pub fn verdict(self, said: &Said, judged: &[JudgedChunk], subject: Subject) -> Option<Verdict> {
        let grades = subject.chunk().map(|chunk| said.grades_of(chunk)).unwrap_or_default();
        let by = |resolution: Resolution| resolution.grade(&grades).map(Verdict::Grade);
        match self {
            Self::Higher => grades.iter().max().copied().map(Verdict::Grade),
            Self::Lower => grades.iter().min().copied().map(Verdict::Grade),
            Self::Judge => {
                let of_chunk = judged.iter().filter(|judged| subject.chunk() == Some(judged.chunk));
                unanimous(&of_chunk.map(|judged| judged.grade).collect::<Vec<_>>()).map(Verdict::Grade)
            }
            Self::Majority => by(Resolution::Majority),
            Self::Median => by(Resolution::Median),
            Self::Seen => Some(Verdict::Seen),
            Self::Labeller(labeller) => of_labeller(said, subject, labeller),
        }
    }
}

/// What one labeller says about a subject; none where they said nothing.
fn of_labeller(said: &Said, subject: Subject, labeller: UserId) -> Option<Verdict> {
    match subject {
        Subject::Chunk(chunk) => {
            let label = said.labels.iter().find(|label| (label.chunk, label.labeller) == (chunk, labeller))?;
            label.judgement.grade().map(Verdict::Grade)
        }
        Subject::Answer => said.has_answer_of(labeller).then_some(Verdict::AnswerOf(labeller)),
        Subject::Flag => None,
    }
}

/// As it stands in addresses: `higher`, or `labeller.` and the labeller's id.
impl std::fmt::Display for BulkRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Labeller(labeller) => write!(f, "{}.{labeller}", Self::LABELLER),
            rule => f.write_str(rule.word()),
        }
    }
}

impl std::str::FromStr for BulkRule {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        let unknown = || {
            let known = Self::UNNAMED.map(Self::word).join(", ");
            Invalid::new(format!("many are settled by {known}, or by {}, a dot and a labeller's id, and not by {word:?}", Self::LABELLER))
        };
        let named = word.strip_prefix(Self::LABELLER).and_then(|rest| rest.strip_prefix('.')?.parse().ok());
        let unnamed = || Self::UNNAMED.into_iter().find(|rule| rule.word() == word);
        named.map(Self::Labeller).or_else(unnamed).ok_or_else(unknown)
    }
}

/// What a rule settles, or would.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BulkOutcome {
    /// How many disagreements it settles.
    pub settled: i64,
    /// How many of them as which grade.
    pub grades: BTreeMap<Grade, i64>,
    /// How many the rule leaves open, because it decides nothing about them.
    pub undecided: i64,
    /// How many are left open, because the reviewer labelled their queries and another reviewer did not.
    pub own: i64,
    /// How many were left open because they changed meanwhile.
    pub changed: i64,
    /// Whether it stopped before it had come to all: the same again goes on.
    pub unfinished: bool,
}

impl BulkOutcome {
    /// Counts one more that is settled so.
    pub fn count(&mut self, verdict: Verdict) {
        self.settled += 1;
        if let Verdict::Grade(grade) = verdict {
            *self.grades.entry(grade).or_default() += 1;
        }
    }
}

impl std::ops::AddAssign for BulkOutcome {
    fn add_assign(&mut self, other: Self) {
        self.settled += other.settled;
        self.undecided += other.undecided;
        self.own += other.own;
        self.changed += other.changed;
        self.unfinished |= other.unfinished;
        for (grade, count) in other.grades {
            *self.grades.entry(grade).or_default() += count;
        }
    }
}
