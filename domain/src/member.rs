//! Members: users as a set knows them, and what they did in it.

use serde::{Deserialize, Serialize};

use crate::assignment::minutes_left;
use crate::golden_set::Name;
use crate::id::UserId;
use crate::role::Role;
use crate::user::User;

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

/// A role that a set gives a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleInSet {
    pub set: Name,
    pub role: Role,
}

/// A user in the list of all, with the roles that sets give them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedUser {
    pub user: User,
    pub roles: Vec<RoleInSet>,
}

/// A member in the list of a set's members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMember {
    pub user: User,
    /// The role that the set gives them, if it gives them one.
    pub given: Option<Role>,
    pub work: MemberWork,
}

impl ListedMember {
    /// What they may do in the set.
    pub fn role(&self) -> Role {
        self.user.role.in_set(self.given)
    }
}

/// What a member did in a set, and has to do there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct MemberWork {
    /// Queries that they completed.
    pub completed: i64,
    /// Queries that they have now.
    pub leased: i64,
    /// Queries that they were given by hand and have not begun.
    pub assigned: i64,
    /// Queries that they handed back.
    pub skipped: i64,
    /// Queries that they worked on after their lease had ended.
    pub late: i64,
    /// Their median time a query, where it is known.
    #[cfg_attr(feature = "sqlx", sqlx(skip))]
    pub median_seconds: Option<i64>,
}

/// What is left of a set for its labellers, and how fast they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WorkLeft {
    /// How often a query is to be labelled still, by those who have it or by others.
    pub completions: i64,
    /// The middle one of the labellers' own median times a query; none while nobody's is known.
    pub median_seconds: Option<i64>,
}

impl WorkLeft {
    /// What is left when so many places are free, and these are the labellers.
    pub fn of(free_places: i64, labellers: &[MemberWork]) -> Self {
        let mut paces: Vec<i64> = labellers.iter().filter_map(|work| work.median_seconds).collect();
        paces.sort_unstable();
        let held: i64 = labellers.iter().map(|work| work.leased + work.assigned).sum();
        Self { completions: free_places + held, median_seconds: paces.get(paces.len() / 2).copied() }
    }

    /// The minutes of labelling that are left at that pace, rounded up.
    pub fn minutes_left(self) -> Option<i64> {
        minutes_left(self.median_seconds, self.completions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_counted_in_completions_at_the_middle_pace() {
        let work = |leased, median_seconds| MemberWork { leased, median_seconds, ..MemberWork::default() };
        let left = WorkLeft::of(10, &[work(1, Some(60)), work(0, None), work(1, Some(300)), work(0, Some(120))]);
        assert_eq!(left, WorkLeft { completions: 12, median_seconds: Some(120) });
        assert_eq!(left.minutes_left(), Some(24));
        assert_eq!(WorkLeft::of(10, &[work(0, None)]).minutes_left(), None, "nobody's pace is known yet");
    }
}
