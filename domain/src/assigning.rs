//! Assigning by hand: a reviewer gives queries to a labeller, beside those that the labeller takes from the set.

mod listed;
mod place;

pub use listed::{HandedBack, HeldQuery, Labeller, LateSubmit, QueryAssignment};
pub use place::{Admitted, NoPlace, NotOpened, Place};

use serde::{Deserialize, Serialize};

use crate::assignment::AssignmentStatus;

/// How many queries are assigned at once at the most.
pub const MOST_ASSIGNED: usize = 500;

/// Why a query is not given to a labeller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NotAssigned {
    #[error("the set has no such query")]
    NoSuchQuery,
    #[error("this person cannot label in this set: they may only read it, are shut out, or have no password to sign in with")]
    MayNotLabel,
    #[error("the labeller has the query already")]
    HasIt,
    #[error("the labeller completed the query")]
    CompletedIt,
    #[error("no place is free: as many labellers as the query needs have it or completed it")]
    NoPlace,
    #[error("the query has no chunk to judge: import a run first")]
    NothingToJudge,
}

/// Why a query is not taken back from a labeller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NotTakenBack {
    #[error("the set has no such query")]
    NoSuchQuery,
    #[error("the labeller has begun the query: it stays theirs until they complete it, hand it back, or let its time end")]
    Begun,
    #[error("the query was not given to this person by hand, or they are through with it")]
    NotGiven,
}

/// Why a query whose assignment stands so cannot be taken back; none when it can.
pub const fn cannot_take_back(status: Option<AssignmentStatus>, by_hand: bool) -> Option<NotTakenBack> {
    match status {
        Some(AssignmentStatus::Assigned) => None,
        Some(AssignmentStatus::Leased) if by_hand => Some(NotTakenBack::Begun),
        _ => Some(NotTakenBack::NotGiven),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use AssignmentStatus::{Assigned, Completed, Leased};

    #[test]
    fn what_is_not_begun_can_be_taken_back() {
        assert_eq!(cannot_take_back(Some(Assigned), true), None);
        assert_eq!(cannot_take_back(Some(Leased), true), Some(NotTakenBack::Begun));
        for (status, by_hand) in [(Some(Leased), false), (Some(Completed), false), (None, false)] {
            assert_eq!(cannot_take_back(status, by_hand), Some(NotTakenBack::NotGiven));
        }
    }
}
