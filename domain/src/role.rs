//! Who may do what: one table, default deny. A member has a role, and in a set perhaps another one.

use serde::{Deserialize, Serialize};

/// What a member of the team is. Each may also do what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Reads.
    Viewer,
    /// Labels.
    Labeller,
    /// Adjudicates and assigns.
    Reviewer,
    /// Has the keys.
    Admin,
}

impl Role {
    /// All roles, the weakest first.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Labeller, Self::Reviewer, Self::Admin];

    /// The glossary's word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Labeller => "labeller",
            Self::Reviewer => "reviewer",
            Self::Admin => "admin",
        }
    }

    /// The role with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }

    /// The role of a member in a set: an admin is one everywhere; others have the role that the set gives them, or their own.
    #[must_use]
    pub fn in_set(self, given: Option<Self>) -> Self {
        if self == Self::Admin { self } else { given.unwrap_or(self) }
    }

    /// The one policy function: whether this role may do that.
    pub fn may(self, permission: Permission) -> bool {
        let least = match permission {
            Permission::Read => Self::Viewer,
            Permission::Label => Self::Labeller,
            Permission::ReadHistory | Permission::Adjudicate | Permission::Assign => Self::Reviewer,
            Permission::Import | Permission::Freeze | Permission::Configure | Permission::ManageMembers => Self::Admin,
        };
        self >= least
    }
}

/// What can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    /// See sets, queries, chunks and one's own work.
    Read,
    /// Judge chunks, write answers.
    Label,
    /// See everybody's labels and the history of a query that one is not asked to label.
    ReadHistory,
    /// Settle what labellers dispute.
    Adjudicate,
    /// Give queries to labellers by hand.
    Assign,
    /// Bring in corpora, queries, runs and pre-labels; make runs.
    Import,
    /// Freeze versions, erase queries.
    Freeze,
    /// Make sets and change their settings.
    Configure,
    /// Invite and remove members, change roles.
    ManageMembers,
}

impl Permission {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Read,
        Self::Label,
        Self::ReadHistory,
        Self::Adjudicate,
        Self::Assign,
        Self::Import,
        Self::Freeze,
        Self::Configure,
        Self::ManageMembers,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stronger_role_may_all_that_a_weaker_one_may() {
        for permission in Permission::ALL {
            let allowed: Vec<bool> = Role::ALL.iter().map(|role| role.may(permission)).collect();
            assert!(allowed.is_sorted(), "{permission:?}: {allowed:?}");
            assert!(Role::Admin.may(permission));
        }
    }

    #[test]
    fn a_set_gives_any_role_to_anybody_but_an_admin() {
        for role in Role::ALL {
            assert_eq!(role.in_set(None), role);
            for given in Role::ALL {
                assert_eq!(role.in_set(Some(given)), if role == Role::Admin { Role::Admin } else { given });
            }
        }
    }

    #[test]
    fn a_viewer_only_reads() {
        let allowed: Vec<_> = Permission::ALL.into_iter().filter(|&p| Role::Viewer.may(p)).collect();
        assert_eq!(allowed, [Permission::Read]);
    }
}
