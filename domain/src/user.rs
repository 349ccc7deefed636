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
    /// When they last used the pages, to the minute.
    pub last_seen: Option<Timestamp>,
}
