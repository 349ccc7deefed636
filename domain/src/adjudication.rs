//! Adjudication: what several labellers said of a query is settled as one grade a chunk and one answer, with what reviewers
//! decided where they differ; or there is a reason why it is not settled.
//!
//! A labeller who completed a query once is a *voice*: what they said counts from then on as it stands, whatever they do with
//! the query later. A reviewer decides about one subject: a chunk, the answer, the flag. The decision covers what was said about that
//! subject and nothing else: once it changes, that subject is disputed again, and the others stay settled.

mod decision;
mod resolution;
mod said;
mod unsettled;

#[cfg(test)]
mod tests;

pub use decision::{Base, Decision, Party, Reason, Verdict, standing_decisions};
pub use resolution::Resolution;
pub use said::{Outcome, Said, SaidLabel, unanimous};
pub use unsettled::Unsettled;

use std::collections::BTreeMap;

use crate::answer::Answer;
use crate::disagreement::{Kind, Subject};
use crate::id::ChunkId;
use crate::label::Span;
use crate::scale::{Grade, Judgement};

/// A settled query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settled {
    /// A grade a chunk, with the evidence of those who gave this grade.
    pub labels: BTreeMap<ChunkId, (Grade, Vec<Span>)>,
    pub answer: Answer,
    /// The chunks that were left out, because labellers differ on them and nothing settles it.
    pub disputed: Vec<ChunkId>,
}

/// Settles a query: when its overlap is met and nothing about it is disputed, or what was is settled by the resolution or by a reviewer.
pub fn settle(said: &Said, resolution: Resolution) -> Result<Settled, Unsettled> {
    check_ready(said)?;
    let chunks = settle_chunks(said, resolution);
    if chunks.disputed.iter().any(|chunk| said.decision_on(Subject::Chunk(*chunk)).is_some()) {
        return Err(Unsettled::ChangedSinceSettled);
    }
    if !chunks.disputed.is_empty() {
        return Err(Unsettled::GradesDiffer { chunks: chunks.disputed });
    }
    Ok(Settled { answer: answer(said)?, ..chunks })
}

/// The same, without the chunks that keep the query from being settled: nothing is known about them then.
pub fn settle_without_disputed_chunks(said: &Said, resolution: Resolution) -> Result<Settled, Unsettled> {
    check_ready(said)?;
    Ok(Settled { answer: answer(said)?, ..settle_chunks(said, resolution) })
}

/// Whether a query can be settled at all.
fn check_ready(said: &Said) -> Result<(), Unsettled> {
    if let (Some((_, note)), None) = (said.flags.first(), said.verdict_in_force(Subject::Flag)) {
        return Err(Unsettled::Flagged { note: note.clone() });
    }
    if !said.overlap_met {
        return Err(Unsettled::NotCompleted);
    }
    let nobody_graded = |decision: &&Decision| {
        decision.subject.chunk().is_some_and(|chunk| said.grades_of(chunk).is_empty()) && said.verdict_in_force(decision.subject).is_some()
    };
    match said.decided.iter().find(nobody_graded) {
        Some(Decision { subject, .. }) => {
            Err(Unsettled::Damaged { what: format!("an adjudication grades the chunk {subject}, which no labeller graded") })
        }
        None => Ok(()),
    }
}

/// The grade of each chunk, and the chunks that have none because labellers differ on them.
fn settle_chunks(said: &Said, resolution: Resolution) -> Settled {
    let mut settled = Settled::default();
    for (chunk, grades) in said.grades() {
        match said.outcome(chunk, &grades, resolution).grade() {
            Some(grade) => drop(settled.labels.insert(chunk, (grade, evidence(said, chunk, grade)))),
            None => settled.disputed.push(chunk),
        }
    }
    settled
}

/// The answer that a reviewer chose, or the first where they are alike.
fn answer(said: &Said) -> Result<Answer, Unsettled> {
    match (said.verdict_in_force(Subject::Answer), said.answers_apart()) {
        (Some(Verdict::AnswerOf(labeller)), _) => {
            let chosen = said.answers.iter().find(|(by, _)| *by == labeller).map(|(_, answer)| answer.clone());
            chosen.ok_or_else(|| Unsettled::Damaged { what: format!("an adjudication names {labeller}, who gave no answer") })
        }
        (_, None) => Ok(said.first_answer()),
        (_, Some(_)) if said.decision_on(Subject::Answer).is_some() => Err(Unsettled::ChangedSinceSettled),
        (_, Some((Kind::Answerable, _))) => Err(Unsettled::AnswerableDiffers),
        (_, Some(_)) => Err(Unsettled::AnswersDiffer),
    }
}

/// The evidence of those who gave the chunk this grade, in order, each piece once.
fn evidence(said: &Said, chunk: ChunkId, grade: Grade) -> Vec<Span> {
    let gave = said.labels.iter().filter(|label| label.chunk == chunk && label.judgement == Judgement::Grade(grade));
    let mut spans: Vec<Span> = gave.flat_map(|label| label.evidence.iter().copied()).collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}
