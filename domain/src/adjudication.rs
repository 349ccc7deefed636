//! Adjudication: what several labellers said of a query is settled as one grade a chunk and one answer, with what a reviewer
//! decided where they differ; or there is a reason why it is not settled.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::id::{ChunkId, UserId};
use crate::label::Span;
use crate::query::Answerable;
use crate::scale::{Grade, Judgement};

/// How alike two answers must be to be the same answer: Sørensen–Dice over pairs of letters, 0 to 1.
pub const SAME_ANSWER: f64 = 0.5;

/// All that was said about one query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// Whether its overlap is met.
    pub overlap_met: bool,
    /// The labels of those who completed it, the first to complete it first.
    pub labels: Vec<SaidLabel>,
    /// Who gave which answer, in the same order.
    pub answers: Vec<(UserId, Answer)>,
    /// The notes of its flags.
    pub flags: Vec<String>,
    /// What a reviewer settled.
    pub adjudication: Option<Adjudication>,
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

/// What a reviewer settled about a query. The labels that it is about stay as they were given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// The settled grade of each disputed chunk.
    pub grades: Vec<(ChunkId, Grade)>,
    /// The labeller whose answer holds; the first one's where nobody was chosen.
    pub answer_of: Option<UserId>,
}

/// A settled query.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settled {
    /// A grade a chunk, with the evidence of those who gave this grade.
    pub labels: BTreeMap<ChunkId, (Grade, Vec<Span>)>,
    pub answer: Answer,
}

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
}

impl std::fmt::Display for Unsettled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotCompleted => f.write_str("not enough labellers have completed it"),
            Self::Flagged { note } => write!(f, "flagged for review: {note}"),
            Self::GradesDiffer { chunks } => write!(f, "labellers differ on {} chunk(s)", chunks.len()),
            Self::AnswerableDiffers => f.write_str("labellers differ on whether the corpus has an answer"),
            Self::AnswersDiffer => f.write_str("the labellers' answers differ"),
        }
    }
}

/// A chunk that labellers grade differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisputedChunk {
    pub chunk: ChunkId,
    /// The number on its card.
    pub number: i32,
    /// Who gave what, by name.
    pub given: Vec<(String, Judgement)>,
}

/// Settles a query: when its overlap is met and nothing about it is disputed, or when a reviewer settled what was.
pub fn settle(said: &Said) -> Result<Settled, Unsettled> {
    if !said.overlap_met {
        return Err(Unsettled::NotCompleted);
    }
    if let (Some(note), None) = (said.flags.first(), &said.adjudication) {
        return Err(Unsettled::Flagged { note: note.clone() });
    }
    let labels = settle_labels(said)?;
    let answer = settle_answer(said)?;
    Ok(Settled { labels, answer })
}

type Labels = BTreeMap<ChunkId, (Grade, Vec<Span>)>;

fn settle_labels(said: &Said) -> Result<Labels, Unsettled> {
    let mut grades: BTreeMap<ChunkId, Vec<Grade>> = BTreeMap::new();
    for label in &said.labels {
        if let Some(grade) = label.judgement.grade() {
            grades.entry(label.chunk).or_default().push(grade);
        }
    }
    let adjudicated: BTreeMap<ChunkId, Grade> = said.adjudication.iter().flat_map(|settled| settled.grades.iter().copied()).collect();
    let disputed = |(chunk, grades): (&ChunkId, &Vec<Grade>)| {
        let differ = grades.iter().any(|grade| *grade != grades[0]) && !adjudicated.contains_key(chunk);
        differ.then_some(*chunk)
    };
    let chunks: Vec<ChunkId> = grades.iter().filter_map(disputed).collect();
    if !chunks.is_empty() {
        return Err(Unsettled::GradesDiffer { chunks });
    }
    let agreed = grades.into_iter().map(|(chunk, grades)| (chunk, grades[0]));
    Ok(agreed.chain(adjudicated).map(|(chunk, grade)| (chunk, (grade, evidence(said, chunk, grade)))).collect())
}

/// The evidence of those who gave the chunk this grade, in order, each piece once.
fn evidence(said: &Said, chunk: ChunkId, grade: Grade) -> Vec<Span> {
    let gave = said.labels.iter().filter(|label| label.chunk == chunk && label.judgement == Judgement::Grade(grade));
    let mut spans: Vec<Span> = gave.flat_map(|label| label.evidence.iter().copied()).collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}

fn settle_answer(said: &Said) -> Result<Answer, Unsettled> {
    let Some((_, first)) = said.answers.first() else { return Ok(Answer::default()) };
    if let Some(adjudication) = &said.adjudication {
        let chosen = said.answers.iter().find(|(labeller, _)| Some(*labeller) == adjudication.answer_of);
        return Ok(chosen.map_or(first, |(_, answer)| answer).clone());
    }
    if said.answers.iter().any(|(_, answer)| answer.answerable != first.answerable) {
        return Err(Unsettled::AnswerableDiffers);
    }
    let alike = |answer: &Answer| strsim::sorensen_dice(&first.text.to_lowercase(), &answer.text.to_lowercase()) >= SAME_ANSWER;
    if first.answerable == Answerable::Yes && !said.answers.iter().all(|(_, answer)| alike(answer)) {
        return Err(Unsettled::AnswersDiffer);
    }
    Ok(first.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::uuid_v7;

    const GRADE: fn(i16) -> Judgement = |grade| Judgement::Grade(Grade(grade));

    fn chunk(n: u64) -> ChunkId {
        ChunkId(uuid_v7(n, &[0; 10]))
    }

    fn labeller(n: u64) -> UserId {
        UserId(uuid_v7(n, &[1; 10]))
    }

    fn label(by: u64, of: u64, judgement: Judgement) -> SaidLabel {
        SaidLabel { labeller: labeller(by), chunk: chunk(of), judgement, evidence: vec![] }
    }

    fn said(labels: Vec<SaidLabel>) -> Said {
        Said { overlap_met: true, labels, ..Said::default() }
    }

    fn answer(by: u64, text: &str, answerable: Answerable) -> (UserId, Answer) {
        (labeller(by), Answer { text: text.into(), answerable, ..Answer::default() })
    }

    #[test]
    fn a_query_is_not_settled_before_its_overlap_is_met() {
        assert_eq!(settle(&Said::default()), Err(Unsettled::NotCompleted));
    }

    #[test]
    fn a_flag_waits_for_a_reviewer() {
        let mut flagged = said(vec![]);
        flagged.flags.push("look".into());
        assert_eq!(settle(&flagged), Err(Unsettled::Flagged { note: "look".into() }));
        flagged.adjudication = Some(Adjudication::default());
        assert!(settle(&flagged).is_ok());
    }

    #[test]
    fn two_grades_of_one_chunk_are_a_dispute_until_a_reviewer_settles_it() {
        let mut differ = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1)), label(2, 2, GRADE(1))]);
        assert_eq!(settle(&differ), Err(Unsettled::GradesDiffer { chunks: vec![chunk(1)] }));
        differ.adjudication = Some(Adjudication { grades: vec![(chunk(1), Grade(2))], answer_of: None });
        let grades: Vec<Grade> = settle(&differ).expect("settled").labels.into_values().map(|(grade, _)| grade).collect();
        assert_eq!(grades, [Grade(2), Grade(1)]);
    }

    #[test]
    fn cant_tell_is_missing_and_no_dispute() {
        let settled = settle(&said(vec![label(1, 1, Judgement::CantTell), label(2, 1, GRADE(2)), label(1, 2, Judgement::CantTell)]));
        let labels = settled.expect("settled").labels;
        assert_eq!(labels.into_iter().map(|(chunk, (grade, _))| (chunk, grade)).collect::<Vec<_>>(), [(chunk(1), Grade(2))]);
    }

    #[test]
    fn the_evidence_is_of_those_who_gave_the_settled_grade() {
        let mut two = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0))]);
        two.labels[0].evidence = vec![Span { start: 0, end: 4 }];
        two.labels[1].evidence = vec![Span { start: 5, end: 9 }];
        two.adjudication = Some(Adjudication { grades: vec![(chunk(1), Grade(3))], answer_of: None });
        assert_eq!(settle(&two).expect("settled").labels[&chunk(1)].1, [Span { start: 0, end: 4 }]);
    }

    #[test]
    fn answers_that_are_alike_are_one_and_the_first_stands() {
        let mut alike = said(vec![]);
        alike.answers =
            vec![answer(1, "Pull the amber lever twice.", Answerable::Yes), answer(2, "pull the amber lever two times", Answerable::Yes)];
        assert_eq!(settle(&alike).expect("settled").answer.text, "Pull the amber lever twice.");
        alike.answers[1].1.text = "Read chapter nine.".into();
        assert_eq!(settle(&alike), Err(Unsettled::AnswersDiffer));
        alike.answers[1].1.answerable = Answerable::No;
        assert_eq!(settle(&alike), Err(Unsettled::AnswerableDiffers));
    }

    #[test]
    fn the_answer_that_a_reviewer_chose_holds_and_without_a_choice_the_first() {
        let mut differ = said(vec![]);
        differ.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
        let mut chosen = |answer_of| {
            differ.adjudication = Some(Adjudication { grades: vec![], answer_of });
            settle(&differ).expect("settled").answer.text
        };
        assert_eq!(chosen(Some(labeller(2))), "Read chapter nine.");
        assert_eq!(chosen(None), "Pull the lever.");
    }
}
