//! The queue of disagreements.

use std::collections::HashMap;

use domain::disagreement::{CaseCounts, CaseFilter, Cursor, JudgedChunk, Kind, QueuedCase, SettledCounts, State, Subject};
use domain::id::{ChunkId, JudgeId, QueryId, SetId, UserId};
use domain::member::Member;
use domain::query::Style;
use domain::scale::Grade;
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// What judges said of the chunks of some queries, of each judge the latest.
#[derive(Default)]
pub(crate) struct Judged(pub(crate) HashMap<QueryId, Vec<JudgedChunk>>);

#[derive(sqlx::FromRow)]
pub(crate) struct JudgedRow {
    query_id: QueryId,
    chunk_id: ChunkId,
    judge_id: JudgeId,
    name: String,
    grade: Grade,
}

impl Judged {
    pub(crate) fn of_rows(mut rows: Vec<JudgedRow>) -> Self {
        // A judge's later prompt version has a later id.
        rows.sort_unstable_by_key(|row| row.judge_id);
        let mut latest: HashMap<(QueryId, ChunkId, String), Grade> = HashMap::with_capacity(rows.len());
        for JudgedRow { query_id, chunk_id, name, grade, .. } in rows {
            latest.insert((query_id, chunk_id, name), grade);
        }
        let mut judged = Self::default();
        for ((query, chunk, _), grade) in latest {
            judged.0.entry(query).or_default().push(JudgedChunk { chunk, grade });
        }
        judged
    }

    pub(crate) fn of(&self, query: QueryId) -> &[JudgedChunk] {
        self.0.get(&query).map_or(&[], Vec::as_slice)
    }
}

#[derive(sqlx::FromRow)]
pub(crate) struct CaseRow {
    query_id: QueryId,
    external_id: String,
    text: String,
    style: Style,
    #[sqlx(try_from = "String")]
    subject: Subject,
    number: Option<i32>,
    kind: Kind,
    place: i64,
    state: State,
}

impl From<CaseRow> for QueuedCase {
    fn from(row: CaseRow) -> Self {
        let CaseRow { query_id: query, external_id, text, style, subject, number, kind, place, state } = row;
        Self { query, external_id, text, style, subject, number, kind, weight: -place, state }
    }
}

impl Store {
    /// How many disagreements of a set are how far, by kind.
    pub async fn disagreement_counts(&self, set: SetId) -> Result<CaseCounts> {
        Ok(read!(self, case_counts::disagreement_counts(set))?.into_iter().collect())
    }

    /// The same without those of the queries that are hidden from a member.
    pub async fn disagreement_counts_for(&self, set: SetId, reader: &Member) -> Result<CaseCounts> {
        let hidden = read!(self, case_counts::hidden_counts(set, reader))?.into_iter().map(|(state, kind, count)| (state, kind, -count));
        Ok(read!(self, case_counts::disagreement_counts(set))?.into_iter().chain(hidden).collect())
    }

    /// How many of them reviewers settled, as far as it holds: since a moment, and for each reason.
    pub async fn settled_counts(&self, set: SetId, reader: &Member, since: Timestamp) -> Result<SettledCounts> {
        let today = read!(self, case_counts::settled_since(set, reader, since))?;
        let by_reason = read!(self, case_counts::settled_by_reason(set, reader))?.into_iter().collect();
        Ok(SettledCounts { today, by_reason })
    }

    /// Whose labels count in a set, by name, at most two hundred.
    pub async fn voices_of(&self, set: SetId) -> Result<Vec<(UserId, String)>> {
        read!(self, disagreements::voices_of(set))
    }

    /// How many disagreements of a set a filter lets through.
    pub async fn count_disagreements(&self, set: SetId, filter: &CaseFilter) -> Result<i64> {
        read!(self, disagreements::place(set, filter, None))
    }

    /// How many of them come before a place.
    pub async fn count_disagreements_before(&self, set: SetId, filter: &CaseFilter, before: Cursor) -> Result<i64> {
        read!(self, disagreements::place(set, filter, Some(before)))
    }

    /// The last disagreements of a set before a place in the queue, in its order.
    pub async fn disagreements_before(&self, set: SetId, filter: &CaseFilter, before: Cursor, limit: i64) -> Result<Vec<QueuedCase>> {
        let rows = read!(self, disagreements::disagreements_before(set, filter, before, limit))?;
        Ok(rows.into_iter().rev().map(QueuedCase::from).collect())
    }

    /// The lowest and the highest grade of each disputed chunk of some queries.
    pub async fn grades_of_cases(&self, queries: &[QueryId]) -> Result<HashMap<(QueryId, ChunkId), (Grade, Grade)>> {
        let mut grades: HashMap<(QueryId, ChunkId), (Grade, Grade)> = HashMap::new();
        for (query, chunk, grade) in read!(self, disagreements::grades_of_cases(queries))? {
            let (low, high) = grades.entry((query, chunk)).or_insert((grade, grade));
            (*low, *high) = (grade.min(*low), grade.max(*high));
        }
        Ok(grades)
    }

    /// What judges said of the chunks of some queries, of each judge the latest.
    pub async fn judged_chunks(&self, queries: &[QueryId]) -> Result<HashMap<QueryId, Vec<JudgedChunk>>> {
        Ok(read!(self, disagreements::judged(queries))?.0)
    }

    /// The grade that each chunk of a query has as far as it is settled; none while what is kept about it cannot be used.
    pub async fn settled_grades(&self, query: QueryId) -> Result<Vec<(ChunkId, Grade)>> {
        read!(self, disagreements::settled_grades(query))
    }

    /// The first disagreements of a set after a place in the queue, in its order.
    pub async fn disagreements(&self, set: SetId, filter: CaseFilter, after: Option<Cursor>, limit: i64) -> Result<Vec<QueuedCase>> {
        Ok(read!(self, disagreements::disagreements(set, &filter, after, limit))?.into_iter().map(QueuedCase::from).collect())
    }
}
