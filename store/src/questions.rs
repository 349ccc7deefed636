//! Questions that reviewers ask the labellers of a query, who then have it again.

use std::collections::HashMap;

use domain::assignment::AskedAgain;
use domain::disagreement::{AskedQuestion, OpenQuestion, Subject};
use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// A question about a subject of a query.
#[derive(Debug, Clone)]
pub struct NewQuestion {
    /// The same id twice is one question.
    pub id: OperationId,
    pub set: SetId,
    pub query: QueryId,
    pub subject: Subject,
    pub question: String,
    pub reviewer: UserId,
    /// Now.
    pub at: Timestamp,
}

/// What became of a question.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Those who completed the query and can label have it again.
    Kept,
    /// None of those who completed the query can answer; nothing was written.
    NobodyCanAnswer,
    /// The subject is not disputed, or the labellers have the query already; nothing was written.
    NothingDisputed,
    /// The set has no such query.
    NoSuchQuery,
}

/// An open question, and one of those who have not answered it.
#[derive(sqlx::FromRow)]
pub(crate) struct QuestionRow {
    id: OperationId,
    query_id: QueryId,
    external_id: String,
    #[sqlx(try_from = "String")]
    subject: Subject,
    question: String,
    reviewer: String,
    at: Timestamp,
    labeller: String,
}

/// A question, whether it was answered or not.
#[derive(sqlx::FromRow)]
pub(crate) struct AskedRow {
    #[sqlx(try_from = "String")]
    subject: Subject,
    question: String,
    reviewer: String,
    at: Timestamp,
}

/// A question to a labeller.
#[derive(sqlx::FromRow)]
pub(crate) struct AskedAgainRow {
    #[sqlx(try_from = "String")]
    subject: Subject,
    question: String,
}

impl Store {
    /// Sends a query back, with a question, to all who completed it and can sign in and label in the set. Its disagreements leave the
    /// queue until all of them have completed it again, or the question is [taken back](Self::take_back).
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when the question's id was another question's.
    pub async fn send_back(&self, new: NewQuestion) -> Result<Asked> {
        transact!(self, questions::send_back(&new))
    }

    /// The questions of a set that somebody has not answered, the oldest first, at most a hundred.
    pub async fn open_questions(&self, set: SetId) -> Result<Vec<OpenQuestion>> {
        let mut questions: Vec<OpenQuestion> = Vec::new();
        for row in read!(self, questions::open_questions(set))? {
            let QuestionRow { id, query_id: query, external_id, subject, question, reviewer, at, labeller } = row;
            match questions.last_mut() {
                Some(last) if last.id == id => last.waits_for.push(labeller),
                _ => questions.push(OpenQuestion { id, query, external_id, subject, question, reviewer, at, waits_for: vec![labeller] }),
            }
        }
        Ok(questions)
    }

    /// What reviewers asked about a query of the set, the last first, at most `limit`.
    pub async fn asked_questions(&self, set: SetId, query: QueryId, limit: i64) -> Result<Vec<AskedQuestion>> {
        let rows = read!(self, questions::asked_questions(set, query, limit))?;
        let numbers = if rows.is_empty() { HashMap::new() } else { read!(self, pool::card_numbers(query))? };
        let number = |subject: Subject| subject.chunk().and_then(|chunk| numbers.get(&chunk).copied());
        let asked =
            |AskedRow { subject, question, reviewer, at }| AskedQuestion { subject, number: number(subject), question, reviewer, at };
        Ok(rows.into_iter().map(asked).collect())
    }

    /// What a reviewer asked a labeller about a query, who has not completed it since.
    pub async fn question(&self, query: QueryId, labeller: UserId) -> Result<Option<AskedAgain>> {
        let row = read!(self, questions::question(query, labeller))?;
        Ok(row.map(|AskedAgainRow { subject, question }| AskedAgain { subject, question }))
    }
}
