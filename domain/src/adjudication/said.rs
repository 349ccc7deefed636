//! What was said about a query.

use std::collections::BTreeMap;

use super::decision::{Adjudication, Decided};
use super::unsettled::Unsettled;
use crate::answer::Answer;
use crate::hash::sha256;
use crate::id::{ChunkId, UserId};
use crate::label::Span;
use crate::query::Answerable;
use crate::scale::{Grade, Judgement};

/// How alike two answers must be to be the same answer: Sørensen–Dice over pairs of letters, 0 to 1.
const SAME_ANSWER: f64 = 0.5;

/// All that was said about one query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// Whether its overlap is met.
    pub overlap_met: bool,
    /// The labels of those who completed it, the first to complete it first.
    pub labels: Vec<SaidLabel>,
    /// Who gave which answer, in the same order.
    pub answers: Vec<(UserId, Answer)>,
    /// Who flagged it, with what note.
    pub flags: Vec<(UserId, String)>,
    /// What a reviewer decided.
    pub decided: Option<Decided>,
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

impl Said {
    /// SHA-256 over the judgements, answers with what they cite, and flags, in whatever order they come: what a decision covers.
    pub fn hash(&self) -> String {
        let mut labels: Vec<_> = self.labels.iter().map(|label| (label.labeller, label.chunk, label.judgement)).collect();
        labels.sort_unstable_by_key(|(labeller, chunk, _)| (*labeller, *chunk));
        let mut answers: Vec<_> =
            self.answers.iter().map(|(labeller, answer)| (*labeller, &answer.text, &answer.citations, answer.answerable)).collect();
        answers.sort_unstable_by_key(|(labeller, ..)| *labeller);
        let mut flags = self.flags.clone();
        flags.sort_unstable();
        sha256(serde_json::json!([labels, answers, flags]).to_string().as_bytes())
    }

    /// What a reviewer decided, while it covers all that was said.
    pub fn decision_in_force(&self) -> Option<&Adjudication> {
        self.decided.as_ref().filter(|decided| decided.said == self.hash()).map(|decided| &decided.decision)
    }

    /// The grades that each chunk was given, in order.
    pub(super) fn grades(&self) -> BTreeMap<ChunkId, Vec<Grade>> {
        let mut grades: BTreeMap<ChunkId, Vec<Grade>> = BTreeMap::new();
        for label in &self.labels {
            if let Some(grade) = label.judgement.grade() {
                grades.entry(label.chunk).or_default().push(grade);
            }
        }
        grades
    }

    pub(super) fn chunks_graded_differently(&self) -> Vec<ChunkId> {
        let differ = |grades: &[Grade]| grades.iter().any(|grade| *grade != grades[0]);
        self.grades().into_iter().filter(|(_, grades)| differ(grades)).map(|(chunk, _)| chunk).collect()
    }

    /// The chunks that a reviewer has to grade: those that were graded differently, and those that an earlier decision graded.
    pub fn disputed_chunks(&self) -> Vec<ChunkId> {
        let graded = self.grades();
        let decided = self.decided.iter().flat_map(|decided| decided.decision.grades.iter().map(|(chunk, _)| *chunk));
        let mut chunks = self.chunks_graded_differently();
        chunks.extend(decided.filter(|chunk| graded.contains_key(chunk)));
        chunks.sort_unstable();
        chunks.dedup();
        chunks
    }

    /// In what the answers differ; none when they are alike.
    pub fn dispute_of_answers(&self) -> Option<Unsettled> {
        let known: Vec<&Answer> = self.known_answers().collect();
        let first = known.first()?;
        if known.iter().any(|answer| answer.answerable != first.answerable) {
            return Some(Unsettled::AnswerableDiffers);
        }
        let alike = |answer: &Answer| strsim::sorensen_dice(&first.text.to_lowercase(), &answer.text.to_lowercase()) >= SAME_ANSWER;
        let differ = first.answerable == Answerable::Yes && !known.iter().all(|answer| alike(answer));
        differ.then_some(Unsettled::AnswersDiffer)
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
