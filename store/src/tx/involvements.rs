//! What a member has to do with queries.

use domain::assignment::AssignmentStatus;
use domain::blind::{Involvement, is_blind};
use domain::id::{QueryId, SetId, UserId, VersionId};
use domain::member::Member;
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::Result;
use crate::involvements::{CountedInvolvement, NamedInvolvement};

/// Whether a query could still be given to one more labeller: a place is free, or whoever has it may leave it.
macro_rules! needs_labeller {
    () => {
        "(q.free_places > 0 OR EXISTS (SELECT 1 FROM assignments l WHERE l.query_id = q.id AND l.status IN ('assigned', 'leased')))"
    };
}

pub(crate) async fn of_query(connection: &mut Connection, set: SetId, query: QueryId, member: UserId) -> Result<Option<Involvement>> {
    let sql = concat!(
        "SELECT a.status, ",
        needs_labeller!(),
        " AS needs_labeller
        FROM queries q
        LEFT JOIN assignments a ON a.query_id = q.id AND a.labeller_id = $3
        WHERE q.id = $2 AND q.set_id = $1"
    );
    Ok(sqlx::query_as(sql).bind(set).bind(query).bind(member).fetch_optional(connection).await?)
}

/// Where a member's assignments of the set stand; one that ended is none where the query needs nobody more.
pub(crate) async fn statuses(connection: &mut Connection, set: SetId, member: UserId) -> Result<Vec<(QueryId, AssignmentStatus)>> {
    let sql = concat!(
        "SELECT a.query_id, a.status
        FROM assignments a
        WHERE a.set_id = $1 AND a.labeller_id = $2
            AND (a.status <> 'expired' OR EXISTS (SELECT 1 FROM queries q WHERE q.id = a.query_id AND ",
        needs_labeller!(),
        "))"
    );
    Ok(sqlx::query_as(sql).bind(set).bind(member).fetch_all(connection).await?)
}

pub(crate) async fn of_queries(connection: &mut Connection, set: SetId, member: UserId, names: &[String]) -> Result<Vec<NamedInvolvement>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        let columns = concat!(
            "SELECT n.external_id, q.id, a.status, ",
            needs_labeller!(),
            " AS needs_labeller
            FROM query_names n
            JOIN queries q ON q.id = n.query_id
            LEFT JOIN assignments a ON a.query_id = q.id AND a.labeller_id = "
        );
        query.push(columns).push_bind(member).push(" WHERE n.set_id = ").push_bind(set).push(" AND n.external_id");
    };
    rows_in(connection, begin, names).await
}

/// Adds the statement for the queries of a set of which a member must not know what others said.
pub(crate) fn push_hidden(query: &mut QueryBuilder<Driver>, set: SetId, member: &Member) {
    let joined = "SELECT q.id
        FROM queries q
        LEFT JOIN assignments a ON a.query_id = q.id AND a.labeller_id = ";
    query.push(joined).push_bind(member.id).push(" WHERE q.set_id = ").push_bind(set).push(" AND (FALSE");
    let statuses = AssignmentStatus::ALL.into_iter().map(Some).chain([None]);
    for (status, needs_labeller) in statuses.flat_map(|status| [(status, true), (status, false)]) {
        if is_blind(member.role, Involvement { status, needs_labeller }) {
            query.push(concat!(" OR (", needs_labeller!(), " = ")).push_bind(needs_labeller);
            match status {
                Some(status) => query.push(" AND a.status = ").push_bind(status).push(")"),
                None => query.push(" AND a.status IS NULL)"),
            };
        }
    }
    query.push(")");
}

pub(crate) async fn of_version(
    connection: &mut Connection,
    set: SetId,
    version: VersionId,
    member: UserId,
) -> Result<Vec<CountedInvolvement>> {
    let sql = concat!(
        "SELECT a.status, ",
        needs_labeller!(),
        " AS needs_labeller, COUNT(*) AS queries
        FROM version_items v
        JOIN query_names n ON n.external_id = v.external_id
        JOIN queries q ON q.id = n.query_id
        LEFT JOIN assignments a ON a.query_id = q.id AND a.labeller_id = $3
        WHERE v.version_id = $2 AND n.set_id = $1
        GROUP BY 1, 2"
    );
    Ok(sqlx::query_as(sql).bind(set).bind(version).bind(member).fetch_all(connection).await?)
}

pub(crate) async fn in_version(
    connection: &mut Connection,
    set: SetId,
    version: VersionId,
    member: UserId,
) -> Result<Vec<NamedInvolvement>> {
    let sql = concat!(
        "SELECT n.external_id, q.id, a.status, ",
        needs_labeller!(),
        " AS needs_labeller
        FROM version_items v
        JOIN query_names n ON n.external_id = v.external_id
        JOIN queries q ON q.id = n.query_id
        LEFT JOIN assignments a ON a.query_id = q.id AND a.labeller_id = $3
        WHERE v.version_id = $2 AND n.set_id = $1 AND (a.status IS NOT NULL OR ",
        needs_labeller!(),
        ")"
    );
    Ok(sqlx::query_as(sql).bind(set).bind(version).bind(member).fetch_all(connection).await?)
}
