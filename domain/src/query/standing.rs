//! Where a query stands: one rule, applied after every change to what it depends on.
//!
//! | overlap met | flagged, not adjudicated | somebody has it or had it completed | status |
//! |---|---|---|---|
//! | any | yes | any | flagged |
//! | yes | no | yes | completed |
//! | no | no | yes | started |
//! | no | no | no | open |

use super::QueryStatus;

/// What a query's standing depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Tally {
    /// How many labellers the query needs.
    pub overlap: i64,
    /// How many labellers have it now.
    pub leased: i64,
    /// How many labellers completed it.
    pub completed: i64,
    /// How many labellers flagged it.
    pub flags: i64,
    /// Whether a reviewer adjudicated it.
    pub adjudicated: bool,
}

/// Where a query stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standing {
    /// The word for it.
    pub status: QueryStatus,
    /// How many more labellers it can be given to.
    pub free_places: i64,
    /// Whether as many labellers as it needs completed it: what they said can be settled.
    pub overlap_met: bool,
}

impl Tally {
    /// The rule.
    pub fn standing(self) -> Standing {
        let overlap_met = self.completed >= self.overlap;
        let status = if self.flags > 0 && !self.adjudicated {
            QueryStatus::Flagged
        } else if overlap_met {
            QueryStatus::Completed
        } else if self.leased + self.completed > 0 {
            QueryStatus::Started
        } else {
            QueryStatus::Open
        };
        Standing { status, free_places: (self.overlap - self.leased - self.completed).max(0), overlap_met }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(tally: Tally) -> QueryStatus {
        tally.standing().status
    }

    #[test]
    fn a_query_goes_from_open_through_started_to_completed() {
        let open = Tally { overlap: 2, ..Tally::default() };
        assert_eq!(status(open), QueryStatus::Open);
        assert_eq!(status(Tally { leased: 1, ..open }), QueryStatus::Started);
        assert_eq!(status(Tally { completed: 1, ..open }), QueryStatus::Started);
        assert_eq!(status(Tally { completed: 2, ..open }), QueryStatus::Completed);
    }

    #[test]
    fn places_are_free_up_to_the_overlap_and_never_fewer_than_none() {
        let free = |leased, completed| Tally { overlap: 2, leased, completed, ..Tally::default() }.standing().free_places;
        assert_eq!([free(0, 0), free(1, 0), free(1, 1), free(3, 1), free(0, 3)], [2, 1, 0, 0, 0]);
    }

    #[test]
    fn more_completions_than_the_overlap_are_completed_and_a_higher_overlap_opens_places_again() {
        let twice = Tally { overlap: 2, completed: 2, ..Tally::default() };
        assert_eq!(status(Tally { overlap: 1, ..twice }), QueryStatus::Completed);
        let raised = Tally { overlap: 3, ..twice }.standing();
        assert_eq!((raised.status, raised.free_places, raised.overlap_met), (QueryStatus::Started, 1, false));
    }

    #[test]
    fn a_flag_stands_before_all_else_until_the_query_is_adjudicated() {
        let flagged = Tally { overlap: 1, completed: 1, flags: 1, ..Tally::default() };
        assert_eq!(status(flagged), QueryStatus::Flagged);
        assert!(flagged.standing().overlap_met);
        assert_eq!(status(Tally { adjudicated: true, ..flagged }), QueryStatus::Completed);
    }
}
