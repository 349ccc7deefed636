//! What was said about queries, as the tables hold it, made into what the domain settles.

use std::collections::HashMap;

use domain::adjudication::{Decision, Reason, Said, SaidLabel, Unsettled, Verdict, standing_decisions};
use domain::answer::{Answer, Citation};
use domain::disagreement::Subject;
use domain::id::{ChunkId, QueryId, UserId};
use domain::label::Span;
use domain::query::Answerable;
use domain::scale::Grade;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::labels::judgement;

/// A query that a labeller has or had.
#[derive(sqlx::FromRow)]
pub(crate) struct AssignmentRow {
    labeller_id: UserId,
    first_completed_at: Option<Timestamp>,
    flag: Option<String>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct LabelRow {
    chunk_id: ChunkId,
    labeller_id: UserId,
    grade: Option<Grade>,
    cant_tell: bool,
    evidence: Json<Vec<Span>>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct AnswerRow {
    labeller_id: UserId,
    text: String,
    citations: Json<Vec<Citation>>,
    answerable: Answerable,
}

#[derive(sqlx::FromRow)]
pub(crate) struct DecisionRow {
    #[sqlx(try_from = "String")]
    subject: Subject,
    sequence: i64,
    /// None: what was decided before was taken back.
    verdict: Option<Json<Verdict>>,
    said: String,
    reason: Option<Reason>,
    at: Timestamp,
}

/// Rows of a table by the query that they are about.
pub(crate) type ByQuery<T> = HashMap<QueryId, Vec<T>>;

/// What the tables say of some queries.
#[derive(Default)]
pub(crate) struct SaidRows {
    pub assignments: ByQuery<AssignmentRow>,
    pub labels: ByQuery<LabelRow>,
    pub answers: ByQuery<AnswerRow>,
    pub decisions: ByQuery<DecisionRow>,
    pub damage: Damage,
}

/// Queries of which a row cannot be read, with what is wrong. They do not stop the others.
#[derive(Default)]
pub(crate) struct Damage(HashMap<QueryId, String>);

impl Damage {
    /// Notes that a row of a query cannot be read.
    pub(crate) fn note(&mut self, query: QueryId, error: &sqlx::Error) {
        self.0.entry(query).or_insert_with(|| error.to_string());
    }

    /// Why a query cannot be used.
    pub(crate) fn of(&self, query: QueryId) -> Option<Unsettled> {
        self.0.get(&query).map(|what| Unsettled::Damaged { what: what.clone() })
    }
}

impl SaidRows {
    /// All that was said about a query.
    ///
    /// # Errors
    /// [`Unsettled::Damaged`] when a row cannot be read.
    pub(crate) fn said(&self, query: QueryId, overlap_met: bool) -> Result<Said, Unsettled> {
        if let Some(damaged) = self.damage.of(query) {
            return Err(damaged);
        }
        let voices = self.places(query);
        let mut flags: Vec<_> = rows(&self.assignments, query).filter_map(|row| Some((row.labeller_id, row.flag.clone()?))).collect();
        flags.sort_unstable();
        Ok(Said {
            overlap_met,
            labels: in_order(&voices, rows(&self.labels, query).filter_map(said_label), |label| (label.labeller, Some(label.chunk))),
            answers: in_order(&voices, rows(&self.answers, query).map(said_answer), |(labeller, _)| (*labeller, None)),
            flags,
            decided: self.decided(query),
        })
    }

    fn decided(&self, query: QueryId) -> Vec<Decision> {
        let mut made: Vec<&DecisionRow> = rows(&self.decisions, query).collect();
        made.sort_unstable_by_key(|row| row.sequence);
        standing_decisions(made.into_iter().map(|row| (row.subject, decision(row))))
    }

    /// Those who completed a query once, with their places: the first to complete it first.
    fn places(&self, query: QueryId) -> HashMap<UserId, usize> {
        self.voices(query).into_iter().zip(0..).collect()
    }

    /// Those who completed a query once, the first to complete it first.
    pub(crate) fn voices(&self, query: QueryId) -> Vec<UserId> {
        let voice = |row: &AssignmentRow| Some((row.first_completed_at?, row.labeller_id));
        let mut voices: Vec<(Timestamp, UserId)> = rows(&self.assignments, query).filter_map(voice).collect();
        voices.sort_unstable();
        voices.into_iter().map(|(_, labeller)| labeller).collect()
    }
}

fn rows<T>(of: &ByQuery<T>, query: QueryId) -> impl Iterator<Item = &T> {
    of.get(&query).into_iter().flatten()
}

/// What the voices said, in their order, and of one voice by chunk.
fn in_order<T>(voices: &HashMap<UserId, usize>, said: impl Iterator<Item = T>, by: impl Fn(&T) -> (UserId, Option<ChunkId>)) -> Vec<T> {
    let placed = |said: T| {
        let (labeller, chunk) = by(&said);
        Some((voices.get(&labeller)?, chunk, said))
    };
    let mut placed: Vec<_> = said.filter_map(placed).collect();
    placed.sort_by_key(|(place, chunk, _)| (*place, *chunk));
    placed.into_iter().map(|(_, _, said)| said).collect()
}

fn said_label(row: &LabelRow) -> Option<SaidLabel> {
    let judgement = judgement(row.grade, row.cant_tell)?;
    Some(SaidLabel { labeller: row.labeller_id, chunk: row.chunk_id, judgement, evidence: row.evidence.0.clone() })
}

fn decision(row: &DecisionRow) -> Option<Decision> {
    Some(Decision {
        subject: row.subject,
        verdict: row.verdict.as_ref()?.0,
        said: row.said.clone(),
        revision: row.sequence,
        reason: row.reason,
        at: row.at,
    })
}

fn said_answer(row: &AnswerRow) -> (UserId, Answer) {
    let (text, citations) = (row.text.clone(), row.citations.0.clone());
    (row.labeller_id, Answer { text, citations, answerable: row.answerable, ..Answer::default() })
}
