//! Judges and their pre-labels.

use domain::id::{ChunkId, JudgeId, QueryId, SetId};
use domain::label::Span;
use domain::prelabel::Prelabel;
use domain::scale::Grade;
use sqlx::types::Json;

use crate::{Result, Store};

/// A pre-label with its ids resolved.
#[derive(Debug, Clone)]
pub struct PrelabelRow {
    /// The query.
    pub query: QueryId,
    /// The chunk.
    pub chunk: ChunkId,
    /// The judge.
    pub judge: JudgeId,
    /// The grade.
    pub grade: Grade,
    /// The reason.
    pub rationale: String,
    /// The quotes that were found.
    pub evidence: Vec<Span>,
}

/// Chunk, judge, grade, rationale, evidence.
type Said = (ChunkId, String, Grade, String, Json<Vec<Span>>);

impl Store {
    /// The id of the set's judge of this name and prompt version; made when it is not there.
    pub async fn ensure_judge(&self, id: JudgeId, set: SetId, name: String, prompt_version: String) -> Result<JudgeId> {
        write!(self, |connection| {
            let sql = "INSERT INTO judges (id, set_id, name, prompt_version) VALUES ($1, $2, $3, $4)
                ON CONFLICT (set_id, name, prompt_version) DO UPDATE SET name = excluded.name RETURNING id";
            Ok(sqlx::query_scalar(sql).bind(id).bind(set).bind(name).bind(prompt_version).fetch_one(connection).await?)
        })
    }

    /// Adds pre-labels, in one transaction, and says for each whether it is new.
    pub async fn add_prelabels(&self, rows: Vec<PrelabelRow>) -> Result<Vec<bool>> {
        write!(self, |connection| {
            let sql = "INSERT INTO prelabels (query_id, chunk_id, judge_id, grade, rationale, evidence) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (query_id, chunk_id, judge_id) DO NOTHING";
            let mut new = Vec::with_capacity(rows.len());
            for row in rows {
                let query = sqlx::query(sql).bind(row.query).bind(row.chunk).bind(row.judge).bind(row.grade).bind(row.rationale);
                new.push(query.bind(Json(row.evidence)).execute(&mut *connection).await?.rows_affected() > 0);
            }
            Ok(new)
        })
    }

    /// What the newest judge said of each chunk of a query.
    pub async fn prelabels(&self, query: QueryId) -> Result<Vec<Prelabel>> {
        let sql = "SELECT p.chunk_id, j.name, p.grade, p.rationale, p.evidence FROM prelabels p JOIN judges j ON j.id = p.judge_id
            WHERE p.query_id = $1 ORDER BY p.chunk_id, p.judge_id";
        let rows: Vec<Said> = read!(self, |pool| sqlx::query_as(sql).bind(query).fetch_all(pool).await)?;
        let mut newest: Vec<Prelabel> = Vec::with_capacity(rows.len());
        for (chunk, judge, grade, rationale, evidence) in rows {
            if newest.last().is_some_and(|last| last.chunk == chunk) {
                newest.pop();
            }
            newest.push(Prelabel { chunk, judge, grade, rationale, evidence: evidence.0 });
        }
        Ok(newest)
    }
}
