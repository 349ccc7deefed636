//! What reviewers settled. The labels that it is about stay as they were given.

use domain::adjudication::{Adjudication, DisputedChunk, Unsettled};
use domain::answer::Answer;
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::query::Answerable;
use domain::scale::Grade;
use domain::timestamp::Timestamp;

use crate::labels::judgement;
use crate::{Result, Store};

/// A query that is not settled although its overlap is met.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    pub why: Unsettled,
    /// The disputed chunks, by number.
    pub chunks: Vec<DisputedChunk>,
    /// Who answered what, the first to complete first.
    pub answers: Vec<(UserId, String, Answer)>,
}

/// A label of one who completed the query.
#[derive(sqlx::FromRow)]
pub(crate) struct GivenLabel {
    chunk_id: ChunkId,
    number: i32,
    name: String,
    grade: Option<Grade>,
    cant_tell: bool,
}

/// An answer of one who completed the query.
#[derive(sqlx::FromRow)]
pub(crate) struct GivenAnswer {
    labeller_id: UserId,
    name: String,
    text: String,
    answerable: Answerable,
}

impl Store {
    /// Keeps what a reviewer settled about a query; what was settled before is replaced. `false`: the set has no such query.
    /// A reviewer who labelled the query is a party to it, and that is kept too.
    pub async fn adjudicate(
        &self,
        set: SetId,
        query: QueryId,
        reviewer: UserId,
        settled: Adjudication,
        note: String,
        at: Timestamp,
    ) -> Result<bool> {
        transact!(self, adjudications::adjudicate(set, query, reviewer, &settled, &note, at))
    }

    /// What was settled about a query.
    pub async fn adjudication(&self, query: QueryId) -> Result<Option<Adjudication>> {
        Ok(read!(self, adjudications::adjudication(query))?.map(|settled| settled.0))
    }

    /// Why a query whose overlap is met is not settled, and what was said about it; none when there is nothing to settle.
    pub async fn disagreement(&self, set: SetId, query: QueryId) -> Result<Option<Disagreement>> {
        let gathered = read!(self, candidates::gather(set, &[query]))?;
        let Some(Err(why)) = gathered.into_iter().next().map(|gathered| gathered.outcome) else { return Ok(None) };
        if why == Unsettled::NotCompleted {
            return Ok(None);
        }
        let labels = read!(self, adjudications::given_labels(query))?;
        let answers = read!(self, adjudications::given_answers(query))?;
        Ok(Some(Disagreement { chunks: disputed_chunks(&why, labels), answers: answers.into_iter().map(said_by).collect(), why }))
    }
}

fn disputed_chunks(why: &Unsettled, labels: Vec<GivenLabel>) -> Vec<DisputedChunk> {
    let Unsettled::GradesDiffer { chunks: disputed } = why else { return Vec::new() };
    let mut chunks: Vec<DisputedChunk> = Vec::with_capacity(disputed.len());
    for label in labels.into_iter().filter(|label| disputed.contains(&label.chunk_id)) {
        if chunks.last().is_none_or(|last| last.chunk != label.chunk_id) {
            chunks.push(DisputedChunk { chunk: label.chunk_id, number: label.number, given: Vec::new() });
        }
        if let (Some(judgement), Some(last)) = (judgement(label.grade, label.cant_tell), chunks.last_mut()) {
            last.given.push((label.name, judgement));
        }
    }
    chunks
}

fn said_by(row: GivenAnswer) -> (UserId, String, Answer) {
    (row.labeller_id, row.name, Answer { text: row.text, answerable: row.answerable, ..Answer::default() })
}
