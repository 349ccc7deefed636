//! Answers and the drafts of them.

use domain::answer::Answer;
use domain::id::{ChunkId, QueryId, UserId};
use domain::query::Answerable;
use sqlx::types::Json;

use crate::{Result, Store};

#[derive(sqlx::FromRow)]
pub(crate) struct AnswerRow {
    pub text: String,
    pub citations: Json<Vec<ChunkId>>,
    pub answerable: Answerable,
    pub revision: i64,
}

impl From<AnswerRow> for Answer {
    fn from(row: AnswerRow) -> Self {
        Self { text: row.text, citations: row.citations.0, answerable: row.answerable, revision: row.revision }
    }
}

impl Store {
    /// A labeller's answer to a query.
    pub async fn answer(&self, query: QueryId, labeller: UserId) -> Result<Option<Answer>> {
        let sql = "SELECT text, citations, answerable, revision FROM answers WHERE query_id = $1 AND labeller_id = $2";
        let row: Option<AnswerRow> = read!(self, |pool| sqlx::query_as(sql).bind(query).bind(labeller).fetch_optional(pool).await)?;
        Ok(row.map(Answer::from))
    }

    /// Keeps what is being written, unless something later is kept already. `base` is the revision of the answer that it
    /// started from.
    pub async fn put_draft(&self, query: QueryId, labeller: UserId, text: String, sequence: i64, base: i64) -> Result<()> {
        write!(self, |connection| {
            let sql = "INSERT INTO answer_drafts (query_id, labeller_id, text, sequence, base) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (query_id, labeller_id) DO UPDATE SET text = excluded.text, sequence = excluded.sequence, base = excluded.base
                WHERE answer_drafts.sequence < excluded.sequence";
            sqlx::query(sql).bind(query).bind(labeller).bind(text).bind(sequence).bind(base).execute(connection).await?;
            Ok(())
        })
    }

    /// What was being written over the answer of this revision.
    pub async fn draft(&self, query: QueryId, labeller: UserId, base: i64) -> Result<Option<String>> {
        let sql = "SELECT text FROM answer_drafts WHERE query_id = $1 AND labeller_id = $2 AND base = $3";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(query).bind(labeller).bind(base).fetch_optional(pool).await)?)
    }
}
