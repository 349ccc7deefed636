//! Gathers all that was said about queries, a batch at a time, and lets the domain settle it.

use std::collections::HashMap;

use domain::answer::Answer;
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::label::Span;
use domain::query::{Answerable, Style};
use domain::scale::{Grade, Judgement};
use domain::settle::{Adjudication, Said, SaidLabel, Settled, Unsettled, settle};
use domain::timestamp::Timestamp;
use domain::version::{Item, renumber};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::frozen::{FrozenItem, FrozenLabel};
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
    /// Numbers that the answer cites and no chunk of the pool has.
    pub dangling: Vec<i32>,
}

#[derive(sqlx::FromRow)]
struct QueryRow {
    id: QueryId,
    external_id: String,
    text: String,
    style: Style,
    source: String,
    seen: i64,
    metadata: Json<serde_json::Map<String, serde_json::Value>>,
    overlap: i32,
}

#[derive(sqlx::FromRow)]
struct AssignmentRow {
    query_id: QueryId,
    labeller_id: UserId,
    completed_at: Option<Timestamp>,
    flag: Option<String>,
}

#[derive(sqlx::FromRow)]
struct LabelRow {
    query_id: QueryId,
    chunk_id: ChunkId,
    labeller_id: UserId,
    grade: Option<Grade>,
    cant_tell: bool,
    evidence: Json<Vec<Span>>,
}

#[derive(sqlx::FromRow)]
struct AnswerRow {
    query_id: QueryId,
    labeller_id: UserId,
    text: String,
    answerable: Answerable,
}

/// What the tables say of some queries.
#[derive(Default)]
struct Tables {
    queries: Vec<QueryRow>,
    assignments: HashMap<QueryId, Vec<AssignmentRow>>,
    labels: HashMap<QueryId, Vec<LabelRow>>,
    answers: HashMap<QueryId, Vec<AnswerRow>>,
    numbers: HashMap<QueryId, HashMap<i32, ChunkId>>,
    adjudications: HashMap<QueryId, Adjudication>,
    retrievers: HashMap<QueryId, i64>,
}

impl Tables {
    /// Those who completed a query, the first first; a reviewer's choice of an answer comes before all.
    fn labellers(&self, query: QueryId) -> Vec<UserId> {
        let chosen = self.adjudications.get(&query).and_then(|settled| settled.answer_of);
        let mut done: Vec<(bool, Timestamp, UserId)> = self
            .assignments
            .get(&query)
            .into_iter()
            .flatten()
            .filter_map(|row| Some((Some(row.labeller_id) != chosen, row.completed_at?, row.labeller_id)))
            .collect();
        done.sort_unstable();
        done.into_iter().map(|(_, _, labeller)| labeller).collect()
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
        let answer = |row: &AnswerRow| Answer { text: row.text.clone(), answerable: row.answerable, ..Answer::default() };
        Said {
            completed: labellers.len() >= usize::try_from(query.overlap).unwrap_or(1),
            labels: labels.into_iter().map(|(_, label)| label).collect(),
            answers: answers.into_iter().map(|(_, row)| answer(row)).collect(),
            flags: self.assignments.get(&query.id).into_iter().flatten().filter_map(|row| row.flag.clone()).collect(),
            adjudication: self.adjudications.get(&query.id).cloned(),
        }
    }

    fn freeze(&self, query: &QueryRow, settled: Settled) -> (FrozenItem, Vec<i32>) {
        let none = HashMap::new();
        let numbers = self.numbers.get(&query.id).unwrap_or(&none);
        let (answer, cited, dangling) = renumber(&settled.answer.text, |number| numbers.contains_key(&number));
        let label = |(chunk, (grade, evidence))| FrozenLabel { chunk, grade, evidence, bare: false };
        let frozen = FrozenItem {
            query: query.text.clone(),
            style: query.style,
            answerable: settled.answer.answerable,
            answer,
            citations: cited.iter().filter_map(|number| numbers.get(number).copied()).collect(),
            labels: settled.labels.into_iter().map(label).collect(),
            source: query.source.clone(),
            seen: query.seen,
            metadata: query.metadata.0.clone(),
        };
        (frozen, dangling)
    }
}

fn said_label(row: &LabelRow) -> Option<SaidLabel> {
    let judgement = if row.cant_tell { Judgement::CantTell } else { Judgement::Grade(row.grade?) };
    Some(SaidLabel { labeller: row.labeller_id, chunk: row.chunk_id, judgement, evidence: row.evidence.0.clone() })
}

fn by_query<T>(rows: Vec<T>, query: impl Fn(&T) -> QueryId) -> HashMap<QueryId, Vec<T>> {
    let mut grouped: HashMap<QueryId, Vec<T>> = HashMap::new();
    for row in rows {
        grouped.entry(query(&row)).or_default().push(row);
    }
    grouped
}

on_both! {
    /// The queries of a set that may be settled, with their ids in byte order of the user's ids.
    pub(crate) async fn settleable(connection: &mut Connection, set: SetId) -> Result<Vec<(String, QueryId)>> {
        let sql = "SELECT external_id, id FROM queries WHERE set_id = $1 AND status IN ('completed', 'flagged')";
        let mut rows: Vec<(String, QueryId)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
        rows.sort_unstable_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
        Ok(rows)
    }

    /// Settles some queries of a set, in the order in which they are asked for.
    pub(crate) async fn gather(connection: &mut Connection, set: SetId, ids: &[(String, QueryId)]) -> Result<Vec<Gathered>> {
        let ids: Vec<QueryId> = ids.iter().map(|(_, id)| *id).collect();
        let mut tables = tables(connection, set, &ids).await?;
        tables.queries.sort_unstable_by(|a, b| a.external_id.as_bytes().cmp(b.external_id.as_bytes()));
        let mut settled = Vec::with_capacity(ids.len());
        for query in &tables.queries {
            let outcome = settle(&tables.said(query)).map(|settled| tables.freeze(query, settled));
            settled.push((query.external_id.clone(), tables.retrievers.get(&query.id).copied().unwrap_or_default(), outcome));
        }
        let pointed: Vec<ChunkId> = settled.iter().filter_map(|(_, _, outcome)| outcome.as_ref().ok()).flat_map(|(frozen, _)| frozen.chunks()).collect();
        let chunks = chunks_of(connection, pointed).await?;
        let candidate = |external_id: &str, (mut frozen, dangling): (FrozenItem, Vec<i32>)| {
            for label in &mut frozen.labels {
                label.bare = chunks.get(&label.chunk).is_some_and(|chunk| chunk.text.is_empty());
            }
            Ok::<_, crate::Error>(Candidate { item: frozen.clone().compose(external_id.to_owned(), &chunks)?, frozen, dangling })
        };
        let gathered = |(external_id, retrievers, outcome): (String, i64, std::result::Result<_, Unsettled>)| {
            let outcome = match outcome {
                Ok(frozen) => Ok(candidate(&external_id, frozen)?),
                Err(why) => Err(why),
            };
            Ok(Gathered { external_id, retrievers, outcome })
        };
        settled.into_iter().map(gathered).collect()
    }

    async fn tables(connection: &mut Connection, set: SetId, ids: &[QueryId]) -> Result<Tables> {
        let sql = "SELECT q.id, q.external_id, q.text, q.style, q.source, q.seen, q.metadata, s.overlap FROM queries q JOIN sets s ON s.id = q.set_id WHERE q.id";
        let queries = of(connection, sql, ids).await?;
        let assignments = of(connection, "SELECT query_id, labeller_id, completed_at, flag FROM assignments WHERE query_id", ids).await?;
        let labels = of(connection, "SELECT query_id, chunk_id, labeller_id, grade, cant_tell, evidence FROM labels WHERE query_id", ids).await?;
        let answers = of(connection, "SELECT query_id, labeller_id, text, answerable FROM answers WHERE query_id", ids).await?;
        let pool: Vec<(QueryId, i32, ChunkId)> = of(connection, "SELECT query_id, number, chunk_id FROM pool WHERE query_id", ids).await?;
        let settled: Vec<(QueryId, Json<Adjudication>)> = of(connection, "SELECT query_id, settled FROM adjudications WHERE query_id", ids).await?;
        let mut numbers: HashMap<QueryId, HashMap<i32, ChunkId>> = HashMap::new();
        for (query, number, chunk) in pool {
            numbers.entry(query).or_default().insert(number, chunk);
        }
        Ok(Tables {
            queries,
            assignments: by_query(assignments, |row: &AssignmentRow| row.query_id),
            labels: by_query(labels, |row: &LabelRow| row.query_id),
            answers: by_query(answers, |row: &AnswerRow| row.query_id),
            numbers,
            adjudications: settled.into_iter().map(|(query, settled)| (query, settled.0)).collect(),
            retrievers: retrievers(connection, set, ids).await?,
        })
    }

    async fn retrievers(connection: &mut Connection, set: SetId, ids: &[QueryId]) -> Result<HashMap<QueryId, i64>> {
        let runs: Vec<(domain::id::RunId, String)> = sqlx::query_as("SELECT id, retriever FROM runs WHERE set_id = $1").bind(set).fetch_all(&mut *connection).await?;
        let mut found: HashMap<QueryId, std::collections::HashSet<String>> = HashMap::new();
        for (run, retriever) in runs {
            let mut query: QueryBuilder<Database> = QueryBuilder::new("SELECT query_id FROM ranked_lists WHERE run_id = ");
            query.push_bind(run).push(" AND query_id IN (");
            let mut list = query.separated(", ");
            for id in ids {
                list.push_bind(*id);
            }
            query.push(")");
            let queries: Vec<QueryId> = query.build_query_scalar().fetch_all(&mut *connection).await?;
            for query in queries {
                found.entry(query).or_default().insert(retriever.clone());
            }
        }
        Ok(found.into_iter().map(|(query, retrievers)| (query, i64::try_from(retrievers.len()).unwrap_or(i64::MAX))).collect())
    }

    /// The chunks of these ids.
    pub(crate) async fn chunks_of(connection: &mut Connection, mut ids: Vec<ChunkId>) -> Result<HashMap<ChunkId, ChunkRow>> {
        ids.sort_unstable();
        ids.dedup();
        let mut found = HashMap::with_capacity(ids.len());
        for part in ids.chunks(1000) {
            let rows: Vec<ChunkRow> = of(connection, "SELECT id, external_id, doc_id, ordinal, title, text FROM chunks WHERE id", part).await?;
            found.extend(rows.into_iter().map(|row| (row.id, row)));
        }
        Ok(found)
    }

    /// The rows of a statement that goes on with `IN (these ids)`.
    pub(crate) async fn of<T, I>(connection: &mut Connection, sql: &'static str, ids: &[I]) -> Result<Vec<T>>
    where
        T: for<'r> sqlx::FromRow<'r, <Database as sqlx::Database>::Row> + Send + Unpin,
        I: for<'q> sqlx::Encode<'q, Database> + sqlx::Type<Database> + Copy + Send + Sync + 'static,
    {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut query: QueryBuilder<Database> = QueryBuilder::new(sql);
        query.push(" IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(")");
        Ok(query.build_query_as().fetch_all(connection).await?)
    }
}
