//! Questions that reviewers ask the labellers of a query.

use domain::Invalid;
use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::in_list::execute_in;
use super::independence::{last_of_others, saw_while_completed};
use super::queries::query_is_of_set;
use super::{Connection, Driver, labellers, standing};
use crate::questions::{Asked, AskedAgainRow, AskedRow, NewQuestion, QuestionRow};
use crate::{Error, Result};

/// Gives a query again, with a question, to all who have completed it and can label. Who left it gave their place to somebody else.
pub(crate) async fn send_back(connection: &mut Connection, new: &NewQuestion) -> Result<Asked> {
    if !query_is_of_set(connection, new.set, new.query).await? {
        return Ok(Asked::NoSuchQuery);
    }
    standing::lock(connection, new.query).await?;
    if was_asked(connection, new).await? {
        return Ok(Asked::Kept);
    }
    let disputed = "SELECT EXISTS (SELECT 1 FROM disagreements WHERE query_id = $1 AND subject = $2)";
    let disputed: bool = sqlx::query_scalar(disputed).bind(new.query).bind(new.subject.to_string()).fetch_one(&mut *connection).await?;
    if !disputed || !standing::tally(connection, new.query).await?.tally.overlap_met() {
        return Ok(Asked::NothingDisputed);
    }
    let asked = can_be_asked(connection, new).await?;
    if asked.is_empty() {
        return Ok(Asked::NobodyCanAnswer);
    }
    insert(connection, new).await?;
    let update = |query: &mut QueryBuilder<Driver>| {
        query.push(concat!("UPDATE assignments SET saw_until = ", saw_while_completed!(), ", status = 'assigned', completed_at = NULL"));
        query.push(", lease_ends = NULL, assigned_by = ").push_bind(new.reviewer).push(", question_id = ").push_bind(new.id);
        query.push(" WHERE query_id = ").push_bind(new.query).push(" AND labeller_id");
    };
    execute_in(connection, update, &asked).await?;
    standing::touch(connection, new.query).await?;
    standing::restate(connection, new.query).await?;
    Ok(Asked::Kept)
}

/// Whether this question was asked before; refused when its id was another question's.
async fn was_asked(connection: &mut Connection, new: &NewQuestion) -> Result<bool> {
    let sql = "SELECT query_id, subject, question, reviewer_id FROM questions WHERE id = $1";
    let first: Option<(QueryId, String, String, UserId)> = sqlx::query_as(sql).bind(new.id).fetch_optional(connection).await?;
    match first {
        None => Ok(false),
        Some(first) if first == (new.query, new.subject.to_string(), new.question.clone(), new.reviewer) => Ok(true),
        Some(_) => Err(another_question()),
    }
}

fn another_question() -> Error {
    Error::Invalid(Invalid::new("the question's id was another question's: each question needs an id of its own"))
}

/// Those who have completed the query and can label in the set.
async fn can_be_asked(connection: &mut Connection, new: &NewQuestion) -> Result<Vec<UserId>> {
    let sql = "SELECT labeller_id FROM assignments WHERE query_id = $1 AND status = 'completed'";
    let voices: Vec<UserId> = sqlx::query_scalar(sql).bind(new.query).fetch_all(&mut *connection).await?;
    let labellers = labellers::labellers(connection, new.set).await?;
    Ok(labellers.into_iter().map(|labeller| labeller.id).filter(|labeller| voices.contains(labeller)).collect())
}

async fn insert(connection: &mut Connection, new: &NewQuestion) -> Result<()> {
    let sql = "INSERT INTO questions (id, query_id, subject, question, reviewer_id, at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO NOTHING";
    let insert = sqlx::query(sql).bind(new.id).bind(new.query).bind(new.subject.to_string());
    let kept = insert.bind(&new.question).bind(new.reviewer).bind(new.at).execute(connection).await?;
    // Somebody asked about another query under this id meanwhile.
    if kept.rows_affected() == 0 { Err(another_question()) } else { Ok(()) }
}

/// Takes a question about a query back, which is locked. Who was asked and has not begun has completed the query as before.
pub(crate) async fn withdraw(connection: &mut Connection, query: QueryId, question: OperationId, at: Timestamp) -> Result<()> {
    let sql = "UPDATE assignments
        SET status = CASE WHEN status = 'assigned' THEN 'completed' ELSE status END,
            completed_at = CASE WHEN status = 'assigned' THEN $3 ELSE completed_at END,
            assigned_by = NULL,
            question_id = NULL
        WHERE query_id = $1 AND question_id = $2";
    sqlx::query(sql).bind(query).bind(question).bind(at).execute(&mut *connection).await?;
    standing::touch(connection, query).await?;
    standing::restate(connection, query).await
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

/// What reviewers asked about a query of the set, the last first.
pub(crate) async fn asked_questions(connection: &mut Connection, set: SetId, query: QueryId, limit: i64) -> Result<Vec<AskedRow>> {
    if !query_is_of_set(connection, set, query).await? {
        return Ok(Vec::new());
    }
    let sql = "SELECT n.subject, n.question, u.name AS reviewer, n.at
        FROM questions n
        JOIN users u ON u.id = n.reviewer_id
        WHERE n.query_id = $1
        ORDER BY n.at DESC, n.id DESC
        LIMIT $2";
    Ok(sqlx::query_as(sql).bind(query).bind(limit).fetch_all(connection).await?)
}

/// What a reviewer asked a labeller about a query.
pub(crate) async fn question(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Option<AskedAgainRow>> {
    let sql = "SELECT n.subject, n.question
        FROM assignments a
        JOIN questions n ON n.id = a.question_id
        WHERE a.query_id = $1 AND a.labeller_id = $2";
    Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_optional(connection).await?)
}
