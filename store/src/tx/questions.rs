//! Questions that reviewers ask the labellers of a query.

use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::timestamp::Timestamp;

use super::queries::query_is_of_set;
use super::{Connection, standing};
use crate::Result;
use crate::questions::{Asked, NewQuestion, QuestionRow};

/// Gives a query to everybody again who completed it, with a question.
pub(crate) async fn send_back(connection: &mut Connection, new: &NewQuestion) -> Result<Asked> {
    if !query_is_of_set(connection, new.set, new.query).await? {
        return Ok(Asked::NoSuchQuery);
    }
    standing::lock(connection, new.query).await?;
    let known = "SELECT EXISTS (SELECT 1 FROM questions WHERE id = $1 AND query_id = $2 AND reviewer_id = $3)";
    if sqlx::query_scalar(known).bind(new.id).bind(new.query).bind(new.reviewer).fetch_one(&mut *connection).await? {
        return Ok(Asked::Kept);
    }
    let disputed = "SELECT EXISTS (SELECT 1 FROM disagreements WHERE query_id = $1 AND subject = $2)";
    let disputed: bool = sqlx::query_scalar(disputed).bind(new.query).bind(new.subject.to_string()).fetch_one(&mut *connection).await?;
    if !disputed || !standing::tally(connection, new.query).await?.tally.overlap_met() {
        return Ok(Asked::NothingDisputed);
    }
    insert(connection, new).await?;
    let sql = "UPDATE assignments
        SET status = 'assigned', completed_at = NULL, lease_ends = NULL, assigned_by = $2, question_id = $3
        WHERE query_id = $1 AND first_completed_at IS NOT NULL AND status <> 'leased'";
    sqlx::query(sql).bind(new.query).bind(new.reviewer).bind(new.id).execute(&mut *connection).await?;
    standing::touch(connection, new.query).await?;
    standing::restate(connection, new.query).await?;
    Ok(Asked::Kept)
}

async fn insert(connection: &mut Connection, new: &NewQuestion) -> Result<()> {
    let sql = "INSERT INTO questions (id, query_id, subject, question, reviewer_id, at) VALUES ($1, $2, $3, $4, $5, $6)";
    let insert = sqlx::query(sql).bind(new.id).bind(new.query).bind(new.subject.to_string());
    insert.bind(&new.question).bind(new.reviewer).bind(new.at).execute(connection).await?;
    Ok(())
}

/// Takes a question back. Who was asked and has not begun has completed the query as before.
pub(crate) async fn withdraw(connection: &mut Connection, set: SetId, question: OperationId, at: Timestamp) -> Result<bool> {
    let sql = "SELECT query_id FROM assignments WHERE set_id = $1 AND question_id = $2 LIMIT 1";
    let query: Option<QueryId> = sqlx::query_scalar(sql).bind(set).bind(question).fetch_optional(&mut *connection).await?;
    let Some(query) = query else { return Ok(false) };
    standing::lock(connection, query).await?;
    let sql = "UPDATE assignments
        SET status = CASE WHEN status = 'assigned' THEN 'completed' ELSE status END,
            completed_at = CASE WHEN status = 'assigned' THEN $3 ELSE completed_at END,
            assigned_by = NULL,
            question_id = NULL
        WHERE query_id = $1 AND question_id = $2";
    sqlx::query(sql).bind(query).bind(question).bind(at).execute(&mut *connection).await?;
    standing::touch(connection, query).await?;
    standing::restate(connection, query).await?;
    Ok(true)
}

/// The questions of a set that somebody has not answered, with each of them.
pub(crate) async fn open_questions(connection: &mut Connection, set: SetId) -> Result<Vec<QuestionRow>> {
    let sql = "SELECT n.id, n.query_id, q.external_id, n.subject, n.question, r.name AS reviewer, n.at, u.name AS labeller
        FROM assignments a
        JOIN questions n ON n.id = a.question_id
        JOIN queries q ON q.id = n.query_id
        JOIN users r ON r.id = n.reviewer_id
        JOIN users u ON u.id = a.labeller_id
        WHERE a.set_id = $1 AND a.question_id IS NOT NULL
        ORDER BY n.at, n.id, u.name
        LIMIT 500";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

/// What a reviewer asked a labeller about a query.
pub(crate) async fn question(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Option<String>> {
    let sql = "SELECT n.question
        FROM assignments a
        JOIN questions n ON n.id = a.question_id
        WHERE a.query_id = $1 AND a.labeller_id = $2";
    Ok(sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_optional(connection).await?)
}
