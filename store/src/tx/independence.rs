//! Whether who labels a query could see before what others said of it: agreement tells such labels apart.
//!
//! `assignments.saw_until` is the last operation of another that was there to see, by its place in the history. It moves when somebody
//! takes a query whose labels were not hidden from them, whenever a query that they completed becomes theirs again or they leave it, and
//! when a query that they left needs nobody more. What was said once counts, whatever became of it later.

use domain::blind::is_blind;
use domain::id::{ChunkId, QueryId, SetId, UserId};
use sqlx::QueryBuilder;

use super::in_list::execute_in;
use super::{Connection, Driver, involvements, labellers};
use crate::operations::Origin;
use crate::{NewOperation, Result};

/// The last that others than the labeller of an assignment said of its query; null where they said nothing.
macro_rules! last_of_others {
    () => {
        "(
            SELECT MAX(o.sequence) FROM operations o
            WHERE o.query_id = assignments.query_id AND o.actor_id <> assignments.labeller_id AND o.kind IN ('judge', 'answer')
        )"
    };
}

/// What `saw_until` becomes where a query that was completed is completed no longer.
macro_rules! saw_while_completed {
    () => {
        concat!("CASE WHEN status = 'completed' THEN ", last_of_others!(), " ELSE saw_until END")
    };
}
pub(crate) use {last_of_others, saw_while_completed};

/// The last that others said of a query that somebody takes now, which is locked, and that they could see; none where it was hidden from
/// them, or nothing was said.
pub(crate) async fn saw_until(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId) -> Result<Option<i64>> {
    let sql = "SELECT MAX(sequence) FROM operations WHERE query_id = $1 AND actor_id <> $2 AND kind IN ('judge', 'answer')";
    let said: Option<i64> = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(&mut *connection).await?;
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
            last_of_others!(),
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
            JOIN operations o ON o.query_id = a.query_id AND o.actor_id <> a.labeller_id AND o.kind = 'judge' AND o.chunk_id = $3
            WHERE a.query_id = $1 AND a.labeller_id = $2 AND (a.status = 'completed' OR o.sequence <= a.saw_until)
        )";
    let saw = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor).bind(chunk);
    Ok(origin == Origin::Labeller && saw.fetch_one(connection).await?)
}

/// The same of the query's answer.
pub(crate) async fn saw_answer(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<bool> {
    let sql = "SELECT EXISTS (
            SELECT 1
            FROM assignments a
            JOIN operations o ON o.query_id = a.query_id AND o.actor_id <> a.labeller_id AND o.kind = 'answer'
            WHERE a.query_id = $1 AND a.labeller_id = $2 AND (a.status = 'completed' OR o.sequence <= a.saw_until)
        )";
    let saw = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor);
    Ok(origin == Origin::Labeller && saw.fetch_one(connection).await?)
}
