//! Whose names a reader of agreement sees: per-person numbers are personal.

use super::Labeller;
use crate::id::UserId;
use crate::role::{Permission, Role};

/// Whose pairs a reader sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Persons {
    /// Everybody's, by name: who reads everybody's labels too.
    All,
    /// One's own with others, who have no names.
    Own(UserId),
    Nobody,
}

impl Persons {
    /// What a member sees.
    pub fn of(role: Role, member: UserId) -> Self {
        if role.may(Permission::ReadHistory) {
            Self::All
        } else if role.may(Permission::Label) {
            Self::Own(member)
        } else {
            Self::Nobody
        }
    }

    /// Whether the pair of two labellers is shown.
    pub(super) fn shows(self, first: &Labeller, second: &Labeller) -> bool {
        match self {
            Self::All => true,
            Self::Own(member) => first.id == member || second.id == member,
            Self::Nobody => false,
        }
    }

    /// What a labeller is called in the pair of this number.
    pub(super) fn name(self, labeller: &Labeller, pair: usize) -> String {
        match self {
            Self::Own(member) if labeller.id != member => format!("other labeller {pair}"),
            _ => labeller.name.clone(),
        }
    }
}
