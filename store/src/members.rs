//! Members, their sessions, and the invitations that make them.

use domain::id::UserId;
use domain::role::Role;
use domain::timestamp::Timestamp;
use domain::user::User;
use serde::Deserialize;

use crate::{Error, Result, Rule, Store};

/// A member who is to be made.
#[derive(Debug, Clone, Deserialize)]
pub struct NewUser {
    /// Their id.
    pub id: UserId,
    /// What they sign in as.
    pub name: String,
    /// Their password's argon2id hash; empty for whom no password signs in.
    pub password_hash: String,
    /// What they may do.
    pub role: Role,
    /// Now.
    pub created_at: Timestamp,
}

/// A session that begins. Only the hash of its token is kept.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// SHA-256 of the cookie's token.
    pub token_hash: Vec<u8>,
    /// Whose it is.
    pub user: UserId,
    /// Now.
    pub created_at: Timestamp,
    /// When it ends whatever happens.
    pub expires_at: Timestamp,
}

/// An invitation. Only the hash of its link is kept.
#[derive(Debug, Clone)]
pub struct NewInvitation {
    /// SHA-256 of the link's token.
    pub token_hash: Vec<u8>,
    /// What the invited will be.
    pub role: Role,
    /// Now.
    pub created_at: Timestamp,
    /// When the link stops working.
    pub expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Credentials {
    #[sqlx(flatten)]
    user: User,
    password_hash: String,
}

impl Store {
    /// How many members there are.
    pub async fn count_users(&self) -> Result<i64> {
        Ok(read!(self, |pool| sqlx::query_scalar("SELECT COUNT(*) FROM users").fetch_one(pool).await)?)
    }

    /// All members, by name. A team has tens of them, so this list has no pages.
    pub async fn users(&self) -> Result<Vec<User>> {
        let sql = "SELECT id, name, role, created_at, disabled_at FROM users ORDER BY name, id";
        Ok(read!(self, |pool| sqlx::query_as(sql).fetch_all(pool).await)?)
    }

    /// The member of this name, with the hash of their password.
    pub async fn credentials(&self, name: &str) -> Result<Option<(User, String)>> {
        let sql = "SELECT id, name, role, created_at, disabled_at, password_hash FROM users WHERE name = $1";
        let found: Option<Credentials> = read!(self, |pool| sqlx::query_as(sql).bind(name).fetch_optional(pool).await)?;
        Ok(found.map(|row| (row.user, row.password_hash)))
    }

    /// Makes a member.
    pub async fn add_user(&self, user: NewUser) -> Result<()> {
        write!(self, both, |connection| { both::insert_user(connection, user).await })
    }

    /// Changes what a member may do.
    pub async fn set_role(&self, user: UserId, role: Role) -> Result<()> {
        write!(self, |connection| {
            sqlx::query("UPDATE users SET role = $2 WHERE id = $1").bind(user).bind(role).execute(connection).await?;
            Ok(())
        })
    }

    /// Shuts a member out, or lets them in again, and ends their sessions. Their labels stay.
    pub async fn set_disabled(&self, user: UserId, disabled_at: Option<Timestamp>) -> Result<()> {
        write!(self, |connection| {
            sqlx::query("UPDATE users SET disabled_at = $2 WHERE id = $1").bind(user).bind(disabled_at).execute(&mut *connection).await?;
            sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(user).execute(connection).await?;
            Ok(())
        })
    }

    /// Begins a session.
    pub async fn add_session(&self, session: NewSession) -> Result<()> {
        write!(self, |connection| {
            let sql = "INSERT INTO sessions (token_hash, user_id, created_at, last_seen, expires_at) VALUES ($1, $2, $3, $3, $4)";
            let query = sqlx::query(sql).bind(session.token_hash).bind(session.user).bind(session.created_at).bind(session.expires_at);
            query.execute(connection).await?;
            Ok(())
        })
    }

    /// Whose session this is, if it has not ended and was used since `idle_since`; and when it was last used.
    pub async fn session(&self, token_hash: &[u8], now: Timestamp, idle_since: Timestamp) -> Result<Option<(User, Timestamp)>> {
        #[derive(sqlx::FromRow)]
        struct Row {
            #[sqlx(flatten)]
            user: User,
            last_seen: Timestamp,
        }
        let sql = "SELECT u.id, u.name, u.role, u.created_at, u.disabled_at, s.last_seen FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen > $3 AND u.disabled_at IS NULL";
        let row: Option<Row> =
            read!(self, |pool| sqlx::query_as(sql).bind(token_hash).bind(now).bind(idle_since).fetch_optional(pool).await)?;
        Ok(row.map(|row| (row.user, row.last_seen)))
    }

    /// Notes that a session was used, and forgets those that ended.
    pub async fn touch_session(&self, token_hash: Vec<u8>, now: Timestamp) -> Result<()> {
        write!(self, |connection| {
            sqlx::query("UPDATE sessions SET last_seen = $2 WHERE token_hash = $1")
                .bind(token_hash)
                .bind(now)
                .execute(&mut *connection)
                .await?;
            sqlx::query("DELETE FROM sessions WHERE expires_at < $1").bind(now).execute(connection).await?;
            Ok(())
        })
    }

    /// Ends a session.
    pub async fn end_session(&self, token_hash: Vec<u8>) -> Result<()> {
        write!(self, |connection| {
            sqlx::query("DELETE FROM sessions WHERE token_hash = $1").bind(token_hash).execute(connection).await?;
            Ok(())
        })
    }

    /// Keeps an invitation.
    pub async fn add_invitation(&self, invitation: NewInvitation) -> Result<()> {
        write!(self, |connection| {
            let sql = "INSERT INTO invitations (token_hash, role, created_at, expires_at) VALUES ($1, $2, $3, $4)";
            let query = sqlx::query(sql).bind(invitation.token_hash).bind(invitation.role).bind(invitation.created_at);
            query.bind(invitation.expires_at).execute(connection).await?;
            Ok(())
        })
    }

    /// What an invitation makes of who has it, while it lasts.
    pub async fn invitation(&self, token_hash: &[u8], now: Timestamp) -> Result<Option<Role>> {
        let sql = "SELECT role FROM invitations WHERE token_hash = $1 AND expires_at > $2";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(token_hash).bind(now).fetch_optional(pool).await)?)
    }

    /// Uses an invitation up and makes the member, or neither. `None`: the invitation was used or has ended.
    pub async fn accept_invitation(&self, token_hash: Vec<u8>, user: NewUser) -> Result<Option<Role>> {
        write!(self, both, |connection| {
            let sql = "DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2 RETURNING role";
            let role: Option<Role> =
                sqlx::query_scalar(sql).bind(token_hash).bind(user.created_at).fetch_optional(&mut *connection).await?;
            let Some(role) = role else { return Ok(None) };
            both::insert_user(connection, NewUser { role, ..user }).await?;
            Ok(Some(role))
        })
    }
}

on_both! {
    pub(super) async fn insert_user(connection: &mut Connection, user: NewUser) -> Result<()> {
        let sql = "INSERT INTO users (id, name, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql).bind(user.id).bind(user.name).bind(user.password_hash).bind(user.role).bind(user.created_at);
        match query.execute(connection).await.map_err(Error::of) {
            Ok(_) => Ok(()),
            Err(Error::Conflict(_)) => Err(Error::Conflict(Rule::UserNameOnce)),
            Err(error) => Err(error),
        }
    }
}
