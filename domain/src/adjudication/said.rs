//! What was said about a query.

use std::collections::{BTreeMap, BTreeSet};

use super::decision::{Decision, Verdict};
use super::resolution::Resolution;
use crate::answer::{Answer, map_citations};
use crate::disagreement::{Kind, Subject};
use crate::hash::sha256;
use crate::id::{ChunkId, UserId};
use crate::label::Span;
use crate::query::Answerable;
use crate::scale::{Grade, Judgement};

/// How alike two answers must be to be the same answer, where they name the same numbers: Sørensen–Dice over pairs of letters, 0 to 1.
const SAME_ANSWER: f64 = 0.5;

/// All that was said about one query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// Whether its overlap is met and nobody is asked about it.
    pub overlap_met: bool,
    /// The labels of those who completed it, the first to complete it first.
    pub labels: Vec<SaidLabel>,
    /// Who gave which answer, in the same order.
    pub answers: Vec<(UserId, Answer)>,
    /// Who flagged it, with what note.
    pub flags: Vec<(UserId, String)>,
    /// What reviewers decided last about each subject.
    pub decided: Vec<Decision>,
}

/// One labeller's label of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidLabel {
    /// Who gave it.
    pub labeller: UserId,
    pub chunk: ChunkId,
    pub judgement: Judgement,
    /// What shows it.
    pub evidence: Vec<Span>,
}

/// What the labels of a chunk come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All who gave a grade gave this.
    Agreed(Grade),
    /// The set's resolution makes this of them.
    ByRule(Grade),
    /// A reviewer decided so.
    Decided(Grade),
    /// A reviewer has to decide.
    Open,
}

impl Outcome {
    pub const fn grade(self) -> Option<Grade> {
        match self {
            Self::Agreed(grade) | Self::ByRule(grade) | Self::Decided(grade) => Some(grade),
            Self::Open => None,
        }
    }
}

/// The grade that all gave; none where they differ or nobody gave one.
pub fn unanimous(grades: &[Grade]) -> Option<Grade> {
    grades.first().copied().filter(|first| grades.iter().all(|grade| grade == first))
}

impl Said {
    /// SHA-256 over what was said about a subject, in whatever order it comes: what a decision about it covers. Of a chunk these are
    /// the judgements, of the answer the answers with what they cite, of the flag the notes.
    pub fn hash_of(&self, subject: Subject) -> String {
        let said = match subject {
            Subject::Chunk(chunk) => {
                let of_chunk = self.labels.iter().filter(|label| label.chunk == chunk);
                let mut labels: Vec<_> = of_chunk.map(|label| (label.labeller, label.judgement)).collect();
                labels.sort_unstable_by_key(|(labeller, _)| *labeller);
                serde_json::json!([chunk, labels])
            }
            Subject::Answer => {
                let all = self.answers.iter();
                let mut answers: Vec<_> = all.map(|(by, answer)| (*by, &answer.text, &answer.citations, answer.answerable)).collect();
                answers.sort_unstable_by_key(|(labeller, ..)| *labeller);
                serde_json::json!([answers])
            }
            Subject::Flag => {
                let mut flags = self.flags.clone();
                flags.sort_unstable();
                serde_json::json!([flags])
            }
        };
        sha256(said.to_string().as_bytes())
    }

    /// What a reviewer decided last about a subject, whether or not it covers what is said now.
    pub fn decision_on(&self, subject: Subject) -> Option<&Decision> {
        self.decided.iter().find(|decision| decision.subject == subject)
    }

    /// What a reviewer decided about a subject, while it covers what is said about it.
    pub fn verdict_in_force(&self, subject: Subject) -> Option<Verdict> {
        self.decision_in_force(subject).map(|decision| decision.verdict)
    }

    /// The decision about a subject, while it covers what is said about it.
    pub fn decision_in_force(&self, subject: Subject) -> Option<&Decision> {
        self.decision_on(subject).filter(|decision| decision.said == self.hash_of(subject))
    }

    /// The grades that each chunk was given, in order.
    pub(crate) fn grades(&self) -> BTreeMap<ChunkId, Vec<Grade>> {
        let mut grades: BTreeMap<ChunkId, Vec<Grade>> = BTreeMap::new();
        for label in &self.labels {
            if let Some(grade) = label.judgement.grade() {
                grades.entry(label.chunk).or_default().push(grade);
            }
        }
        grades
    }

    /// The grades that a chunk was given, in order.
    pub(crate) fn grades_of(&self, chunk: ChunkId) -> Vec<Grade> {
        let of_chunk = self.labels.iter().filter(|label| label.chunk == chunk);
        of_chunk.filter_map(|label| label.judgement.grade()).collect()
    }

    /// What the grades of a chunk come to. A decision that what is said outran keeps its case open, unless the labels come to the
    /// same grade by themselves.
    pub(crate) fn outcome(&self, chunk: ChunkId, grades: &[Grade], resolution: Resolution) -> Outcome {
        let by_itself = match unanimous(grades) {
            Some(agreed) => Outcome::Agreed(agreed),
            None => resolution.grade(grades).map_or(Outcome::Open, Outcome::ByRule),
        };
        let subject = Subject::Chunk(chunk);
        match self.decision_on(subject).map(|decision| decision.verdict) {
            Some(Verdict::Grade(decided)) if self.verdict_in_force(subject).is_some() => Outcome::Decided(decided),
            Some(Verdict::Grade(decided)) if by_itself.grade() != Some(decided) => Outcome::Open,
            _ => by_itself,
        }
    }

    /// The grade of each chunk that is settled, by itself or by a reviewer.
    pub fn settled_grades(&self, resolution: Resolution) -> Vec<(ChunkId, Grade)> {
        let settled = |(chunk, grades): (ChunkId, Vec<Grade>)| self.outcome(chunk, &grades, resolution).grade().map(|grade| (chunk, grade));
        self.grades().into_iter().filter_map(settled).collect()
    }

    /// Whether a labeller says something about the answer.
    pub fn has_answer_of(&self, labeller: UserId) -> bool {
        self.answers.iter().any(|(by, answer)| *by == labeller && answer.says_something())
    }

    /// In what the answers differ, and how much it weighs: how many pairs differ on whether there is an answer, or how little alike the
    /// least alike two are, in thousandths. None when they are alike and name the same numbers: "30 days" and "60 days" are two
    /// answers.
    pub(crate) fn answers_apart(&self) -> Option<(Kind, i64)> {
        let known: Vec<&Answer> = self.known_answers().collect();
        let first = known.first()?;
        let with = known.iter().filter(|answer| answer.answerable == Answerable::Yes).count();
        let pairs = with * (known.len() - with);
        if pairs > 0 {
            return Some((Kind::Answerable, i64::try_from(pairs).unwrap_or(i64::MAX)));
        }
        let least = least_alike(&known);
        #[expect(clippy::cast_possible_truncation, reason = "it is between 0 and 1000")]
        let weight = ((1.0 - least) * 1000.0).round() as i64;
        let apart = least < SAME_ANSWER || !name_the_same_numbers(&known);
        (first.answerable == Answerable::Yes && apart).then_some((Kind::Answers, weight))
    }

    /// The answer of who said first whether the corpus has one; an empty one when nobody did.
    pub(super) fn first_answer(&self) -> Answer {
        let first = self.answers.first().map(|(_, answer)| answer);
        self.known_answers().next().or(first).cloned().unwrap_or_default()
    }

    /// The answers of those who said whether the corpus has one: who did not say does not differ from who did.
    fn known_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().map(|(_, answer)| answer).filter(|answer| answer.answerable != Answerable::Unknown)
    }
}

/// How alike the least alike two of some answers are, whoever gave which first.
fn least_alike(answers: &[&Answer]) -> f64 {
    let texts: Vec<String> = answers.iter().map(|answer| answer.text.to_lowercase()).collect();
    let pairs = texts.iter().enumerate().flat_map(|(at, one)| texts[at + 1..].iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| strsim::sorensen_dice(one, other)).fold(1.0, f64::min)
}

/// Whether answers name the same numbers, in whatever order and however often. What they cite is no number of theirs.
fn name_the_same_numbers(answers: &[&Answer]) -> bool {
    let mut numbers = answers.iter().map(|answer| numbers(&answer.text));
    numbers.next().is_none_or(|first| numbers.all(|other| other == first))
}

/// The runs of digits of a text, but for its citations.
fn numbers(text: &str) -> BTreeSet<String> {
    let uncited = map_citations(text, |_| String::new());
    uncited.split(|letter: char| !letter.is_numeric()).filter(|run| !run.is_empty()).map(str::to_owned).collect()
}
