//! Keeps where queries stand, and what is disputed about them, in step with the domain's rules: [`Tally::standing`] and
//! [`disagreements`](domain::disagreement::disagreements).

use std::collections::{BTreeMap, BTreeSet};

use domain::adjudication::{Said, Unsettled, settle};
use domain::disagreement::{Disagreement, Rules, disagreements};
use domain::id::{QueryId, SetId, UserId};
use domain::query::{QueryStatus, Standing, Tally};
use sqlx::QueryBuilder;

use super::disagreements::{judged, put_disagreements};
use super::in_list::{execute_in, rows_in};
use super::independence::note_who_left;
use super::said::said_rows;
use super::{Connection, Driver, LOCK_QUERY};
use crate::Result;
use crate::disagreements::Judged;
use crate::said::SaidRows;

/// What a query's standing depends on, but for what was said, and what is kept of it.
#[derive(sqlx::FromRow)]
pub(crate) struct TallyRow {
    pub id: QueryId,
    set_id: SetId,
    status: QueryStatus,
    free_places: i64,
    #[sqlx(flatten)]
    pub tally: Tally,
    #[sqlx(flatten)]
    pub rules: Rules,
    /// Whether disagreements about it are kept.
    disputed: bool,
    /// Whether a judge judged any of its chunks.
    judged: bool,
    /// Whether somebody left it and is not known to see what others said.
    somebody_left: bool,
}

/// Makes others wait who want to change this query's assignments or pool, until this transaction ends.
pub(crate) async fn lock(connection: &mut Connection, query: QueryId) -> Result<()> {
    sqlx::query(LOCK_QUERY).bind(query).execute(connection).await?;
    Ok(())
}

/// Locks several queries, in the one order in which all do.
pub(crate) async fn lock_all(connection: &mut Connection, queries: impl Iterator<Item = QueryId>) -> Result<()> {
    for query in queries.collect::<BTreeSet<_>>() {
        lock(connection, query).await?;
    }
    Ok(())
}

/// Raises a query's revision: what was said about it changed, or what a version would hold of it. The query is locked.
pub(crate) async fn touch(connection: &mut Connection, query: QueryId) -> Result<()> {
    sqlx::query("UPDATE queries SET revision = revision + 1 WHERE id = $1").bind(query).execute(connection).await?;
    Ok(())
}

/// Works out anew where a query stands and what is disputed about it. Every change to its assignments, flags, labels, answers or
/// adjudications ends with this.
pub(crate) async fn restate(connection: &mut Connection, query: QueryId) -> Result<()> {
    lock(connection, query).await?;
    restate_all(connection, &[query]).await
}

/// Works out anew where a query stands after a labeller changed a label or an answer: it matters once they are heard.
pub(crate) async fn restate_if_heard(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<()> {
    let sql = "SELECT EXISTS (
            SELECT 1 FROM assignments WHERE query_id = $1 AND labeller_id = $2 AND first_completed_at IS NOT NULL
        )";
    let heard: bool = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(&mut *connection).await?;
    if heard { restate(connection, query).await } else { Ok(()) }
}

/// What a query's standing depends on, but for what was said.
pub(crate) async fn tally(connection: &mut Connection, query: QueryId) -> Result<TallyRow> {
    tallies(connection, &[query]).await?.pop().ok_or_else(|| sqlx::Error::RowNotFound.into())
}

/// Works out anew where queries stand that are locked.
pub(crate) async fn restate_all(connection: &mut Connection, queries: &[QueryId]) -> Result<()> {
    let rows = tallies(connection, queries).await?;
    let heard: Vec<QueryId> = rows.iter().filter(|row| row.tally.depends_on_what_was_said()).map(|row| row.id).collect();
    let said = said_rows(connection, &heard).await?;
    let judged_queries: Vec<QueryId> = rows.iter().filter(|row| row.judged && row.tally.overlap_met()).map(|row| row.id).collect();
    let judged = judged(connection, &judged_queries).await?;
    let seen: Vec<QueryId> = rows.iter().filter(|row| row.somebody_left && row.tally.needs_nobody()).map(|row| row.id).collect();
    note_who_left(connection, &seen).await?;
    let mut changed: BTreeMap<Standing, Vec<QueryId>> = BTreeMap::new();
    for row in rows {
        let (standing, found) = row.worked_out(&said, &judged);
        if (row.status, row.free_places) != (standing.status, standing.free_places) {
            changed.entry(standing).or_default().push(row.id);
        }
        if row.disputed || !found.is_empty() {
            put_disagreements(connection, row.set_id, row.id, row.disputed, &found).await?;
        }
    }
    for (standing, queries) in changed {
        put_standing(connection, standing, &queries).await?;
    }
    Ok(())
}

impl TallyRow {
    /// Where the query stands, and what is disputed about it.
    fn worked_out(&self, said: &SaidRows, judged: &Judged) -> (Standing, Vec<Disagreement>) {
        if !self.tally.depends_on_what_was_said() {
            return (self.tally.standing(Some(&Unsettled::NotCompleted)), Vec::new());
        }
        match said.said(self.id, self.tally.overlap_met()) {
            Ok(said) => {
                let unsettled = settle(&said, self.rules.resolution).err();
                (self.tally.standing(unsettled.as_ref()), self.disagreements(&said, judged))
            }
            Err(damaged) => (self.tally.standing(Some(&damaged)), Vec::new()),
        }
    }

    /// What is disputed about the query.
    pub(crate) fn disagreements(&self, said: &Said, judged: &Judged) -> Vec<Disagreement> {
        disagreements(said, judged.of(self.id), self.rules)
    }
}

/// What the standing of some queries depends on, but for what was said.
pub(crate) async fn tallies(connection: &mut Connection, queries: &[QueryId]) -> Result<Vec<TallyRow>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(
            "SELECT q.id, q.set_id, q.status, q.free_places, s.resolution, s.cutoff,
                CAST(q.overlap AS BIGINT) AS overlap,
                (SELECT COUNT(*) FROM assignments a WHERE a.query_id = q.id AND a.status IN ('assigned', 'leased')) AS held,
                (SELECT COUNT(*) FROM assignments a WHERE a.query_id = q.id AND a.status = 'completed') AS completed,
                (SELECT COUNT(a.flag) FROM assignments a WHERE a.query_id = q.id) AS flags,
                (SELECT COUNT(a.question_id) FROM assignments a WHERE a.query_id = q.id) AS asked,
                EXISTS (SELECT 1 FROM disagreements d WHERE d.query_id = q.id) AS disputed,
                EXISTS (SELECT 1 FROM prelabels p WHERE p.query_id = q.id) AS judged,
                EXISTS (
                    SELECT 1 FROM assignments a
                    WHERE a.query_id = q.id AND a.status IN ('skipped', 'handed_back', 'expired')
                ) AS somebody_left
            FROM queries q
            JOIN sets s ON s.id = q.set_id
            WHERE q.id",
        );
    };
    rows_in(connection, begin, queries).await
}

async fn put_standing(connection: &mut Connection, standing: Standing, queries: &[QueryId]) -> Result<()> {
    let update = |query: &mut QueryBuilder<Driver>| {
        query.push("UPDATE queries SET revision = revision + CASE WHEN status = ").push_bind(standing.status);
        // No version holds a query that waits for labellers, begun or not.
        query.push(" OR (status IN ('open', 'started') AND ").push_bind(standing.status.waits_for_labellers()).push(")");
        query.push(" THEN 0 ELSE 1 END, status = ").push_bind(standing.status);
        query.push(", free_places = ").push_bind(standing.free_places).push(" WHERE id");
    };
    execute_in(connection, update, queries).await
}
