//! Candidates of the next version: what was said about queries, settled by the domain.

use std::collections::HashMap;

use domain::adjudication::{Adjudication, Said, SaidLabel, Settled, Unsettled, settle};
use domain::answer::{Answer, Citation};
use domain::assignment::AssignmentStatus;
use domain::id::{ChunkId, QueryId, UserId};
use domain::label::Span;
use domain::query::{Answerable, Style, Tally};
use domain::scale::Grade;
use domain::timestamp::Timestamp;
use domain::version::{Item, renumber};
use sqlx::types::Json;

use crate::frozen::{FrozenItem, FrozenLabel};
use crate::labels::judgement;
use crate::{ChunkRow, Result};

/// A query with what became of it when it was settled.
pub(crate) struct Gathered {
    /// The query, by the user's id.
    pub external_id: String,
    /// How many retrievers ranked chunks for it.
    pub retrievers: i64,
    /// The item, or why there is none.
    pub outcome: std::result::Result<Candidate, Unsettled>,
}

/// What would be frozen.
pub(crate) struct Candidate {
    /// As it is exported.
    pub item: Item,
    /// As it is kept.
    pub frozen: FrozenItem,
    /// Numbers of the answer that cite nothing.
    pub dangling: Vec<i32>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct QueryRow {
    id: QueryId,
    external_id: String,
    text: String,
    style: Style,
    source: String,
    seen: i64,
    metadata: Json<serde_json::Map<String, serde_json::Value>>,
    overlap: i64,
}

#[derive(sqlx::FromRow)]
pub(crate) struct AssignmentRow {
    pub query_id: QueryId,
    labeller_id: UserId,
    status: AssignmentStatus,
    completed_at: Option<Timestamp>,
    flag: Option<String>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct LabelRow {
    pub query_id: QueryId,
    chunk_id: ChunkId,
    labeller_id: UserId,
    grade: Option<Grade>,
    cant_tell: bool,
    evidence: Json<Vec<Span>>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct AnswerRow {
    pub query_id: QueryId,
    labeller_id: UserId,
    text: String,
    citations: Json<Vec<Citation>>,
    answerable: Answerable,
}

/// What the tables say of some queries.
pub(crate) struct Tables {
    pub queries: Vec<QueryRow>,
    pub assignments: HashMap<QueryId, Vec<AssignmentRow>>,
    pub labels: HashMap<QueryId, Vec<LabelRow>>,
    pub answers: HashMap<QueryId, Vec<AnswerRow>>,
    pub adjudications: HashMap<QueryId, Adjudication>,
    pub retrievers: HashMap<QueryId, i64>,
}

impl Tables {
    /// Settles the queries, in the byte order of the user's ids.
    pub(crate) fn settle(mut self) -> Vec<SettledQuery> {
        self.queries.sort_unstable_by(|a, b| a.external_id.as_bytes().cmp(b.external_id.as_bytes()));
        let settled = |query: &QueryRow| SettledQuery {
            external_id: query.external_id.clone(),
            retrievers: self.retrievers.get(&query.id).copied().unwrap_or_default(),
            outcome: settle(&self.said(query)).map(|settled| Self::frozen(query, settled)),
        };
        self.queries.iter().map(settled).collect()
    }

    /// Those who completed a query, the first first.
    fn labellers(&self, query: QueryId) -> Vec<UserId> {
        let completed = self.assignments.get(&query).into_iter().flatten();
        let mut done: Vec<(Timestamp, UserId)> = completed.filter_map(|row| Some((row.completed_at?, row.labeller_id))).collect();
        done.sort_unstable();
        done.into_iter().map(|(_, labeller)| labeller).collect()
    }

    fn tally(&self, query: &QueryRow) -> Tally {
        let mut tally = Tally { overlap: query.overlap, adjudicated: self.adjudications.contains_key(&query.id), ..Tally::default() };
        for row in self.assignments.get(&query.id).into_iter().flatten() {
            tally.leased += i64::from(row.status == AssignmentStatus::Leased);
            tally.completed += i64::from(row.status == AssignmentStatus::Completed);
            tally.flags += i64::from(row.flag.is_some());
        }
        tally
    }

    fn said(&self, query: &QueryRow) -> Said {
        let labellers = self.labellers(query.id);
        let place = |labeller: UserId| labellers.iter().position(|done| *done == labeller);
        let mut labels: Vec<(usize, SaidLabel)> =
            self.labels.get(&query.id).into_iter().flatten().filter_map(|row| Some((place(row.labeller_id)?, said_label(row)?))).collect();
        labels.sort_by_key(|(place, label)| (*place, label.chunk));
        let mut answers: Vec<(usize, &AnswerRow)> =
            self.answers.get(&query.id).into_iter().flatten().filter_map(|row| Some((place(row.labeller_id)?, row))).collect();
        answers.sort_by_key(|(place, _)| *place);
        Said {
            overlap_met: self.tally(query).standing().overlap_met,
            labels: labels.into_iter().map(|(_, label)| label).collect(),
            answers: answers.into_iter().map(|(_, row)| said_answer(row)).collect(),
            flags: self.assignments.get(&query.id).into_iter().flatten().filter_map(|row| row.flag.clone()).collect(),
            adjudication: self.adjudications.get(&query.id).cloned(),
        }
    }

    /// The item as it is kept, and the numbers of its answer that cite nothing.
    fn frozen(query: &QueryRow, settled: Settled) -> (FrozenItem, Vec<i32>) {
        let (answer, citations, dangling) = renumber(&settled.answer);
        let label = |(chunk, (grade, evidence))| FrozenLabel { chunk, grade, evidence, bare: false };
        let frozen = FrozenItem {
            query: query.text.clone(),
            style: query.style,
            answerable: settled.answer.answerable,
            answer,
            citations,
            labels: settled.labels.into_iter().map(label).collect(),
            source: query.source.clone(),
            seen: query.seen,
            metadata: query.metadata.0.clone(),
        };
        (frozen, dangling)
    }
}

/// A query that was settled, before the texts of its chunks are known.
pub(crate) struct SettledQuery {
    external_id: String,
    retrievers: i64,
    outcome: std::result::Result<(FrozenItem, Vec<i32>), Unsettled>,
}

impl SettledQuery {
    /// The chunks that its item points at.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkId> + '_ {
        self.outcome.iter().flat_map(|(frozen, _)| frozen.chunks())
    }

    /// The query with the texts of its chunks.
    pub(crate) fn gathered(self, chunks: &HashMap<ChunkId, ChunkRow>) -> Result<Gathered> {
        let Self { external_id, retrievers, outcome } = self;
        let candidate = |(mut frozen, dangling): (FrozenItem, Vec<i32>)| -> Result<Candidate> {
            for label in &mut frozen.labels {
                label.bare = chunks.get(&label.chunk).is_some_and(|chunk| chunk.text.is_empty());
            }
            Ok(Candidate { item: frozen.clone().into_item(external_id.clone(), chunks)?, frozen, dangling })
        };
        let outcome = match outcome {
            Ok(settled) => Ok(candidate(settled)?),
            Err(why) => Err(why),
        };
        Ok(Gathered { external_id, retrievers, outcome })
    }
}

fn said_label(row: &LabelRow) -> Option<SaidLabel> {
    let judgement = judgement(row.grade, row.cant_tell)?;
    Some(SaidLabel { labeller: row.labeller_id, chunk: row.chunk_id, judgement, evidence: row.evidence.0.clone() })
}

fn said_answer(row: &AnswerRow) -> (UserId, Answer) {
    let (text, citations) = (row.text.clone(), row.citations.0.clone());
    (row.labeller_id, Answer { text, citations, answerable: row.answerable, ..Answer::default() })
}

/// The rows of each query.
pub(crate) fn by_query<T>(rows: Vec<T>, query: impl Fn(&T) -> QueryId) -> HashMap<QueryId, Vec<T>> {
    let mut grouped: HashMap<QueryId, Vec<T>> = HashMap::new();
    for row in rows {
        grouped.entry(query(&row)).or_default().push(row);
    }
    grouped
}
