//! Keeps where queries stand in step with the domain's rule, [`Tally::standing`].

use std::collections::BTreeMap;

use domain::adjudication::Unsettled;
use domain::id::{QueryId, UserId};
use domain::query::{QueryStatus, Standing, Tally};
use sqlx::QueryBuilder;

use super::in_list::{execute_in, rows_in};
use super::said::said_rows;
use super::{Connection, Driver, LOCK_QUERY};
use crate::Result;
use crate::said::SaidRows;

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
    let tally = tally(connection, query).await?;
    let unsettled = if tally.depends_on_what_was_said() {
        said_rows(connection, &[query]).await?.unsettled(query, tally.overlap_met())
    } else {
        Some(Unsettled::NotCompleted)
    };
    let Standing { status, free_places } = tally.standing(unsettled.as_ref());
    let sql = "UPDATE queries
        SET status = $2, free_places = $3
        WHERE id = $1 AND (status <> $2 OR free_places <> $3)";
    sqlx::query(sql).bind(query).bind(status).bind(free_places).execute(connection).await?;
    Ok(())
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
pub(crate) async fn tally(connection: &mut Connection, query: QueryId) -> Result<Tally> {
    let sql = "SELECT CAST(q.overlap AS BIGINT) AS overlap,
            COUNT(CASE WHEN a.status IN ('assigned', 'leased') THEN 1 END) AS held,
            COUNT(CASE WHEN a.status = 'completed' THEN 1 END) AS completed,
            COUNT(a.flag) AS flags
        FROM queries q
        LEFT JOIN assignments a ON a.query_id = q.id
        WHERE q.id = $1
        GROUP BY q.id, q.overlap";
    Ok(sqlx::query_as(sql).bind(query).fetch_one(connection).await?)
}

/// Works out anew where some queries stand, after what they need changed. They are locked.
pub(crate) async fn restate_all(connection: &mut Connection, queries: &[QueryId]) -> Result<()> {
    let rows = tallies(connection, queries).await?;
    let unclear: Vec<QueryId> = rows.iter().filter(|row| row.needs_what_was_said()).map(|row| row.id).collect();
    let said = said_rows(connection, &unclear).await?;
    let mut changed: BTreeMap<Standing, Vec<QueryId>> = BTreeMap::new();
    for row in rows {
        let standing = row.standing(&said);
        if (row.status, row.free_places) != (standing.status, standing.free_places) {
            changed.entry(standing).or_default().push(row.id);
        }
    }
    for (standing, queries) in changed {
        put_standing(connection, standing, &queries).await?;
    }
    Ok(())
}

impl TallyRow {
    /// Whether the overlap was met and still is: then nothing but places can change.
    const fn stays(&self) -> bool {
        self.tally.overlap_met()
            && matches!(
                self.status,
                QueryStatus::Completed
                    | QueryStatus::GradesDiffer
                    | QueryStatus::AnswerableDiffers
                    | QueryStatus::AnswersDiffer
                    | QueryStatus::ChangedSinceSettled
            )
    }

    const fn needs_what_was_said(&self) -> bool {
        self.tally.depends_on_what_was_said() && !self.stays()
    }

    fn standing(&self, said: &SaidRows) -> Standing {
        let not_completed = Some(Unsettled::NotCompleted);
        if self.stays() {
            let places = self.tally.standing(not_completed.as_ref());
            return Standing { status: self.status, ..places };
        }
        let unsettled = if self.needs_what_was_said() { said.unsettled(self.id, self.tally.overlap_met()) } else { not_completed };
        self.tally.standing(unsettled.as_ref())
    }
}

async fn tallies(connection: &mut Connection, queries: &[QueryId]) -> Result<Vec<TallyRow>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(
            "SELECT id, status, free_places, CAST(overlap AS BIGINT) AS overlap,
                (SELECT COUNT(*) FROM assignments WHERE query_id = q.id AND status IN ('assigned', 'leased')) AS held,
                (SELECT COUNT(*) FROM assignments WHERE query_id = q.id AND status = 'completed') AS completed,
                (SELECT COUNT(flag) FROM assignments WHERE query_id = q.id) AS flags
            FROM queries q
            WHERE id",
        );
    };
    rows_in(connection, begin, queries).await
}

/// Writes where some queries stand. A version would hold others when a status changed, so that raises the revision.
async fn put_standing(connection: &mut Connection, standing: Standing, queries: &[QueryId]) -> Result<()> {
    let update = |query: &mut QueryBuilder<Driver>| {
        query.push("UPDATE queries SET revision = revision + CASE WHEN status = ").push_bind(standing.status);
        query.push(" THEN 0 ELSE 1 END, status = ").push_bind(standing.status);
        query.push(", free_places = ").push_bind(standing.free_places).push(" WHERE id");
    };
    execute_in(connection, update, queries).await
}
