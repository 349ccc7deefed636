//! How many disagreements there are, and how many were settled.

use domain::adjudication::Reason;
use domain::disagreement::{Kind, State};
use domain::id::{SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::Connection;
use super::disagreements::{ASKED, push_seen_by};
use crate::Result;

/// How many disagreements of a set are how far, by kind.
pub(crate) async fn disagreement_counts(connection: &mut Connection, set: SetId) -> Result<Vec<(State, Kind, i64)>> {
    let sql = "SELECT state, kind, COUNT(*) FROM disagreements WHERE set_id = $1 GROUP BY state, kind";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

/// How many disagreements there are of the queries that a member is asked to label, by kind.
pub(crate) async fn hidden_counts(connection: &mut Connection, set: SetId, reader: UserId) -> Result<Vec<(State, Kind, i64)>> {
    let mut query = QueryBuilder::new(
        "SELECT d.state, d.kind, COUNT(*) FROM assignments a JOIN disagreements d ON d.query_id = a.query_id WHERE a.set_id = ",
    );
    query.push_bind(set).push(" AND a.labeller_id = ").push_bind(reader).push(" AND ").push(ASKED).push(" GROUP BY d.state, d.kind");
    Ok(query.build_query_as().fetch_all(connection).await?)
}

/// How many disagreements that a member sees were settled since a moment, as far as that holds.
pub(crate) async fn settled_since(connection: &mut Connection, set: SetId, reader: UserId, since: Timestamp) -> Result<i64> {
    let mut query = QueryBuilder::new("SELECT COUNT(*) FROM disagreements d WHERE d.set_id = ");
    query.push_bind(set).push(" AND d.settled_at >= ").push_bind(since);
    push_seen_by(&mut query, reader);
    Ok(query.build_query_scalar().fetch_one(connection).await?)
}

/// How many of them were settled for each reason.
pub(crate) async fn settled_by_reason(connection: &mut Connection, set: SetId, reader: UserId) -> Result<Vec<(Reason, i64)>> {
    let mut query = QueryBuilder::new("SELECT d.reason, COUNT(*) FROM disagreements d WHERE d.reason IS NOT NULL AND d.set_id = ");
    query.push_bind(set);
    push_seen_by(&mut query, reader);
    query.push(" GROUP BY d.reason");
    Ok(query.build_query_as().fetch_all(connection).await?)
}
