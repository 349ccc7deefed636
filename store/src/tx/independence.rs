//! Whether who labels a query could see before what others said of it: agreement tells such labels apart.
//!
//! `assignments.saw_until` says until when what others said was there to see. It moves when somebody takes a query whose labels were not
//! hidden from them, when they open a query again that they completed or leave it, and when a query that they left needs nobody more.

use domain::blind::is_blind;
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::in_list::execute_in;
use super::{Connection, Driver, involvements, labellers};
use crate::operations::Origin;
use crate::{NewOperation, Result};

/// When others than the labeller of an assignment last said something of its query; null where they said nothing.
macro_rules! others_said_until {
    () => {
        "(
            SELECT MAX(o.at) FROM operations o
            WHERE o.query_id = assignments.query_id AND o.actor_id <> assignments.labeller_id AND o.kind IN ('judge', 'answer')
        )"
    };
}
pub(crate) use others_said_until;

/// Until when somebody who takes a query now, which is locked, could see what others said of it; none where it was hidden from them, or
/// nothing was said.
pub(crate) async fn saw_until(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId) -> Result<Option<Timestamp>> {
    let sql = "SELECT MAX(at) FROM operations WHERE query_id = $1 AND actor_id <> $2 AND kind IN ('judge', 'answer')";
    let said: Option<Timestamp> = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(&mut *connection).await?;
    if said.is_none() {
        return Ok(None);
    }
    let Some(involvement) = involvements::of_query(connection, set, query, labeller).await? else { return Ok(None) };
    let Some(role) = labellers::role_in(connection, set, labeller).await? else { return Ok(None) };
    Ok(said.filter(|_| !is_blind(role, involvement)))
}

/// Notes of those who left queries that need nobody more that they can see what others said of them.
pub(crate) async fn note_who_left(connection: &mut Connection, queries: &[QueryId]) -> Result<()> {
    let update = |query: &mut QueryBuilder<Driver>| {
        let sql = concat!(
            "UPDATE assignments
            SET saw_until = ",
            others_said_until!(),
            " WHERE status IN ('skipped', 'handed_back', 'expired') AND query_id"
        );
        query.push(sql);
    };
    execute_in(connection, update, queries).await
}

/// Whether a labeller could see what another said of a chunk before they judge it. A file says nothing of that.
pub(crate) async fn saw_label(connection: &mut Connection, new: &NewOperation, chunk: ChunkId, origin: Origin) -> Result<bool> {
    let sql = "SELECT EXISTS (
            SELECT 1
            FROM assignments a
            JOIN labels l ON l.query_id = a.query_id AND l.chunk_id = $3 AND l.labeller_id <> a.labeller_id
            WHERE a.query_id = $1 AND a.labeller_id = $2 AND (a.status = 'completed' OR l.at <= a.saw_until)
        )";
    let saw = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor).bind(chunk);
    Ok(origin == Origin::Labeller && saw.fetch_one(connection).await?)
}

/// The same of the query's answer.
pub(crate) async fn saw_answer(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<bool> {
    let sql = "SELECT EXISTS (
            SELECT 1
            FROM assignments a
            JOIN answers n ON n.query_id = a.query_id AND n.labeller_id <> a.labeller_id
            WHERE a.query_id = $1 AND a.labeller_id = $2 AND (a.status = 'completed' OR n.at <= a.saw_until)
        )";
    let saw = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor);
    Ok(origin == Origin::Labeller && saw.fetch_one(connection).await?)
}
