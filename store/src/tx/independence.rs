//! Whether who labels a query could see what others said of it before: agreement tells such labels apart.

use domain::blind::is_blind;
use domain::id::{QueryId, SetId, UserId};
use sqlx::QueryBuilder;

use super::in_list::execute_in;
use super::{Connection, Driver, involvements, labellers};
use crate::Result;

/// Whether somebody who takes a query now, which is locked, could see until now what others said of it. Who completed it once labelled
/// it before that.
pub(crate) async fn could_see_others(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId) -> Result<bool> {
    let sql = "SELECT (
                EXISTS (SELECT 1 FROM assignments WHERE query_id = $1 AND labeller_id <> $2 AND first_completed_at IS NOT NULL)
                OR EXISTS (SELECT 1 FROM labels WHERE query_id = $1 AND labeller_id <> $2)
            )
            AND NOT EXISTS (SELECT 1 FROM assignments WHERE query_id = $1 AND labeller_id = $2 AND first_completed_at IS NOT NULL)";
    let only_others: bool = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(&mut *connection).await?;
    if !only_others {
        return Ok(false);
    }
    let Some(involvement) = involvements::of_query(connection, set, query, labeller).await? else { return Ok(false) };
    let Some(role) = labellers::role_in(connection, set, labeller).await? else { return Ok(false) };
    Ok(!is_blind(role, involvement))
}

/// Notes of those who left queries that need nobody more that they can see what others said of them.
pub(crate) async fn note_who_left(connection: &mut Connection, queries: &[QueryId]) -> Result<()> {
    let update = |query: &mut QueryBuilder<Driver>| {
        let sql = "UPDATE assignments
            SET saw_others = TRUE
            WHERE status IN ('skipped', 'handed_back', 'expired') AND first_completed_at IS NULL AND query_id";
        query.push(sql);
    };
    execute_in(connection, update, queries).await
}
