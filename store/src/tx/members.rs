//! Members and their sessions.

use domain::id::{SetId, UserId};
use domain::page::PAGE_SIZE;
use domain::role::Role;
use domain::timestamp::Timestamp;
use domain::user::User;

use super::set_members::given_role;
use super::{Connection, LOCK_RIGHTS};
use crate::members::{Credentials, SessionRow};
use crate::{ChangedBy, Error, NewSession, NewUser, Result, Rule};

pub(crate) async fn count_users(connection: &mut Connection) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM users").fetch_one(connection).await?)
}

pub(crate) async fn count_users_with_password(connection: &mut Connection) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE password_hash <> ''").fetch_one(connection).await?)
}

/// A page of the users, by name.
pub(crate) async fn users(connection: &mut Connection, page: i64) -> Result<Vec<User>> {
    let sql = "SELECT id, name, role, created_at, disabled_at, last_seen FROM users ORDER BY name LIMIT $1 OFFSET $2";
    Ok(sqlx::query_as(sql).bind(PAGE_SIZE).bind((page - 1) * PAGE_SIZE).fetch_all(connection).await?)
}

pub(crate) async fn credentials(connection: &mut Connection, name: &str) -> Result<Option<Credentials>> {
    let sql = "SELECT id, name, role, created_at, disabled_at, last_seen, password_hash FROM users WHERE name = $1";
    Ok(sqlx::query_as(sql).bind(name).fetch_optional(connection).await?)
}

pub(crate) async fn add_user(connection: &mut Connection, user: &NewUser) -> Result<()> {
    let sql = "INSERT INTO users (id, name, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5)";
    let insert = sqlx::query(sql).bind(user.id).bind(&user.name).bind(&user.password_hash).bind(user.role).bind(user.created_at);
    insert.execute(connection).await?;
    Ok(())
}

/// The member of this name; made, without a password, when there is none.
pub(crate) async fn ensure_labeller(connection: &mut Connection, id: UserId, name: &str, now: Timestamp) -> Result<UserId> {
    let sql = "INSERT INTO users (id, name, password_hash, role, created_at)
        VALUES ($1, $2, '', $3, $4)
        ON CONFLICT (name) DO NOTHING";
    sqlx::query(sql).bind(id).bind(name).bind(Role::Labeller).bind(now).execute(&mut *connection).await?;
    Ok(sqlx::query_scalar("SELECT id FROM users WHERE name = $1").bind(name).fetch_one(connection).await?)
}

/// Lets nobody else change what anybody may do until the transaction ends.
pub(crate) async fn lock_rights(connection: &mut Connection) -> Result<()> {
    sqlx::query(LOCK_RIGHTS).execute(connection).await?;
    Ok(())
}

/// The same, for somebody whose role must still be the one that they were seen with, in a set or everywhere.
pub(crate) async fn lock_rights_for(connection: &mut Connection, by: ChangedBy, set: Option<SetId>) -> Result<()> {
    lock_rights(connection).await?;
    let ChangedBy::Member { id, role: seen } = by else { return Ok(()) };
    let sql = "SELECT role FROM users WHERE id = $1 AND disabled_at IS NULL";
    let everywhere: Option<Role> = sqlx::query_scalar(sql).bind(id).fetch_optional(&mut *connection).await?;
    let given = match set {
        Some(set) => given_role(connection, set, id).await?,
        None => None,
    };
    if everywhere.map(|role| role.in_set(given)) == Some(seen) { Ok(()) } else { Err(Error::Conflict(Rule::RoleChanged)) }
}

pub(crate) async fn set_role(connection: &mut Connection, by: ChangedBy, user: UserId, role: Role) -> Result<bool> {
    lock_rights_for(connection, by, None).await?;
    if role != Role::Admin {
        leave_an_admin(connection, user).await?;
    }
    let update = sqlx::query("UPDATE users SET role = $2 WHERE id = $1").bind(user).bind(role);
    Ok(update.execute(connection).await?.rows_affected() > 0)
}

/// Refuses to take away the last admin who can sign in.
async fn leave_an_admin(connection: &mut Connection, user: UserId) -> Result<()> {
    let sql = "SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL AND password_hash <> ''";
    let admins: Vec<UserId> = sqlx::query_scalar(sql).fetch_all(connection).await?;
    if admins == [user] { Err(Error::Conflict(Rule::LastAdmin)) } else { Ok(()) }
}

pub(crate) async fn set_disabled(connection: &mut Connection, by: ChangedBy, user: UserId, disabled_at: Option<Timestamp>) -> Result<bool> {
    lock_rights_for(connection, by, None).await?;
    if disabled_at.is_some() {
        leave_an_admin(connection, user).await?;
    }
    let update = sqlx::query("UPDATE users SET disabled_at = $2 WHERE id = $1").bind(user).bind(disabled_at);
    let changed = update.execute(&mut *connection).await?.rows_affected() > 0;
    sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(user).execute(connection).await?;
    Ok(changed)
}

pub(crate) async fn add_session(connection: &mut Connection, session: &NewSession) -> Result<()> {
    let sql = "INSERT INTO sessions (token_hash, user_id, created_at, last_seen, expires_at) VALUES ($1, $2, $3, $3, $4)";
    let insert = sqlx::query(sql).bind(&session.token_hash).bind(session.user).bind(session.created_at).bind(session.expires_at);
    insert.execute(&mut *connection).await?;
    see(connection, &session.token_hash, session.created_at).await
}

/// The session of this hash, if it has not ended, was used since `idle_since`, and its member is not shut out.
pub(crate) async fn session(
    connection: &mut Connection,
    token_hash: &[u8],
    now: Timestamp,
    idle_since: Timestamp,
) -> Result<Option<SessionRow>> {
    let sql = "SELECT u.id, u.name, u.role, u.created_at, u.disabled_at, u.last_seen, s.last_seen AS used_at
        FROM sessions s
        JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen > $3 AND u.disabled_at IS NULL";
    Ok(sqlx::query_as(sql).bind(token_hash).bind(now).bind(idle_since).fetch_optional(connection).await?)
}

/// Notes that a session was used, and forgets those that ended.
pub(crate) async fn touch_session(connection: &mut Connection, token_hash: &[u8], now: Timestamp) -> Result<()> {
    sqlx::query("UPDATE sessions SET last_seen = $2 WHERE token_hash = $1").bind(token_hash).bind(now).execute(&mut *connection).await?;
    see(connection, token_hash, now).await?;
    sqlx::query("DELETE FROM sessions WHERE expires_at < $1").bind(now).execute(connection).await?;
    Ok(())
}

/// Notes when the member of a session was seen: sessions end, and then it is known still.
async fn see(connection: &mut Connection, token_hash: &[u8], now: Timestamp) -> Result<()> {
    let sql = "UPDATE users
        SET last_seen = $2
        WHERE id = (SELECT user_id FROM sessions WHERE token_hash = $1)";
    sqlx::query(sql).bind(token_hash).bind(now).execute(connection).await?;
    Ok(())
}

pub(crate) async fn end_session(connection: &mut Connection, token_hash: &[u8]) -> Result<()> {
    sqlx::query("DELETE FROM sessions WHERE token_hash = $1").bind(token_hash).execute(connection).await?;
    Ok(())
}
