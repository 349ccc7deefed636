//! Keeps where queries stand in step with the domain's rule, [`Tally::standing`].

use std::collections::BTreeMap;

use domain::adjudication::Unsettled;
use domain::id::{QueryId, SetId, UserId};
use domain::query::{QueryStatus, Standing, Tally};

use super::in_list::execute_in;
use super::said::said_rows;
use super::{Connection, LOCK_QUERIES, LOCK_QUERY};
use crate::Result;
use crate::said::SaidRows;

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
    let sql = "SELECT CAST(s.overlap AS BIGINT) AS overlap,
            COUNT(CASE WHEN a.status IN ('assigned', 'leased') THEN 1 END) AS held,
            COUNT(CASE WHEN a.status = 'completed' THEN 1 END) AS completed,
            COUNT(a.flag) AS flags
        FROM queries q
        JOIN sets s ON s.id = q.set_id
        LEFT JOIN assignments a ON a.query_id = q.id
        WHERE q.id = $1
        GROUP BY q.id, s.overlap";
    Ok(sqlx::query_as(sql).bind(query).fetch_one(connection).await?)
}

/// Works out anew where all queries of a set stand, after its overlap changed.
pub(crate) async fn restate_set(connection: &mut Connection, set: SetId) -> Result<()> {
    let mut after = QueryId(uuid::Uuid::nil());
    loop {
        let locked: Vec<QueryId> = sqlx::query_scalar(LOCK_QUERIES).bind(set).bind(after).bind(BATCH).fetch_all(&mut *connection).await?;
        let Some(last) = locked.last() else { return Ok(()) };
        let rows = tallies(connection, set, after, *last).await?;
        after = *last;
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
    }
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

async fn tallies(connection: &mut Connection, set: SetId, after: QueryId, last: QueryId) -> Result<Vec<TallyRow>> {
    let sql = "SELECT q.id, q.status, q.free_places, CAST(s.overlap AS BIGINT) AS overlap,
            COUNT(CASE WHEN a.status IN ('assigned', 'leased') THEN 1 END) AS held,
            COUNT(CASE WHEN a.status = 'completed' THEN 1 END) AS completed,
            COUNT(a.flag) AS flags
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
