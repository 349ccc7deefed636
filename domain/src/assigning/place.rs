//! Places: a query has as many as it needs labellers, and nobody takes one that is not free.
//!
//! | the labeller | opens it, or labels it |
//! |---|---|
//! | was given it by hand, has it, or completed it | it is theirs |
//! | never had it, skipped it, handed it back, or let their lease end | where a place is free, which they take |
//! | let their lease end, and sends what they did before that | it is kept, and takes no place where none is free |
//!
//! Who completed a query and then left it, or opened it again and let that lease end, gave their place away as well: what they said is
//! heard as before, and the place is the next labeller's.

use serde::{Deserialize, Serialize};

use super::NotAssigned;
use crate::assignment::AssignmentStatus;
use crate::operation::Action;
use crate::query::Tally;

/// What decides whether a labeller can take a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Place {
    /// Where the labeller's assignment stands; none when they never had the query.
    pub status: Option<AssignmentStatus>,
    /// Whether they had a lease since they last completed it or left it.
    pub had_lease: bool,
    /// How many more labellers the query can be given to.
    pub free_places: i64,
    /// How many chunks there are to judge.
    pub pool_size: i32,
}

/// How a labeller comes to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admitted {
    /// It is theirs, or becomes theirs now.
    Theirs,
    /// What they send is kept, and where they stand stays as it is.
    AsTheyStand,
    /// Not at all: no place is free.
    NoPlace,
}

impl Place {
    /// The rule for a reviewer who gives the query by hand. Who skipped it or handed it back can be given it all the same.
    pub const fn check(self) -> Result<(), NotAssigned> {
        match self.status {
            Some(AssignmentStatus::Assigned | AssignmentStatus::Leased) => Err(NotAssigned::HasIt),
            Some(AssignmentStatus::Completed) => Err(NotAssigned::CompletedIt),
            _ if self.pool_size == 0 => Err(NotAssigned::NothingToJudge),
            _ if self.free_places == 0 => Err(NotAssigned::NoPlace),
            None | Some(AssignmentStatus::Expired | AssignmentStatus::Skipped | AssignmentStatus::HandedBack) => Ok(()),
        }
    }

    /// The rule for who opens the query to label it.
    pub const fn opening(self) -> Admitted {
        match self.status {
            Some(AssignmentStatus::Assigned | AssignmentStatus::Leased | AssignmentStatus::Completed) => Admitted::Theirs,
            _ if self.free_places > 0 => Admitted::Theirs,
            _ => Admitted::NoPlace,
        }
    }

    /// The rule for who sends what they did to it.
    pub const fn sending(self, action: &Action) -> Admitted {
        match (self.status, self.opening()) {
            // Who left it can say why once more.
            (Some(AssignmentStatus::Skipped | AssignmentStatus::HandedBack), _) if !action.takes_a_place() => Admitted::AsTheyStand,
            // A late submit is kept.
            (Some(AssignmentStatus::Expired), Admitted::NoPlace) if self.had_lease => Admitted::AsTheyStand,
            (_, admitted) => admitted,
        }
    }
}

/// No place of a query is free: so many labellers have it or completed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}", self.in_words())]
pub struct NoPlace {
    /// How many labellers the query needs.
    pub needed: i64,
    /// How many have it now.
    pub held: i64,
    /// How many completed it.
    pub completed: i64,
}

impl From<Tally> for NoPlace {
    fn from(Tally { overlap: needed, held, completed, .. }: Tally) -> Self {
        Self { needed, held, completed }
    }
}

impl NoPlace {
    fn in_words(self) -> String {
        let needed = if self.needed == 1 { "one labeller".to_owned() } else { format!("{} labellers", self.needed) };
        let who = match (self.held, self.completed) {
            (held, 0) => format!("{held} {}", if held == 1 { "has it" } else { "have it" }),
            (0, completed) => format!("{completed} completed it"),
            (held, completed) => format!("{held} {} and {completed} completed it", if held == 1 { "has it" } else { "have it" }),
        };
        format!(
            "this query needs {needed}, and {who}, so no place is free for you; \
            ask an admin to raise the overlap, or look at the query on its own page"
        )
    }
}

/// Why a query is not opened to label it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotOpened {
    #[error("the set has no such query")]
    NoSuchQuery,
    #[error("{0}")]
    NoPlace(NoPlace),
}

#[cfg(test)]
mod tests {
    use super::*;
    use AssignmentStatus::{Assigned, Completed, Expired, HandedBack, Leased, Skipped};

    fn place(status: Option<AssignmentStatus>, free_places: i64) -> Place {
        Place { status, had_lease: status == Some(Expired), free_places, pool_size: 3 }
    }

    #[test]
    fn a_query_is_given_where_a_place_is_free_and_its_labeller_neither_has_nor_completed_it() {
        for status in [None, Some(Expired), Some(Skipped), Some(HandedBack)] {
            assert_eq!([1, 0].map(|free| place(status, free).check()), [Ok(()), Err(NotAssigned::NoPlace)]);
        }
        assert_eq!([Assigned, Leased].map(|status| place(Some(status), 1).check()), [Err(NotAssigned::HasIt); 2]);
        assert_eq!(place(Some(Completed), 1).check(), Err(NotAssigned::CompletedIt));
        assert_eq!(Place { pool_size: 0, ..place(None, 1) }.check(), Err(NotAssigned::NothingToJudge));
    }

    #[test]
    fn who_is_not_among_a_querys_labellers_opens_it_only_where_a_place_is_free() {
        for status in [Assigned, Leased, Completed] {
            assert_eq!(place(Some(status), 0).opening(), Admitted::Theirs, "{status:?}");
        }
        for status in [None, Some(Expired), Some(Skipped), Some(HandedBack)] {
            assert_eq!([1, 0].map(|free| place(status, free).opening()), [Admitted::Theirs, Admitted::NoPlace], "{status:?}");
        }
    }

    #[test]
    fn a_late_submit_is_kept_and_takes_no_place_that_is_not_free() {
        let complete = Action::Complete { confirmed: None };
        assert_eq!(place(Some(Expired), 0).sending(&complete), Admitted::AsTheyStand);
        assert_eq!(place(Some(Expired), 1).sending(&complete), Admitted::Theirs);
        let never_begun = Place { had_lease: false, ..place(Some(Expired), 0) };
        assert_eq!(never_begun.sending(&complete), Admitted::NoPlace, "it was taken back before they began");
    }

    #[test]
    fn who_left_a_query_can_say_why_once_more_and_labels_it_only_where_a_place_is_free() {
        let says_why = [Action::Skip, Action::HandBack { note: String::new() }, Action::Flag { note: "odd".into() }];
        for status in [Skipped, HandedBack] {
            for action in &says_why {
                assert_eq!([1, 0].map(|free| place(Some(status), free).sending(action)), [Admitted::AsTheyStand; 2]);
            }
            for action in [Action::Reopen, Action::Complete { confirmed: None }] {
                let admitted = [1, 0].map(|free| place(Some(status), free).sending(&action));
                assert_eq!(admitted, [Admitted::Theirs, Admitted::NoPlace], "{action:?}");
            }
        }
        assert_eq!(place(None, 0).sending(&Action::Skip), Admitted::NoPlace, "who never had it has nothing to leave");
    }

    #[test]
    fn the_refusal_says_who_has_the_places_and_what_to_do() {
        let words = |needed, held, completed| NoPlace { needed, held, completed }.to_string();
        assert!(words(1, 0, 1).starts_with("this query needs one labeller, and 1 completed it, so no place is free for you;"));
        assert!(words(2, 1, 1).contains("2 labellers, and 1 has it and 1 completed it"), "{}", words(2, 1, 1));
        assert!(words(2, 2, 0).contains("2 have it, so"), "{}", words(2, 2, 0));
        assert!(words(2, 2, 0).ends_with("ask an admin to raise the overlap, or look at the query on its own page"));
    }
}
