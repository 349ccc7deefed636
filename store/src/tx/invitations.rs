//! Invitations: how somebody becomes a member.

use domain::id::{InvitationId, SetId};
use domain::role::Role;
use domain::timestamp::Timestamp;

use super::Connection;
use super::members::{add_user, lock_rights};
use super::set_members::put_role;
use crate::invitations::InvitationRow;
use crate::{Inviter, NewInvitation, NewUser, Result};

/// Whether an invitation still works at the moment `$1`.
macro_rules! works {
    () => {
        "expires_at > $1
            AND (created_by IS NULL OR created_by IN (SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL))
            AND NOT (at_first_start AND EXISTS (
                SELECT 1 FROM users WHERE role = 'admin' AND disabled_at IS NULL AND password_hash <> ''
            ))"
    };
}

pub(crate) async fn add_invitation(connection: &mut Connection, invitation: &NewInvitation) -> Result<()> {
    sqlx::query("DELETE FROM invitations WHERE expires_at <= $1").bind(invitation.created_at).execute(&mut *connection).await?;
    let sql = "INSERT INTO invitations (id, token_hash, role, set_id, created_by, at_first_start, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let member = match invitation.created_by {
        Inviter::Member(member) => Some(member),
        Inviter::CommandLine | Inviter::FirstStart => None,
    };
    let insert = sqlx::query(sql).bind(invitation.id).bind(&invitation.token_hash).bind(invitation.role).bind(invitation.set);
    let insert =
        insert.bind(member).bind(invitation.created_by == Inviter::FirstStart).bind(invitation.created_at).bind(invitation.expires_at);
    insert.execute(connection).await?;
    Ok(())
}

pub(crate) async fn invitations(connection: &mut Connection, now: Timestamp) -> Result<Vec<InvitationRow>> {
    let sql = concat!(
        "SELECT i.id, i.role, s.name AS set_name, u.name AS created_by, i.created_at, i.expires_at
        FROM (SELECT * FROM invitations WHERE ",
        works!(),
        ") i
        LEFT JOIN sets s ON s.id = i.set_id
        LEFT JOIN users u ON u.id = i.created_by
        ORDER BY i.id DESC
        LIMIT 100"
    );
    Ok(sqlx::query_as(sql).bind(now).fetch_all(connection).await?)
}

pub(crate) async fn revoke_invitation(connection: &mut Connection, id: InvitationId, now: Timestamp) -> Result<bool> {
    let delete = sqlx::query("DELETE FROM invitations WHERE id = $1 AND expires_at > $2").bind(id).bind(now);
    Ok(delete.execute(connection).await?.rows_affected() > 0)
}

pub(crate) async fn is_invited(connection: &mut Connection, token_hash: &[u8], now: Timestamp) -> Result<bool> {
    let sql = concat!("SELECT EXISTS (SELECT 1 FROM invitations WHERE token_hash = $2 AND ", works!(), ")");
    Ok(sqlx::query_scalar(sql).bind(now).bind(token_hash).fetch_one(connection).await?)
}

/// Uses an invitation up and makes the member; `false` when it was used or works no longer.
pub(crate) async fn accept_invitation(connection: &mut Connection, token_hash: &[u8], user: NewUser) -> Result<bool> {
    let sql = concat!("DELETE FROM invitations WHERE token_hash = $2 AND ", works!(), " RETURNING role, set_id");
    lock_rights(connection).await?;
    let invited: Option<(Role, Option<SetId>)> =
        sqlx::query_as(sql).bind(user.created_at).bind(token_hash).fetch_optional(&mut *connection).await?;
    let Some((role, set)) = invited else { return Ok(false) };
    let everywhere = if set.is_some() { Role::Viewer } else { role };
    let id = user.id;
    add_user(connection, &NewUser { role: everywhere, ..user }).await?;
    if let Some(set) = set {
        put_role(connection, set, id, role).await?;
    }
    Ok(true)
}
