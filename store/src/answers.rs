//! Answers and the drafts of them.

use domain::answer::{Answer, Citation};
use domain::doubt::Doubt;
use domain::id::{QueryId, UserId};
use domain::query::Answerable;
use sqlx::types::Json;

use crate::{Result, Store};

#[derive(sqlx::FromRow)]
pub(crate) struct AnswerRow {
    text: String,
    citations: Json<Vec<Citation>>,
    answerable: Answerable,
    confirmed: Option<Doubt>,
    revision: i64,
}

impl From<AnswerRow> for Answer {
    fn from(row: AnswerRow) -> Self {
        Self { text: row.text, citations: row.citations.0, answerable: row.answerable, confirmed: row.confirmed, revision: row.revision }
    }
}

impl Store {
    /// A labeller's answer to a query.
    pub async fn answer(&self, query: QueryId, labeller: UserId) -> Result<Option<Answer>> {
        Ok(read!(self, answers::answer(query, labeller))?.map(Answer::from))
    }

    /// Keeps what is being written, unless something later is kept already. `base` is the revision of the answer that it
    /// started from.
    pub async fn put_draft(&self, query: QueryId, labeller: UserId, text: String, sequence: i64, base: i64) -> Result<()> {
        transact!(self, answers::put_draft(query, labeller, &text, sequence, base))
    }

    /// What was being written over the answer of this revision.
    pub async fn draft(&self, query: QueryId, labeller: UserId, base: i64) -> Result<Option<String>> {
        read!(self, answers::draft(query, labeller, base))
    }
}
