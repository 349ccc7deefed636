//! How many disagreements there are, and how many were settled.

use domain::adjudication::Reason;
use domain::disagreement::{Kind, State};
use domain::id::SetId;
use domain::member::Member;
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::Connection;
use super::disagreements::push_seen_by;
use super::involvements::push_hidden;
use crate::Result;

/// How many disagreements of a set are how far, by kind.
pub(crate) async fn disagreement_counts(connection: &mut Connection, set: SetId) -> Result<Vec<(State, Kind, i64)>> {
    let sql = "SELECT state, kind, COUNT(*) FROM disagreements WHERE set_id = $1 GROUP BY state, kind";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

/// How many disagreements there are of the queries that are hidden from a member, by kind.
pub(crate) async fn hidden_counts(connection: &mut Connection, set: SetId, reader: &Member) -> Result<Vec<(State, Kind, i64)>> {
    let mut query = QueryBuilder::new("SELECT state, kind, COUNT(*) FROM disagreements WHERE query_id IN (");
    push_hidden(&mut query, set, reader);
    Ok(query.push(") GROUP BY state, kind").build_query_as().fetch_all(connection).await?)
}

/// How many disagreements that a member sees were settled since a moment, as far as that holds.
pub(crate) async fn settled_since(connection: &mut Connection, set: SetId, reader: &Member, since: Timestamp) -> Result<i64> {
    let mut query = QueryBuilder::new("SELECT COUNT(*) FROM disagreements d WHERE d.set_id = ");
    query.push_bind(set).push(" AND d.settled_at >= ").push_bind(since);
    push_seen_by(&mut query, set, reader);
    Ok(query.build_query_scalar().fetch_one(connection).await?)
}

/// How many of them were settled for each reason.
pub(crate) async fn settled_by_reason(connection: &mut Connection, set: SetId, reader: &Member) -> Result<Vec<(Reason, i64)>> {
    let mut query = QueryBuilder::new("SELECT d.reason, COUNT(*) FROM disagreements d WHERE d.reason IS NOT NULL AND d.set_id = ");
    query.push_bind(set);
    push_seen_by(&mut query, set, reader);
    query.push(" GROUP BY d.reason");
    Ok(query.build_query_as().fetch_all(connection).await?)
}
