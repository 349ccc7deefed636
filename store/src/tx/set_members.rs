//! The roles that sets give their members.

use domain::id::{SetId, UserId};
use domain::role::Role;

use super::Connection;
use crate::Result;

pub(crate) async fn given_role(connection: &mut Connection, set: SetId, user: UserId) -> Result<Option<Role>> {
    let sql = "SELECT role FROM set_members WHERE set_id = $1 AND user_id = $2";
    Ok(sqlx::query_scalar(sql).bind(set).bind(user).fetch_optional(connection).await?)
}

/// Gives a user a role in a set, or takes it back; `false`: there is no such user.
pub(crate) async fn give_role(connection: &mut Connection, set: SetId, user: UserId, role: Option<Role>) -> Result<bool> {
    let is_there: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE id = $1)").bind(user).fetch_one(&mut *connection).await?;
    if !is_there {
        return Ok(false);
    }
    let Some(role) = role else {
        sqlx::query("DELETE FROM set_members WHERE set_id = $1 AND user_id = $2").bind(set).bind(user).execute(connection).await?;
        return Ok(true);
    };
    let sql = "INSERT INTO set_members (set_id, user_id, role)
        VALUES ($1, $2, $3)
        ON CONFLICT (set_id, user_id) DO UPDATE
        SET role = excluded.role";
    sqlx::query(sql).bind(set).bind(user).bind(role).execute(connection).await?;
    Ok(true)
}
