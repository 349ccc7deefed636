//! The queue of disagreements.

use std::collections::HashMap;

use domain::disagreement::{CaseCounts, CaseFilter, Cursor, JudgedChunk, Kind, QueuedCase, State, Subject};
use domain::id::{ChunkId, JudgeId, QueryId, SetId};
use domain::query::Style;
use domain::scale::Grade;

use crate::{Result, Store};

/// What judges said of the chunks of some queries, of each judge the latest.
#[derive(Default)]
pub(crate) struct Judged(HashMap<QueryId, Vec<JudgedChunk>>);

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
        Ok(read!(self, disagreements::disagreement_counts(set))?.into_iter().collect())
    }

    /// The first disagreements of a set after a place in the queue, in its order.
    pub async fn disagreements(&self, set: SetId, filter: CaseFilter, after: Option<Cursor>, limit: i64) -> Result<Vec<QueuedCase>> {
        Ok(read!(self, disagreements::disagreements(set, &filter, after, limit))?.into_iter().map(QueuedCase::from).collect())
    }
}
