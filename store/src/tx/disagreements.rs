//! Disagreements as they are kept, and the queue of them.

use domain::disagreement::{CaseFilter, Cursor, Disagreement, Kind};
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::member::Member;
use domain::scale::Grade;
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::involvements::push_hidden;
use super::said::said_rows;
use super::{Connection, Driver, standing};
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
            QueryBuilder::new("INSERT INTO disagreements (query_id, subject, chunk_id, set_id, kind, place, state, settled_at, reason) ");
        insert.push_values(part, |mut row, found| {
            row.push_bind(query).push_bind(found.subject.to_string()).push_bind(found.subject.chunk()).push_bind(set);
            row.push_bind(found.kind).push_bind(-found.weight).push_bind(found.state);
            row.push_bind(found.settled_at).push_bind(found.reason);
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

/// How many disagreements a filter lets through, and how many of them come before a place.
pub(crate) async fn place(connection: &mut Connection, set: SetId, filter: &CaseFilter, before: Option<Cursor>) -> Result<i64> {
    let mut query = QueryBuilder::new("SELECT COUNT(*) FROM disagreements d JOIN queries q ON q.id = d.query_id WHERE ");
    narrow(&mut query, set, filter);
    if let Some(cursor) = before {
        push_side(&mut query, "<", cursor);
    }
    Ok(query.build_query_scalar().fetch_one(connection).await?)
}

/// The grades that voices gave to the disputed chunks of queries.
pub(crate) async fn grades_of_cases(connection: &mut Connection, queries: &[QueryId]) -> Result<Vec<(QueryId, ChunkId, Grade)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(
            "SELECT d.query_id, d.chunk_id, l.grade
            FROM disagreements d
            JOIN labels l ON l.query_id = d.query_id AND l.chunk_id = d.chunk_id
            JOIN assignments a ON a.query_id = l.query_id AND a.labeller_id = l.labeller_id
            WHERE a.first_completed_at IS NOT NULL AND l.grade IS NOT NULL AND d.query_id",
        );
    };
    rows_in(connection, begin, queries).await
}

/// The grade that each chunk of a query has as far as it is settled.
pub(crate) async fn settled_grades(connection: &mut Connection, query: QueryId) -> Result<Vec<(ChunkId, Grade)>> {
    let row = standing::tally(connection, query).await?;
    let said = said_rows(connection, &[query]).await?.said(query, row.tally.overlap_met());
    Ok(said.map(|said| said.settled_grades(row.rules.resolution)).unwrap_or_default())
}

/// Who completed a query of a set once, by name.
pub(crate) async fn voices_of(connection: &mut Connection, set: SetId) -> Result<Vec<(UserId, String)>> {
    let sql = "SELECT u.id, u.name
        FROM users u
        WHERE EXISTS (
            SELECT 1 FROM assignments a WHERE a.set_id = $1 AND a.labeller_id = u.id AND a.first_completed_at IS NOT NULL
        )
        ORDER BY u.name
        LIMIT 200";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

const CASES: &str = "SELECT d.query_id, q.external_id, q.text, q.style, d.subject, p.number, d.kind, d.place, d.state
    FROM disagreements d
    JOIN queries q ON q.id = d.query_id
    LEFT JOIN pool p ON p.query_id = d.query_id AND p.chunk_id = d.chunk_id
    WHERE ";

/// The first disagreements of a set after a place in the queue.
pub(crate) async fn disagreements(
    connection: &mut Connection,
    set: SetId,
    filter: &CaseFilter,
    after: Option<Cursor>,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    let mut query = QueryBuilder::new(CASES);
    narrow(&mut query, set, filter);
    if let Some(cursor) = after {
        push_side(&mut query, ">", cursor);
    }
    query.push(" ORDER BY d.kind, d.place, d.query_id, d.subject LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(connection).await?)
}

/// The last disagreements of a set before a place in the queue, the nearest first.
pub(crate) async fn disagreements_before(
    connection: &mut Connection,
    set: SetId,
    filter: &CaseFilter,
    before: Cursor,
    limit: i64,
) -> Result<Vec<CaseRow>> {
    let mut query = QueryBuilder::new(CASES);
    narrow(&mut query, set, filter);
    push_side(&mut query, "<", before);
    query.push(" ORDER BY d.kind DESC, d.place DESC, d.query_id DESC, d.subject DESC LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(connection).await?)
}

/// Those on one side of a place.
fn push_side(query: &mut QueryBuilder<Driver>, side: &str, Cursor { kind, weight, query: of, subject }: Cursor) {
    // A cursor comes from an address: the lowest weight of all has no opposite.
    let place = weight.saturating_neg();
    query.push(" AND (d.kind, d.place, d.query_id, d.subject) ").push(side).push(" (").push_bind(kind).push(", ").push_bind(place);
    query.push(", ").push_bind(of).push(", ").push_bind(subject.to_string()).push(")");
}

/// Those of queries that a member is not asked to label.
pub(crate) fn push_seen_by(query: &mut QueryBuilder<Driver>, set: SetId, reader: &Member) {
    query.push(" AND d.query_id NOT IN (");
    push_hidden(query, set, reader);
    query.push(")");
}

fn narrow(query: &mut QueryBuilder<Driver>, set: SetId, filter: &CaseFilter) {
    match filter.query {
        // Those of one query are found by its key, not by the set's index.
        Some(of) => query.push("d.query_id = ").push_bind(of).push(" AND q.set_id = ").push_bind(set),
        None => query.push("d.set_id = ").push_bind(set),
    };
    query.push(" AND d.state = ").push_bind(filter.state);
    match filter.kind {
        Some(kind) => drop(query.push(" AND d.kind = ").push_bind(kind)),
        None if filter.besides_judges => drop(query.push(" AND d.kind < ").push_bind(Kind::Judge)),
        None => {}
    }
    if let Some(reader) = &filter.reader {
        push_seen_by(query, set, reader);
    }
    if let Some(reason) = filter.reason {
        query.push(" AND d.reason = ").push_bind(reason);
    }
    if let Some(style) = filter.style {
        query.push(" AND q.style = ").push_bind(style);
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
