//! Places: who has a query, and who takes a place that is free. The rule is [`Place`].

use domain::assigning::{Admitted, NoPlace, Place};
use domain::assignment::{AssignmentStatus, LEASE_SECONDS};
use domain::id::{QueryId, SetId, UserId};
use domain::timestamp::Timestamp;

use super::independence::saw_until;
use super::standing::{restate, tally};
use super::{Connection, database_time};
use crate::operations::Origin;
use crate::{NewOperation, Result};

/// How a labeller stands to a query.
#[derive(sqlx::FromRow)]
struct Stands {
    #[sqlx(flatten)]
    place: Place,
    lease_ends: Option<Timestamp>,
}

/// What decides whether a labeller can take a query, which is locked.
pub(crate) async fn place(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Place> {
    Ok(stands(connection, query, labeller).await?.place)
}

async fn stands(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Stands> {
    let sql = "SELECT a.status, a.lease_ends IS NOT NULL AS had_lease, a.lease_ends, q.free_places, q.pool_size
        FROM queries q
        LEFT JOIN assignments a ON a.query_id = q.id AND a.labeller_id = $2
        WHERE q.id = $1";
    Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_one(connection).await?)
}

/// Opens a query, which is locked, for who wants to label it.
pub(crate) async fn open(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    labeller: UserId,
    now: Timestamp,
) -> Result<std::result::Result<(), NoPlace>> {
    let now = database_time(connection, now).await?;
    let stands = stands(connection, query, labeller).await?;
    if stands.place.opening() == Admitted::NoPlace {
        return Ok(Err(no_place(connection, query).await?));
    }
    hold(connection, set, query, labeller, &stands, now).await?;
    Ok(Ok(()))
}

/// Makes way for what somebody did to a query, which is locked; gives whether their lease had ended before. What comes from a file was
/// said already, wherever there is a place.
pub(crate) async fn admit(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<std::result::Result<bool, NoPlace>> {
    let (query, labeller) = (new.operation.query, new.actor);
    let now = database_time(connection, new.at).await?;
    let stands = stands(connection, query, labeller).await?;
    match (origin, stands.place.sending(&new.operation.action)) {
        (Origin::Labeller, Admitted::NoPlace) => return Ok(Err(no_place(connection, query).await?)),
        (Origin::Labeller, Admitted::Theirs) => hold(connection, new.set, query, labeller, &stands, now).await?,
        (Origin::File, _) => hold_from_file(connection, new.set, query, labeller, &stands, now).await?,
        (Origin::Labeller, Admitted::AsTheyStand) => {}
    }
    let expired = stands.place.status == Some(AssignmentStatus::Expired);
    Ok(Ok(stands.lease_ends.is_some_and(|ends| expired || ends < now)))
}

async fn no_place(connection: &mut Connection, query: QueryId) -> Result<NoPlace> {
    Ok(tally(connection, query).await?.tally.into())
}

/// Makes sure that a labeller has a query or is through with it.
async fn hold(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId, stands: &Stands, now: Timestamp) -> Result<()> {
    match stands.place.status {
        Some(AssignmentStatus::Completed) => Ok(()),
        // An hour of grades renews the lease twice, not twenty times a query.
        Some(AssignmentStatus::Leased) if stands.lease_ends.is_some_and(|ends| ends >= now.plus_seconds(LEASE_SECONDS / 2)) => Ok(()),
        Some(AssignmentStatus::Leased) => renew(connection, query, labeller, now).await,
        _ => lease(connection, set, query, labeller, now).await,
    }
}

/// The same for who said something in a file, which they did by themselves; what they left, they left.
async fn hold_from_file(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    labeller: UserId,
    stands: &Stands,
    now: Timestamp,
) -> Result<()> {
    match stands.place.status {
        Some(AssignmentStatus::Skipped | AssignmentStatus::HandedBack) => Ok(()),
        None => put_lease(connection, set, query, labeller, None, now).await,
        _ => hold(connection, set, query, labeller, stands, now).await,
    }
}

/// Gives a labeller a query that they do not have.
pub(crate) async fn lease(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId, now: Timestamp) -> Result<()> {
    let saw_until = saw_until(connection, set, query, labeller).await?;
    put_lease(connection, set, query, labeller, saw_until, now).await
}

async fn put_lease(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    labeller: UserId,
    saw_until: Option<i64>,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO assignments (query_id, labeller_id, set_id, status, lease_ends, saw_until)
        VALUES ($1, $2, $3, 'leased', $4, $5)
        ON CONFLICT (query_id, labeller_id) DO UPDATE
        SET status = 'leased', lease_ends = excluded.lease_ends, saw_until = COALESCE(excluded.saw_until, assignments.saw_until)";
    let insert = sqlx::query(sql).bind(query).bind(labeller).bind(set).bind(now.plus_seconds(LEASE_SECONDS)).bind(saw_until);
    insert.execute(&mut *connection).await?;
    restate(connection, query).await
}

async fn renew(connection: &mut Connection, query: QueryId, labeller: UserId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE assignments
        SET lease_ends = $3
        WHERE query_id = $1 AND labeller_id = $2 AND status = 'leased'";
    sqlx::query(sql).bind(query).bind(labeller).bind(now.plus_seconds(LEASE_SECONDS)).execute(connection).await?;
    Ok(())
}
