//! People.

use serde::{Deserialize, Serialize};

use crate::id::UserId;
use crate::role::Role;
use crate::timestamp::Timestamp;

/// A member of the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct User {
    pub id: UserId,
    /// What they sign in as.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// When they joined.
    pub created_at: Timestamp,
    /// When they were shut out, if they were.
    pub disabled_at: Option<Timestamp>,
}
