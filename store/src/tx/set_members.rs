//! The members of a set: the roles that it gives them, and what they did in it.

use domain::id::{SetId, UserId};
use domain::page::PAGE_SIZE;
use domain::role::Role;
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::members::lock_rights_for;
use super::{Connection, Driver};
use crate::set_members::{MemberRow, RoleRow, WorkRow};
use crate::{ChangedBy, GaveRole, Result};

pub(crate) async fn given_role(connection: &mut Connection, set: SetId, user: UserId) -> Result<Option<Role>> {
    let sql = "SELECT role FROM set_members WHERE set_id = $1 AND user_id = $2";
    Ok(sqlx::query_scalar(sql).bind(set).bind(user).fetch_optional(connection).await?)
}

/// Gives a user a role in a set, or takes it back.
pub(crate) async fn give_role(
    connection: &mut Connection,
    by: ChangedBy,
    set: SetId,
    user: UserId,
    role: Option<Role>,
) -> Result<GaveRole> {
    lock_rights_for(connection, by, Some(set)).await?;
    let everywhere: Option<Role> =
        sqlx::query_scalar("SELECT role FROM users WHERE id = $1").bind(user).fetch_optional(&mut *connection).await?;
    match (everywhere, role) {
        (None, _) => return Ok(GaveRole::NoSuchUser),
        (Some(Role::Admin), Some(_)) => return Ok(GaveRole::AdminEverywhere),
        (Some(_), Some(role)) => put_role(connection, set, user, role).await?,
        (Some(_), None) => {
            sqlx::query("DELETE FROM set_members WHERE set_id = $1 AND user_id = $2").bind(set).bind(user).execute(connection).await?;
        }
    }
    Ok(GaveRole::Given)
}

/// Gives a user who is there a role in a set.
pub(crate) async fn put_role(connection: &mut Connection, set: SetId, user: UserId, role: Role) -> Result<()> {
    let sql = "INSERT INTO set_members (set_id, user_id, role)
        VALUES ($1, $2, $3)
        ON CONFLICT (set_id, user_id) DO UPDATE
        SET role = excluded.role";
    sqlx::query(sql).bind(set).bind(user).bind(role).execute(connection).await?;
    Ok(())
}

/// The roles that sets give some users, by the sets' names.
pub(crate) async fn roles_of(connection: &mut Connection, users: &[UserId]) -> Result<Vec<RoleRow>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        let sql = "SELECT m.user_id, s.name, m.role
            FROM set_members m
            JOIN sets s ON s.id = m.set_id
            WHERE m.user_id";
        query.push(sql);
    };
    let mut rows: Vec<RoleRow> = rows_in(connection, begin, users).await?;
    rows.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    Ok(rows)
}

/// A page of all users by name, as the set knows them.
pub(crate) async fn members(connection: &mut Connection, set: SetId, page: i64) -> Result<Vec<MemberRow>> {
    let sql = "SELECT u.id, u.name, u.role, u.created_at, u.disabled_at, u.last_seen, m.role AS given
        FROM users u
        LEFT JOIN set_members m ON m.set_id = $1 AND m.user_id = u.id
        ORDER BY u.name
        LIMIT $2 OFFSET $3";
    Ok(sqlx::query_as(sql).bind(set).bind(PAGE_SIZE).bind((page - 1) * PAGE_SIZE).fetch_all(connection).await?)
}

/// A user as the set knows them.
pub(crate) async fn member(connection: &mut Connection, set: SetId, user: UserId) -> Result<Option<MemberRow>> {
    let sql = "SELECT u.id, u.name, u.role, u.created_at, u.disabled_at, u.last_seen, m.role AS given
        FROM users u
        LEFT JOIN set_members m ON m.set_id = $1 AND m.user_id = u.id
        WHERE u.id = $2";
    Ok(sqlx::query_as(sql).bind(set).bind(user).fetch_optional(connection).await?)
}

/// What every labeller of a set did in it, or one of them; read from indexes alone.
pub(crate) async fn work(connection: &mut Connection, set: SetId, only: Option<UserId>) -> Result<Vec<WorkRow>> {
    let mut query: QueryBuilder<Driver> = QueryBuilder::new(
        "SELECT a.labeller_id,
            COUNT(CASE WHEN a.status = 'completed' THEN 1 END) AS completed,
            COUNT(CASE WHEN a.status = 'leased' THEN 1 END) AS leased,
            COUNT(CASE WHEN a.status = 'assigned' THEN 1 END) AS assigned,
            COUNT(CASE WHEN a.status IN ('skipped', 'handed_back') THEN 1 END) AS skipped,
            (SELECT COUNT(DISTINCT o.query_id) FROM operations o WHERE o.set_id = ",
    );
    query.push_bind(set).push(" AND o.actor_id = a.labeller_id AND o.late) AS late FROM assignments a WHERE a.set_id = ").push_bind(set);
    if let Some(only) = only {
        query.push(" AND a.labeller_id = ").push_bind(only);
    }
    query.push(" GROUP BY a.labeller_id");
    Ok(query.build_query_as().fetch_all(connection).await?)
}

/// How many places are free in queries that can be labelled.
pub(crate) async fn free_places(connection: &mut Connection, set: SetId) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(free_places), 0) AS BIGINT)
        FROM queries
        WHERE set_id = $1 AND free_places > 0 AND pool_size > 0";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?)
}
