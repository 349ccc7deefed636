//! Reads what was said about queries.

use domain::id::QueryId;
use sqlx::{FromRow, QueryBuilder, Row};

use super::in_list::raw_rows_in;
use super::{Connection, Driver};
use crate::Result;
use crate::said::{ByQuery, Damage, SaidRows};

type DriverRow = <Driver as sqlx::Database>::Row;

/// All that was said about some queries.
pub(crate) async fn said_rows(connection: &mut Connection, queries: &[QueryId]) -> Result<SaidRows> {
    let mut damage = Damage::default();
    let assignments = "SELECT query_id, labeller_id, first_completed_at, flag FROM assignments WHERE query_id";
    let labels = "SELECT query_id, chunk_id, labeller_id, grade, cant_tell, evidence FROM labels WHERE query_id";
    let answers = "SELECT query_id, labeller_id, text, citations, answerable FROM answers WHERE query_id";
    let decisions = "SELECT query_id, subject, sequence, verdict, said, reason, at FROM adjudications WHERE query_id";
    Ok(SaidRows {
        assignments: by_query(connection, assignments, queries, &mut damage).await?,
        labels: by_query(connection, labels, queries, &mut damage).await?,
        answers: by_query(connection, answers, queries, &mut damage).await?,
        decisions: by_query(connection, decisions, queries, &mut damage).await?,
        damage,
    })
}

/// The rows of a statement that begins with the query's id and ends with `WHERE query_id`, for some queries.
async fn by_query<T>(connection: &mut Connection, sql: &'static str, queries: &[QueryId], damage: &mut Damage) -> Result<ByQuery<T>>
where
    T: for<'r> FromRow<'r, DriverRow>,
{
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push(sql);
    };
    let mut grouped = ByQuery::new();
    for row in raw_rows_in(connection, begin, queries).await? {
        let query: QueryId = row.try_get(0)?;
        match T::from_row(&row) {
            Ok(read) => grouped.entry(query).or_default().push(read),
            Err(error) => damage.note(query, &error),
        }
    }
    Ok(grouped)
}
