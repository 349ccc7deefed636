//! Assignments: what became of a query that was given to a labeller.

use domain::assignment::AssignmentStatus;
use domain::id::{QueryId, SetId, UserId};
use domain::operation::Outcome;
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::independence::{last_of_others, saw_while_completed};
use super::places::lease;
use super::standing::{lock, restate, touch};
use super::{Connection, Driver, database_time};
use crate::assignments::Done;
use crate::operations::Origin;
use crate::{NewOperation, Result};

/// Gives a query to as many labellers as it needs once more, because there is something new to judge. Who completed it once is
/// heard as before, and can get it again; what they judged until now they are not asked again.
pub(crate) async fn give_out_again(connection: &mut Connection, query: QueryId) -> Result<()> {
    lock(connection, query).await?;
    let sql = concat!(
        "UPDATE assignments
        SET status = CASE WHEN status = 'completed' THEN 'expired' ELSE status END,
            completed_at = NULL,
            saw_until = ",
        saw_while_completed!(),
        ",
            judged_until = (
                SELECT MAX(l.at) FROM labels l WHERE l.query_id = assignments.query_id AND l.labeller_id = assignments.labeller_id
            )
        WHERE query_id = $1 AND first_completed_at IS NOT NULL"
    );
    sqlx::query(sql).bind(query).execute(&mut *connection).await?;
    touch(connection, query).await?;
    restate(connection, query).await
}

pub(crate) async fn flag(connection: &mut Connection, query: QueryId, labeller: UserId, note: &str) -> Result<Outcome> {
    let note = Some(note).filter(|note| !note.is_empty());
    let sql = "UPDATE assignments SET flag = $3 WHERE query_id = $1 AND labeller_id = $2";
    sqlx::query(sql).bind(query).bind(labeller).bind(note).execute(&mut *connection).await?;
    restate(connection, query).await?;
    Ok(Outcome::Saved { revision: 0 })
}

pub(crate) async fn complete(
    connection: &mut Connection,
    query: QueryId,
    labeller: UserId,
    at: Timestamp,
    origin: Origin,
) -> Result<Outcome> {
    let sql = "UPDATE assignments
        SET status = 'completed',
            lease_ends = NULL,
            assigned_by = NULL,
            question_id = NULL,
            imported = CASE WHEN completed_at IS NULL THEN $4 ELSE imported END,
            completed_at = COALESCE(completed_at, $3),
            first_completed_at = COALESCE(first_completed_at, $3)
        WHERE query_id = $1 AND labeller_id = $2";
    sqlx::query(sql).bind(query).bind(labeller).bind(at).bind(origin == Origin::File).execute(&mut *connection).await?;
    restate(connection, query).await?;
    Ok(Outcome::Saved { revision: 0 })
}

/// Notes that a labeller leaves a query to somebody else, or to the reviewer.
pub(crate) async fn leave(connection: &mut Connection, query: QueryId, labeller: UserId, status: AssignmentStatus) -> Result<Outcome> {
    let sql = concat!(
        "UPDATE assignments
        SET status = $3,
            lease_ends = NULL,
            completed_at = NULL,
            saw_until = ",
        saw_while_completed!(),
        ",
            assigned_by = NULL,
            question_id = NULL
        WHERE query_id = $1 AND labeller_id = $2"
    );
    sqlx::query(sql).bind(query).bind(labeller).bind(status).execute(&mut *connection).await?;
    restate(connection, query).await?;
    Ok(Outcome::Saved { revision: 0 })
}

/// Takes it back that a labeller is through with a query: the labeller has the query again, and is heard as before. Who had left it took a
/// place when they came.
pub(crate) async fn reopen(connection: &mut Connection, new: &NewOperation) -> Result<Outcome> {
    let (query, labeller) = (new.operation.query, new.actor);
    let sql = concat!(
        "UPDATE assignments
        SET status = 'expired', completed_at = NULL, saw_until = ",
        last_of_others!(),
        " WHERE query_id = $1 AND labeller_id = $2 AND status = 'completed'"
    );
    let completed = sqlx::query(sql).bind(query).bind(labeller).execute(&mut *connection).await?.rows_affected() > 0;
    if completed {
        let now = database_time(connection, new.at).await?;
        lease(connection, new.set, query, labeller, now).await?;
    }
    Ok(Outcome::Saved { revision: 0 })
}

/// The query that a labeller completed last before the given one.
pub(crate) async fn previous_query(
    connection: &mut Connection,
    set: SetId,
    labeller: UserId,
    before: Option<QueryId>,
) -> Result<Option<QueryId>> {
    let sql = "SELECT query_id
        FROM assignments
        WHERE set_id = $1 AND labeller_id = $2 AND status = 'completed'
            AND completed_at < COALESCE((SELECT completed_at FROM assignments WHERE query_id = $3 AND labeller_id = $2), $4)
        ORDER BY completed_at DESC, query_id DESC
        LIMIT 1";
    let before = before.unwrap_or(QueryId(uuid::Uuid::nil()));
    Ok(sqlx::query_scalar(sql).bind(set).bind(labeller).bind(before).bind(i64::MAX).fetch_optional(connection).await?)
}

/// What a labeller did in a set, and what is left for them.
pub(crate) async fn done(connection: &mut Connection, set: SetId, labeller: UserId) -> Result<Done> {
    let sql = "SELECT
            (SELECT COUNT(*) FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'completed') AS completed,
            (SELECT COUNT(*) FROM queries WHERE set_id = $1 AND free_places > 0 AND pool_size > 0) - (
                SELECT COUNT(*)
                FROM assignments a
                JOIN queries q ON q.id = a.query_id
                WHERE a.set_id = $1 AND a.labeller_id = $2 AND a.status IN ('assigned', 'leased', 'completed', 'skipped', 'handed_back')
                    AND q.free_places > 0 AND q.pool_size > 0
            ) AS free,
            (SELECT COUNT(*) FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status IN ('assigned', 'leased')) AS held";
    Ok(sqlx::query_as(sql).bind(set).bind(labeller).fetch_one(connection).await?)
}

pub(crate) async fn given_by_hand(connection: &mut Connection, set: SetId, labeller: UserId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'assigned'";
    Ok(sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_one(connection).await?)
}

/// When some labellers completed their last queries by themselves, not by a file: at most 30 of each.
pub(crate) async fn last_completions(connection: &mut Connection, set: SetId, labellers: &[UserId]) -> Result<Vec<(UserId, i64)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        let sql = "SELECT u.id, a.completed_at
            FROM users u
            CROSS JOIN assignments a
            WHERE a.labeller_id = u.id AND a.status = 'completed' AND NOT a.imported AND a.set_id = ";
        query.push(sql).push_bind(set);
        let sql = " AND a.completed_at > COALESCE((
                SELECT b.completed_at
                FROM assignments b
                WHERE b.labeller_id = u.id AND b.status = 'completed' AND NOT b.imported AND b.set_id = ";
        query.push(sql).push_bind(set).push(" ORDER BY b.completed_at DESC LIMIT 1 OFFSET 30), 0) AND u.id");
    };
    rows_in(connection, begin, labellers).await
}

pub(crate) async fn has_completed(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM assignments WHERE query_id = $1 AND labeller_id = $2 AND status = 'completed'";
    let count: i64 = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(connection).await?;
    Ok(count > 0)
}
