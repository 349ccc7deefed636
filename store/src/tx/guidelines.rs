//! The versions of a set's guidelines.

use domain::Invalid;
use domain::guideline::{AddedGuideline, Guideline};
use domain::id::{SetId, UserId};
use domain::member::Member;
use domain::page::PAGE_SIZE;
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::Connection;
use super::involvements::push_hidden;
use crate::guidelines::{GuidelineEntry, GuidelineRow};
use crate::{Error, NewGuideline, Result};

/// Adds a version if nobody added one since `base` and it says something else.
pub(crate) async fn add_guideline(connection: &mut Connection, new: &NewGuideline) -> Result<AddedGuideline> {
    let sql = "UPDATE sets
        SET guideline = guideline + 1
        WHERE id = $1 AND guideline = $2
            AND $3 <> COALESCE((SELECT text FROM guidelines WHERE set_id = $1 AND number = $2), '')
        RETURNING guideline";
    let update = sqlx::query_scalar(sql).bind(new.set).bind(new.base).bind(&new.text);
    let added: Option<i32> = update.fetch_optional(&mut *connection).await?;
    if let Some(number) = added {
        insert(connection, new.set, number, &new.text, new.author, new.at).await?;
        return Ok(AddedGuideline::New(number));
    }
    let sql = "SELECT guideline FROM sets WHERE id = $1";
    let number: i32 = sqlx::query_scalar(sql).bind(new.set).fetch_one(&mut *connection).await?;
    let current = guideline(connection, new.set, number).await?;
    if current.as_ref().map_or("", |current| &current.text) == new.text {
        return Ok(AddedGuideline::Known(number));
    }
    Ok(AddedGuideline::Outdated(current.map(Guideline::from)))
}

pub(crate) async fn insert(
    connection: &mut Connection,
    set: SetId,
    number: i32,
    text: &str,
    author: Option<UserId>,
    at: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO guidelines (set_id, number, text, author_id, at) VALUES ($1, $2, $3, $4, $5)";
    sqlx::query(sql).bind(set).bind(number).bind(text).bind(author).bind(at).execute(connection).await?;
    Ok(())
}

/// Refuses guidelines that come with settings and are not those in force: they have versions, and settings do not make any.
pub(crate) async fn check_unchanged(connection: &mut Connection, set: SetId, text: &str) -> Result<()> {
    let sql = "SELECT g.text
        FROM sets s
        JOIN guidelines g ON g.set_id = s.id AND g.number = s.guideline
        WHERE s.id = $1";
    let current: Option<String> = sqlx::query_scalar(sql).bind(set).fetch_optional(connection).await?;
    if text.is_empty() || current.as_deref() == Some(text) {
        return Ok(());
    }
    let words =
        "these guidelines are not those in force, and settings do not change them: send them to add_guideline, and leave them out here";
    Err(Error::Invalid(Invalid::new(words)))
}

pub(crate) async fn guideline(connection: &mut Connection, set: SetId, number: i32) -> Result<Option<GuidelineRow>> {
    let sql = "SELECT g.number, g.text, u.name AS author, g.at
        FROM guidelines g
        LEFT JOIN users u ON u.id = g.author_id
        WHERE g.set_id = $1 AND g.number = $2";
    Ok(sqlx::query_as(sql).bind(set).bind(number).fetch_optional(connection).await?)
}

/// How many versions there are, and a page of them.
pub(crate) async fn guidelines(connection: &mut Connection, set: SetId, page: i64) -> Result<(i64, Vec<GuidelineEntry>)> {
    let total: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM guidelines WHERE set_id = $1").bind(set).fetch_one(&mut *connection).await?;
    let sql = "SELECT g.number, u.name AS author, g.at
        FROM guidelines g
        LEFT JOIN users u ON u.id = g.author_id
        WHERE g.set_id = $1
        ORDER BY g.number DESC
        LIMIT $2
        OFFSET $3";
    let select = sqlx::query_as(sql).bind(set).bind(PAGE_SIZE).bind((page - 1) * PAGE_SIZE);
    Ok((total, select.fetch_all(connection).await?))
}

pub(crate) async fn labels_by_guideline(connection: &mut Connection, set: SetId, reader: &Member) -> Result<Vec<(i32, i64)>> {
    let mut query = QueryBuilder::new(
        "SELECT l.guideline, COUNT(*)
        FROM queries q
        JOIN labels l ON l.query_id = q.id
        WHERE (l.grade IS NOT NULL OR l.cant_tell) AND q.set_id = ",
    );
    query.push_bind(set).push(" AND q.id NOT IN (");
    push_hidden(&mut query, set, reader);
    query.push(") GROUP BY l.guideline ORDER BY l.guideline");
    Ok(query.build_query_as().fetch_all(connection).await?)
}

pub(crate) async fn last_guideline(connection: &mut Connection, set: SetId, labeller: UserId) -> Result<Option<i32>> {
    let sql = "SELECT MAX(guideline) FROM operations WHERE set_id = $1 AND actor_id = $2 AND kind = 'judge'";
    Ok(sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_one(connection).await?)
}
