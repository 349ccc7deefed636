//! Members and their sessions.

use std::collections::HashMap;

use domain::id::UserId;
use domain::member::{ListedUser, Member, RoleInSet};
use domain::page::{Page, page_number};
use domain::role::Role;
use domain::timestamp::Timestamp;
use domain::user::User;
use serde::Deserialize;

use crate::set_members::RoleRow;
use crate::sets::stored_name;
use crate::{Result, Store};

/// A member who is to be made.
#[derive(Debug, Clone, Deserialize)]
pub struct NewUser {
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

/// Who changes what somebody may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangedBy {
    CommandLine,
    /// They must still have the role that they were seen with, where they change something: of two admins who take the role from each
    /// other at the same moment one does.
    Member {
        id: UserId,
        role: Role,
    },
}

impl From<&User> for ChangedBy {
    fn from(user: &User) -> Self {
        Self::Member { id: user.id, role: user.role }
    }
}

impl From<&Member> for ChangedBy {
    fn from(member: &Member) -> Self {
        Self::Member { id: member.id, role: member.role }
    }
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

#[derive(sqlx::FromRow)]
pub(crate) struct Credentials {
    #[sqlx(flatten)]
    user: User,
    password_hash: String,
}

#[derive(sqlx::FromRow)]
pub(crate) struct SessionRow {
    #[sqlx(flatten)]
    user: User,
    used_at: Timestamp,
}

impl Store {
    /// How many members there are.
    pub async fn count_users(&self) -> Result<i64> {
        read!(self, members::count_users())
    }

    /// How many members can sign in: those who gave labels in a file have no password.
    pub async fn count_users_with_password(&self) -> Result<i64> {
        read!(self, members::count_users_with_password())
    }

    /// A page of all users by name, each with the roles that sets give them.
    pub async fn users(&self, page: i64) -> Result<Page<ListedUser>> {
        let number = page_number(page);
        let users: Vec<User> = read!(self, members::users(number))?;
        let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
        let mut roles: HashMap<UserId, Vec<RoleInSet>> = HashMap::new();
        for row in read!(self, set_members::roles_of(&ids))? {
            let RoleRow { user_id, name, role } = row;
            roles.entry(user_id).or_default().push(RoleInSet { set: stored_name(name)?, role });
        }
        let listed = |user: User| ListedUser { roles: roles.remove(&user.id).unwrap_or_default(), user };
        Ok(Page { rows: users.into_iter().map(listed).collect(), number, total: self.count_users().await? })
    }

    /// The user of this name.
    pub async fn user_named(&self, name: &str) -> Result<Option<User>> {
        Ok(self.credentials(name).await?.map(|(user, _)| user))
    }

    /// The member of this name, with the hash of their password.
    pub async fn credentials(&self, name: &str) -> Result<Option<(User, String)>> {
        // PostgreSQL has no text with a zero byte, and refuses to look for one.
        if name.contains('\0') {
            return Ok(None);
        }
        Ok(read!(self, members::credentials(name))?.map(|row| (row.user, row.password_hash)))
    }

    /// Makes a member.
    ///
    /// # Errors
    /// [`Rule::UserNameOnce`](crate::Rule::UserNameOnce) when there is one of this name.
    pub async fn add_user(&self, user: NewUser) -> Result<()> {
        transact!(self, members::add_user(&user))?;
        self.apply_overlaps().await;
        Ok(())
    }

    /// The member of this name; made, without a password, when there is none: labels from a file have somebody who gave
    /// them, and nobody can sign in as them.
    pub async fn ensure_labeller(&self, id: UserId, name: String, now: Timestamp) -> Result<UserId> {
        transact!(self, members::ensure_labeller(id, &name, now))
    }

    /// Changes what a member may do; `false`: there is no such member.
    ///
    /// # Errors
    /// [`Rule::LastAdmin`](crate::Rule::LastAdmin) when no admin who can sign in would be left;
    /// [`Rule::RoleChanged`](crate::Rule::RoleChanged) when who changes it has another role by now.
    pub async fn set_role(&self, by: ChangedBy, user: UserId, role: Role) -> Result<bool> {
        let changed = transact!(self, members::set_role(by, user, role))?;
        self.apply_overlaps().await;
        Ok(changed)
    }

    /// Shuts a member out, or lets them in again, and ends their sessions; `false`: there is no such
    /// member. Their labels stay.
    ///
    /// # Errors
    /// [`Rule::LastAdmin`](crate::Rule::LastAdmin) when no admin who can sign in would be left;
    /// [`Rule::RoleChanged`](crate::Rule::RoleChanged) when who changes it has another role by now.
    pub async fn set_disabled(&self, by: ChangedBy, user: UserId, disabled_at: Option<Timestamp>) -> Result<bool> {
        let changed = transact!(self, members::set_disabled(by, user, disabled_at))?;
        self.apply_overlaps().await;
        Ok(changed)
    }

    /// Begins a session.
    pub async fn add_session(&self, session: NewSession) -> Result<()> {
        transact!(self, members::add_session(&session))
    }

    /// Whose session this is, if it has not ended and was used since `idle_since`; and when it was last used.
    pub async fn session(&self, token_hash: &[u8], now: Timestamp, idle_since: Timestamp) -> Result<Option<(User, Timestamp)>> {
        Ok(read!(self, members::session(token_hash, now, idle_since))?.map(|row| (row.user, row.used_at)))
    }

    /// Notes that a session was used, and forgets those that ended.
    pub async fn touch_session(&self, token_hash: Vec<u8>, now: Timestamp) -> Result<()> {
        transact!(self, members::touch_session(&token_hash, now))
    }

    pub async fn end_session(&self, token_hash: Vec<u8>) -> Result<()> {
        transact!(self, members::end_session(&token_hash))
    }
}
