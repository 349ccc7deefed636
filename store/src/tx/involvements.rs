//! What a member has to do with queries.

use domain::assignment::AssignmentStatus;
use domain::blind::{Involvement, is_blind};
use domain::id::{QueryId, SetId, UserId, VersionId};
use domain::member::Member;
use domain::role::Role;
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::Result;
use crate::involvements::{HiddenItem, NamedInvolvement};

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
    let without_assignment =
        [true, false].into_iter().any(|needs_labeller| is_blind(member.role, Involvement { status: None, needs_labeller }));
    query.push("SELECT q.id FROM queries q").push(if without_assignment { " LEFT JOIN" } else { " JOIN" });
    query.push(" assignments a ON a.query_id = q.id AND a.labeller_id = ").push_bind(member.id).push(" AND a.set_id = ").push_bind(set);
    query.push(" WHERE q.set_id = ").push_bind(set).push(" AND ");
    push_rule(query, member.role);
}

/// Adds the rule itself: whether a query `q` is hidden from a member of this role whose assignment is `a`.
pub(crate) fn push_rule(query: &mut QueryBuilder<Driver>, role: Role) {
    query.push("(FALSE");
    for status in AssignmentStatus::ALL.into_iter().map(Some).chain([None]) {
        let condition = match [true, false].map(|needs_labeller| is_blind(role, Involvement { status, needs_labeller })) {
            [false, false] => continue,
            [true, true] => "TRUE",
            [true, false] => needs_labeller!(),
            [false, true] => concat!("NOT ", needs_labeller!()),
        };
        query.push(" OR (a.status");
        match status {
            Some(status) => query.push(" = ").push_bind(status),
            None => query.push(" IS NULL"),
        };
        query.push(" AND ").push(condition).push(")");
    }
    query.push(")");
}

/// How many queries of a set a member must not see yet, of which others could have said something: what is counted over a set is not
/// hidden from who labels it alone and has the next query at hand.
pub(crate) async fn count_hidden(connection: &mut Connection, set: SetId, member: &Member) -> Result<i64> {
    let mut query = QueryBuilder::new("SELECT COUNT(*) FROM (");
    push_hidden(&mut query, set, member);
    query.push(
        " AND (
            q.overlap > 1
            OR a.status IS NULL
            OR a.status NOT IN ('assigned', 'leased')
            OR EXISTS (SELECT 1 FROM operations o WHERE o.query_id = q.id AND o.actor_id <> a.labeller_id)
        )",
    );
    Ok(query.push(") hidden").build_query_scalar().fetch_one(connection).await?)
}

pub(crate) async fn hidden_items(connection: &mut Connection, set: SetId, version: VersionId, member: &Member) -> Result<Vec<HiddenItem>> {
    let mut query = QueryBuilder::new(
        "SELECT v.external_id, q.id AS query, q.text
        FROM version_items v
        JOIN query_names n ON n.external_id = v.external_id
        JOIN queries q ON q.id = n.query_id
        WHERE v.version_id = ",
    );
    query.push_bind(version).push(" AND n.set_id = ").push_bind(set).push(" AND n.query_id IN (");
    push_hidden(&mut query, set, member);
    Ok(query.push(") ORDER BY v.position").build_query_as().fetch_all(connection).await?)
}

pub(crate) async fn hidden_by_version(connection: &mut Connection, set: SetId, member: &Member) -> Result<Vec<(VersionId, i64)>> {
    let mut query = QueryBuilder::new(
        "SELECT v.version_id, COUNT(*)
        FROM versions f
        JOIN version_items v ON v.version_id = f.id
        JOIN query_names n ON n.external_id = v.external_id
        WHERE f.set_id = ",
    );
    query.push_bind(set).push(" AND n.set_id = ").push_bind(set).push(" AND n.query_id IN (");
    push_hidden(&mut query, set, member);
    Ok(query.push(") GROUP BY v.version_id").build_query_as().fetch_all(connection).await?)
}
