//! Keeps where queries stand in step with the domain's rule, [`Tally::standing`].

use std::collections::BTreeMap;

use domain::id::{QueryId, SetId};
use domain::query::{QueryStatus, Standing, Tally};

use super::in_list::execute_in;
use super::{Connection, LOCK_QUERIES, LOCK_QUERY};
use crate::Result;

/// How many queries are looked at together.
const BATCH: i64 = 1000;

#[derive(sqlx::FromRow)]
struct TallyRow {
    id: QueryId,
    status: QueryStatus,
    free_places: i64,
    #[sqlx(flatten)]
    tally: Tally,
}

/// Makes others wait who want to change this query's assignments or pool, until this transaction ends.
pub(crate) async fn lock(connection: &mut Connection, query: QueryId) -> Result<()> {
    sqlx::query(LOCK_QUERY).bind(query).execute(connection).await?;
    Ok(())
}

/// Raises a query's revision: what was said about it changed, or what a version would hold of it. The query is locked.
pub(crate) async fn touch(connection: &mut Connection, query: QueryId) -> Result<()> {
    sqlx::query("UPDATE queries SET revision = revision + 1 WHERE id = $1").bind(query).execute(connection).await?;
    Ok(())
}

/// Works out anew where a query stands. Every change to its assignments, flags or adjudication ends with this.
pub(crate) async fn restate(connection: &mut Connection, query: QueryId) -> Result<()> {
    lock(connection, query).await?;
    let Standing { status, free_places, .. } = tally(connection, query).await?.standing();
    let sql = "UPDATE queries
        SET status = $2, free_places = $3
        WHERE id = $1 AND (status <> $2 OR free_places <> $3)";
    sqlx::query(sql).bind(query).bind(status).bind(free_places).execute(connection).await?;
    Ok(())
}

/// What a query's standing depends on.
pub(crate) async fn tally(connection: &mut Connection, query: QueryId) -> Result<Tally> {
    let sql = "SELECT CAST(s.overlap AS BIGINT) AS overlap,
            COUNT(CASE WHEN a.status = 'leased' THEN 1 END) AS leased,
            COUNT(CASE WHEN a.status = 'completed' THEN 1 END) AS completed,
            COUNT(a.flag) AS flags,
            EXISTS (SELECT 1 FROM adjudications d WHERE d.query_id = $1) AS adjudicated
        FROM queries q
        JOIN sets s ON s.id = q.set_id
        LEFT JOIN assignments a ON a.query_id = q.id
        WHERE q.id = $1
        GROUP BY q.id, s.overlap";
    Ok(sqlx::query_as(sql).bind(query).fetch_one(connection).await?)
}

/// Works out anew where all queries of a set stand, after a change to its settings.
pub(crate) async fn restate_set(connection: &mut Connection, set: SetId) -> Result<()> {
    let mut after = QueryId(uuid::Uuid::nil());
    loop {
        let locked: Vec<QueryId> = sqlx::query_scalar(LOCK_QUERIES).bind(set).bind(after).bind(BATCH).fetch_all(&mut *connection).await?;
        let Some(last) = locked.last() else { return Ok(()) };
        let rows = tallies(connection, set, after, *last).await?;
        after = *last;
        let mut changed: BTreeMap<Standing, Vec<QueryId>> = BTreeMap::new();
        for row in rows {
            let standing = row.tally.standing();
            if (row.status, row.free_places) != (standing.status, standing.free_places) {
                changed.entry(standing).or_default().push(row.id);
            }
        }
        for (standing, queries) in changed {
            put_standing(connection, standing, &queries).await?;
        }
    }
}

async fn tallies(connection: &mut Connection, set: SetId, after: QueryId, last: QueryId) -> Result<Vec<TallyRow>> {
    let sql = "SELECT q.id, q.status, q.free_places, CAST(s.overlap AS BIGINT) AS overlap,
            COUNT(CASE WHEN a.status = 'leased' THEN 1 END) AS leased,
            COUNT(CASE WHEN a.status = 'completed' THEN 1 END) AS completed,
            COUNT(a.flag) AS flags,
            EXISTS (SELECT 1 FROM adjudications d WHERE d.query_id = q.id) AS adjudicated
        FROM queries q
        JOIN sets s ON s.id = q.set_id
        LEFT JOIN assignments a ON a.query_id = q.id
        WHERE q.set_id = $1 AND q.id > $2 AND q.id <= $3
        GROUP BY q.id, q.status, q.free_places, s.overlap";
    Ok(sqlx::query_as(sql).bind(set).bind(after).bind(last).fetch_all(connection).await?)
}

async fn put_standing(connection: &mut Connection, standing: Standing, queries: &[QueryId]) -> Result<()> {
    let update = |query: &mut sqlx::QueryBuilder<super::Driver>| {
        query.push("UPDATE queries SET status = ").push_bind(standing.status);
        query.push(", free_places = ").push_bind(standing.free_places).push(" WHERE id");
    };
    execute_in(connection, update, queries).await
}
