//! Adjudication: what several labellers said of a query is settled as one grade a chunk and one answer, with what a reviewer
//! decided where they differ; or there is a reason why it is not settled.
//!
//! A labeller who completed a query once is a *voice*: what they said counts from then on as it stands, whatever they do with
//! the query later. A reviewer's decision covers what the voices had said and the flags when it was made, and nothing else: once
//! any of it changes, the query is disputed again.

mod decision;
mod review;
mod said;
mod unsettled;

#[cfg(test)]
mod tests;

pub use decision::{Adjudication, AdjudicationBase, Decided};
pub use review::{DisputedChunk, MadeAdjudication, Review};
pub use said::{Said, SaidLabel};
pub use unsettled::Unsettled;

use std::collections::BTreeMap;

use crate::answer::Answer;
use crate::id::ChunkId;
use crate::label::Span;
use crate::scale::{Grade, Judgement};

/// A settled query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settled {
    /// A grade a chunk, with the evidence of those who gave this grade.
    pub labels: BTreeMap<ChunkId, (Grade, Vec<Span>)>,
    pub answer: Answer,
}

/// Settles a query: when its overlap is met and nothing about it is disputed, or when a reviewer settled what was.
pub fn settle(said: &Said) -> Result<Settled, Unsettled> {
    let decision = said.decision_in_force();
    if let (Some((_, note)), None) = (said.flags.first(), decision) {
        return Err(Unsettled::Flagged { note: note.clone() });
    }
    if !said.overlap_met {
        return Err(Unsettled::NotCompleted);
    }
    match (decision, &said.decided) {
        (Some(decision), _) => settle_as_decided(said, decision),
        (None, Some(_)) => Err(Unsettled::ChangedSinceSettled),
        (None, None) => settle_as_agreed(said),
    }
}

fn settle_as_agreed(said: &Said) -> Result<Settled, Unsettled> {
    let chunks = said.chunks_graded_differently();
    if !chunks.is_empty() {
        return Err(Unsettled::GradesDiffer { chunks });
    }
    if let Some(dispute) = said.dispute_of_answers() {
        return Err(dispute);
    }
    Ok(Settled { labels: labels(said, &BTreeMap::new()), answer: said.first_answer() })
}

fn settle_as_decided(said: &Said, decision: &Adjudication) -> Result<Settled, Unsettled> {
    let decided: BTreeMap<ChunkId, Grade> = decision.grades.iter().copied().collect();
    let graded = said.grades();
    if let Some(chunk) = decided.keys().find(|chunk| !graded.contains_key(chunk)) {
        return Err(Unsettled::Damaged { what: format!("its adjudication grades the chunk {chunk}, which no labeller graded") });
    }
    let answer = match decision.answer_of {
        None => said.first_answer(),
        Some(labeller) => match said.answers.iter().find(|(by, _)| *by == labeller) {
            Some((_, answer)) => answer.clone(),
            None => return Err(Unsettled::Damaged { what: format!("its adjudication names {labeller}, who gave no answer") }),
        },
    };
    Ok(Settled { labels: labels(said, &decided), answer })
}

/// The grade of each chunk: the decided one, else the one that all gave.
fn labels(said: &Said, decided: &BTreeMap<ChunkId, Grade>) -> BTreeMap<ChunkId, (Grade, Vec<Span>)> {
    let settled = |(chunk, grades): (ChunkId, Vec<Grade>)| {
        let grade = decided.get(&chunk).copied().unwrap_or(grades[0]);
        (chunk, (grade, evidence(said, chunk, grade)))
    };
    said.grades().into_iter().map(settled).collect()
}

/// The evidence of those who gave the chunk this grade, in order, each piece once.
fn evidence(said: &Said, chunk: ChunkId, grade: Grade) -> Vec<Span> {
    let gave = said.labels.iter().filter(|label| label.chunk == chunk && label.judgement == Judgement::Grade(grade));
    let mut spans: Vec<Span> = gave.flat_map(|label| label.evidence.iter().copied()).collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}
