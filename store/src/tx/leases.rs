//! Leases: a query is a labeller's until its lease ends; the next one is given out where a place is free.

use domain::assigning::NotOpened;
use domain::assignment::AssignmentStatus;
use domain::id::{QueryId, SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::assignments::previous_query;
use super::places::{self, lease};
use super::queries::query_is_of_set;
use super::standing::{lock, restate};
use super::{Connection, Driver, LOCK_LABELLER, SKIP_LOCKED, database_time};
use crate::assignments::LeasedQuery;
use crate::{Error, Result};

/// How often a query that somebody else took meanwhile is looked for again.
const TRIES: usize = 50;

/// Whether leases of the set have ended that nobody ended.
pub(crate) async fn any_ended(connection: &mut Connection, set: SetId, now: Timestamp) -> Result<bool> {
    let now = database_time(connection, now).await?;
    let sql = "SELECT EXISTS (SELECT 1 FROM assignments WHERE set_id = $1 AND status = 'leased' AND lease_ends < $2)";
    Ok(sqlx::query_scalar(sql).bind(set).bind(now).fetch_one(connection).await?)
}

/// The next query for a labeller: one that they were given by hand, else one that they hold, else the first with a free place.
pub(crate) async fn next_query(
    connection: &mut Connection,
    set: SetId,
    labeller: UserId,
    except: &[QueryId],
    now: Timestamp,
) -> Result<Option<QueryId>> {
    // Two of a labeller's requests at once take one query, not two.
    sqlx::query(LOCK_LABELLER).bind(labeller).execute(&mut *connection).await?;
    if let Some(held) = held(connection, set, labeller, except).await?
        && still_holds(connection, set, held, labeller, now).await?
    {
        return Ok(Some(held));
    }
    give_out(connection, set, labeller, now).await
}

/// Opens this query for who wants to label it.
pub(crate) async fn lease_query(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    labeller: UserId,
    now: Timestamp,
) -> Result<std::result::Result<LeasedQuery, NotOpened>> {
    if !query_is_of_set(connection, set, query).await? {
        return Ok(Err(NotOpened::NoSuchQuery));
    }
    lock(connection, query).await?;
    if let Err(no_place) = places::open(connection, set, query, labeller, now).await? {
        return Ok(Err(NotOpened::NoPlace(no_place)));
    }
    let sql = "SELECT a.query_id, a.status, a.flag, b.name AS assigned_by
        FROM assignments a
        LEFT JOIN users b ON b.id = a.assigned_by
        WHERE a.query_id = $1 AND a.labeller_id = $2";
    Ok(Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_one(connection).await?))
}

/// Takes queries back from those whose lease ended: they did nothing for so long.
pub(crate) async fn end_leases(connection: &mut Connection, set: SetId, now: Timestamp) -> Result<()> {
    let now = database_time(connection, now).await?;
    let sql = "SELECT query_id, labeller_id
        FROM assignments
        WHERE set_id = $1 AND status = 'leased' AND lease_ends < $2
        ORDER BY query_id, labeller_id
        LIMIT 100";
    let ended: Vec<(QueryId, UserId)> = sqlx::query_as(sql).bind(set).bind(now).fetch_all(&mut *connection).await?;
    for (query, labeller) in ended {
        end_lease(connection, query, labeller, now).await?;
    }
    Ok(())
}

/// Ends a lease, if nobody renewed it meanwhile. What was given by hand waits for its labeller still.
async fn end_lease(connection: &mut Connection, query: QueryId, labeller: UserId, now: Timestamp) -> Result<()> {
    lock(connection, query).await?;
    let sql = "UPDATE assignments
        SET status = CASE WHEN assigned_by IS NULL THEN 'expired' ELSE 'assigned' END
        WHERE query_id = $1 AND labeller_id = $2 AND status = 'leased' AND lease_ends < $3";
    sqlx::query(sql).bind(query).bind(labeller).bind(now).execute(&mut *connection).await?;
    restate(connection, query).await
}

async fn held(connection: &mut Connection, set: SetId, labeller: UserId, except: &[QueryId]) -> Result<Option<QueryId>> {
    let sql = "SELECT query_id
        FROM assignments
        WHERE set_id = $1 AND labeller_id = $2 AND status IN ('assigned', 'leased')
        ORDER BY assigned_by IS NULL, status = 'assigned', query_id
        LIMIT 100";
    let held: Vec<QueryId> = sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_all(connection).await?;
    Ok(held.into_iter().find(|query| !except.contains(query)))
}

/// Gives a labeller a query that they have still, or were given; `false` when they have it no longer.
async fn still_holds(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId, now: Timestamp) -> Result<bool> {
    lock(connection, query).await?;
    let status = places::place(connection, query, labeller).await?.status;
    let holds = matches!(status, Some(AssignmentStatus::Assigned | AssignmentStatus::Leased));
    Ok(holds && places::open(connection, set, query, labeller, now).await?.is_ok())
}

/// Gives out a query with a free place: the first after the one that the labeller completed last, so that what they completed is
/// not looked through each time; else the first of all.
async fn give_out(connection: &mut Connection, set: SetId, labeller: UserId, now: Timestamp) -> Result<Option<QueryId>> {
    let now = database_time(connection, now).await?;
    let first = QueryId(uuid::Uuid::nil());
    let last = previous_query(connection, set, labeller, None).await?.unwrap_or(first);
    for after in [last, first] {
        if let Some(query) = free_query(connection, set, labeller, after, SKIP_LOCKED).await? {
            lease(connection, set, query, labeller, now).await?;
            return Ok(Some(query));
        }
    }
    wait_for_query(connection, set, labeller, now).await
}

/// Gives out a query that others are about to take: whoever comes second waits for the first, and takes it if a place is left.
async fn wait_for_query(connection: &mut Connection, set: SetId, labeller: UserId, now: Timestamp) -> Result<Option<QueryId>> {
    let first = QueryId(uuid::Uuid::nil());
    for _ in 0..TRIES {
        let Some(query) = free_query(connection, set, labeller, first, "").await? else { return Ok(None) };
        if has_free_place(connection, query).await? {
            lease(connection, set, query, labeller, now).await?;
            return Ok(Some(query));
        }
    }
    Err(Error::Busy)
}

/// The first query after an id that has a free place for a labeller.
async fn free_query(
    connection: &mut Connection,
    set: SetId,
    labeller: UserId,
    after: QueryId,
    locking: &'static str,
) -> Result<Option<QueryId>> {
    let mut query: QueryBuilder<Driver> = QueryBuilder::new("SELECT id FROM queries q WHERE set_id = ");
    query.push_bind(set).push(" AND id > ").push_bind(after);
    query.push(
        " AND free_places > 0 AND pool_size > 0
            AND NOT EXISTS (
                SELECT 1 FROM assignments a
                WHERE a.query_id = q.id AND a.status IN ('assigned', 'leased', 'completed', 'skipped', 'handed_back') AND a.labeller_id = ",
    );
    query.push_bind(labeller).push(") ORDER BY id LIMIT 1").push(locking);
    Ok(query.build_query_scalar().fetch_optional(connection).await?)
}

/// Whether a query has a free place, which nobody else takes before this transaction ends.
async fn has_free_place(connection: &mut Connection, query: QueryId) -> Result<bool> {
    lock(connection, query).await?;
    let sql = "SELECT free_places FROM queries WHERE id = $1";
    let free: i64 = sqlx::query_scalar(sql).bind(query).fetch_one(connection).await?;
    Ok(free > 0)
}
