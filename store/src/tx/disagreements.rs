//! Disagreements as they are kept, and the queue of them.

use domain::disagreement::{CaseFilter, Cursor, Disagreement, Kind, State};
use domain::id::{QueryId, SetId};
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::Result;
use crate::disagreements::{CaseRow, Judged};

/// How many rows one statement writes at the most.
const WRITTEN: usize = 500;

/// Makes a query's disagreements what was found; `kept` says whether there are any yet.
pub(crate) async fn put_disagreements(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    kept: bool,
    found: &[Disagreement],
) -> Result<()> {
    if kept {
        sqlx::query("DELETE FROM disagreements WHERE query_id = $1").bind(query).execute(&mut *connection).await?;
    }
    for part in found.chunks(WRITTEN) {
        let mut insert: QueryBuilder<Driver> =
            QueryBuilder::new("INSERT INTO disagreements (query_id, subject, chunk_id, set_id, kind, place, state) ");
        insert.push_values(part, |mut row, found| {
            row.push_bind(query).push_bind(found.subject.to_string()).push_bind(found.subject.chunk()).push_bind(set);
            row.push_bind(found.kind).push_bind(-found.weight).push_bind(found.state);
        });
        insert.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// What judges said of the chunks of some queries, of each judge the latest.
pub(crate) async fn judged(connection: &mut Connection, queries: &[QueryId]) -> Result<Judged> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(
            "SELECT p.query_id, p.chunk_id, p.judge_id, j.name, p.grade
            FROM prelabels p
            JOIN judges j ON j.id = p.judge_id
            WHERE p.query_id",
        );
    };
    Ok(Judged::of_rows(rows_in(connection, begin, queries).await?))
}

/// How many disagreements of a set are how far, by kind.
pub(crate) async fn disagreement_counts(connection: &mut Connection, set: SetId) -> Result<Vec<(State, Kind, i64)>> {
    let sql = "SELECT state, kind, COUNT(*) FROM disagreements WHERE set_id = $1 GROUP BY state, kind";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

/// The first disagreements of a set after a place in the queue.
pub(crate) async fn disagreements(
    connection: &mut Connection,
    set: SetId,
    filter: &CaseFilter,
    after: Option<Cursor>,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    let mut query = QueryBuilder::new(
        "SELECT d.query_id, q.external_id, q.text, q.style, d.subject, p.number, d.kind, d.place, d.state
        FROM disagreements d
        JOIN queries q ON q.id = d.query_id
        LEFT JOIN pool p ON p.query_id = d.query_id AND p.chunk_id = d.chunk_id
        WHERE d.set_id = ",
    );
    query.push_bind(set);
    narrow(&mut query, filter);
    if let Some(Cursor { kind, weight, query: of, subject }) = after {
        query.push(" AND (d.kind, d.place, d.query_id, d.subject) > (").push_bind(kind).push(", ").push_bind(-weight);
        query.push(", ").push_bind(of).push(", ").push_bind(subject.to_string()).push(")");
    }
    query.push(" ORDER BY d.kind, d.place, d.query_id, d.subject LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(connection).await?)
}

fn narrow(query: &mut QueryBuilder<Driver>, filter: &CaseFilter) {
    query.push(" AND d.state = ").push_bind(filter.state);
    if let Some(kind) = filter.kind {
        query.push(" AND d.kind = ").push_bind(kind);
    }
    if let Some(style) = filter.style {
        query.push(" AND q.style = ").push_bind(style);
    }
    if let Some(of) = filter.query {
        query.push(" AND d.query_id = ").push_bind(of);
    }
    if let Some(labeller) = filter.labeller {
        query.push(
            " AND EXISTS (
                SELECT 1 FROM assignments a
                WHERE a.query_id = d.query_id AND a.first_completed_at IS NOT NULL AND a.labeller_id = ",
        );
        query.push_bind(labeller).push(")");
    }
}
