//! Assignments as pages list them.

use serde::{Deserialize, Serialize};

use crate::assignment::AssignmentStatus;
use crate::id::{QueryId, UserId};
use crate::timestamp::Timestamp;

/// Somebody who can sign in and may label in a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Labeller {
    pub id: UserId,
    pub name: String,
}

/// Who has a query, or had it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct QueryAssignment {
    pub labeller: UserId,
    pub name: String,
    pub status: AssignmentStatus,
    /// Who gave it to them by hand, as long as they are not through with it.
    pub assigned_by: Option<String>,
    /// Whether a reviewer asked them about it, and they have not completed it since.
    pub asked: bool,
    /// When their lease ends, or ended.
    pub lease_ends: Option<Timestamp>,
    /// Whether they could see what others said of it before they labelled it.
    pub saw_others: bool,
}

/// A query that a labeller has now or was given by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct HeldQuery {
    pub query: QueryId,
    pub text: String,
    /// Whether they did anything with it.
    pub begun: bool,
    /// Whether a reviewer asks them to look at it again.
    pub asked: bool,
    /// Who gave it to them by hand.
    pub assigned_by: Option<String>,
}

/// A query that a labeller handed back and that needs somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct HandedBack {
    pub query: QueryId,
    pub text: String,
    pub labeller: String,
}

/// What a labeller sent for a query after their lease had ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct LateSubmit {
    pub query: QueryId,
    pub text: String,
    pub labeller: String,
    /// How much of it came late.
    pub operations: i64,
    /// When the last of it came.
    pub at: Timestamp,
}
