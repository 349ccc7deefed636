//! People.

use serde::{Deserialize, Serialize};

use crate::id::UserId;
use crate::role::Role;
use crate::timestamp::Timestamp;

/// Somebody who has an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct User {
    pub id: UserId,
    /// What they sign in as.
    pub name: String,
    /// What they may do, where a set does not say otherwise.
    pub role: Role,
    /// When they joined.
    pub created_at: Timestamp,
    /// When they were shut out, if they were.
    pub disabled_at: Option<Timestamp>,
}

/// A user as a set knows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub id: UserId,
    pub name: String,
    /// What they may do in the set.
    pub role: Role,
}

impl Member {
    /// A user as a set knows them that gives them this role, or none of its own.
    pub fn of_set(user: &User, given: Option<Role>) -> Self {
        Self { id: user.id, name: user.name.clone(), role: user.role.in_set(given) }
    }
}
