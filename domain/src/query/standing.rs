//! Where a query stands: one rule, applied after every change to what it depends on.
//!
//! | why it is not settled | somebody has it or completed it | status |
//! |---|---|---|
//! | it is settled | any | completed |
//! | a flag, which no reviewer's decision covers | any | flagged |
//! | its overlap is not met | yes | started |
//! | its overlap is not met | no | open |
//! | another reason | any | the reason |

use super::QueryStatus;
use crate::adjudication::Unsettled;

/// How many labellers a query has, had and needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Tally {
    /// How many labellers the query needs.
    pub overlap: i64,
    /// How many labellers have it now, or were given it by hand and have not begun.
    pub held: i64,
    /// How many labellers completed all that there is to judge.
    pub completed: i64,
    /// How many labellers flagged it.
    pub flags: i64,
    /// How many labellers were asked about it by a reviewer, and have not completed it since.
    pub asked: i64,
}

/// Where a query stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standing {
    /// The word for it.
    pub status: QueryStatus,
    /// How many more labellers it can be given to.
    pub free_places: i64,
}

impl Tally {
    /// Whether as many labellers as it needs completed it, and all who were asked about it.
    pub const fn overlap_met(self) -> bool {
        self.completed >= self.overlap && self.asked == 0
    }

    /// Whether it needs nobody more, and nobody has it whose place could come free.
    pub const fn needs_nobody(self) -> bool {
        self.held == 0 && self.completed >= self.overlap
    }

    /// Whether it stands where what was said puts it; else the tally alone says that it is not completed.
    pub const fn depends_on_what_was_said(self) -> bool {
        self.overlap_met() || self.flags > 0
    }

    /// The rule. `unsettled` is why [`settle`](crate::adjudication::settle) does not settle it; none when it does.
    pub fn standing(self, unsettled: Option<&Unsettled>) -> Standing {
        let status = match unsettled {
            None => QueryStatus::Completed,
            Some(Unsettled::NotCompleted) if self.held + self.completed > 0 => QueryStatus::Started,
            Some(Unsettled::NotCompleted) => QueryStatus::Open,
            Some(Unsettled::Flagged { .. }) => QueryStatus::Flagged,
            Some(Unsettled::GradesDiffer { .. }) => QueryStatus::GradesDiffer,
            Some(Unsettled::AnswerableDiffers) => QueryStatus::AnswerableDiffers,
            Some(Unsettled::AnswersDiffer) => QueryStatus::AnswersDiffer,
            Some(Unsettled::ChangedSinceSettled) => QueryStatus::ChangedSinceSettled,
            Some(Unsettled::Damaged { .. }) => QueryStatus::Damaged,
        };
        Standing { status, free_places: (self.overlap - self.held - self.completed).max(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_completed(tally: Tally) -> Standing {
        tally.standing(Some(&Unsettled::NotCompleted))
    }

    #[test]
    fn a_query_goes_from_open_through_started_to_completed() {
        let open = Tally { overlap: 2, ..Tally::default() };
        assert_eq!(not_completed(open).status, QueryStatus::Open);
        assert_eq!(not_completed(Tally { held: 1, ..open }).status, QueryStatus::Started);
        assert_eq!(not_completed(Tally { completed: 1, ..open }).status, QueryStatus::Started);
        assert_eq!(Tally { completed: 2, ..open }.standing(None).status, QueryStatus::Completed);
    }

    #[test]
    fn places_are_free_up_to_the_overlap_and_never_fewer_than_none() {
        let free = |held, completed| not_completed(Tally { overlap: 2, held, completed, ..Tally::default() }).free_places;
        assert_eq!([free(0, 0), free(1, 0), free(1, 1), free(3, 1), free(0, 3)], [2, 1, 0, 0, 0]);
    }

    #[test]
    fn more_completions_than_the_overlap_meet_it_and_a_higher_overlap_opens_places_again() {
        let twice = Tally { overlap: 2, completed: 2, ..Tally::default() };
        assert!(Tally { overlap: 1, ..twice }.overlap_met());
        assert!(!Tally { asked: 1, ..twice }.overlap_met(), "somebody was asked to look again");
        let raised = Tally { overlap: 3, ..twice };
        assert_eq!((raised.overlap_met(), not_completed(raised).free_places), (false, 1));
    }
}
