//! Blind labelling: who is asked to label a query sees nothing of what others said of it, frozen or not, until they are
//! through with it.
//!
//! | | was given it by hand, or has it | completed it | had it and did nothing | passed it on, handed it back, or never had it |
//! |---|---|---|---|---|
//! | viewer | sees | sees | sees | sees |
//! | labeller | is blind | sees | is blind while the query needs somebody | is blind while the query needs somebody |
//! | reviewer, admin | is blind | sees | is blind while the query needs somebody | sees |
//!
//! So who opens a query to label it is asked to label it, whatever their role: a reviewer who labels is a labeller there. Once a query
//! needs nobody more, nobody who left it can take it again, so nothing of it is hidden from them.
//!
//! A number that counts what was said gives it away too, by subtraction: where a query is hidden from a member, whatever is counted
//! or measured over labels that include its own is hidden ([`ShownHead`](crate::version::ShownHead)), or leaves it out.

use crate::assignment::AssignmentStatus;
use crate::role::{Permission, Role};

/// What a member has to do with a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Involvement {
    /// Where their assignment stands; none when they never had it.
    pub status: Option<AssignmentStatus>,
    /// Whether it can be given to one more labeller, now or when who has it leaves it.
    pub needs_labeller: bool,
}

/// The rule: whether what others said of a query is hidden from a member who has this role in its set.
pub fn is_blind(role: Role, Involvement { status, needs_labeller }: Involvement) -> bool {
    role.may(Permission::Label)
        && match status {
            Some(AssignmentStatus::Completed) => false,
            Some(AssignmentStatus::Assigned | AssignmentStatus::Leased) => true,
            Some(AssignmentStatus::Expired) => needs_labeller,
            Some(AssignmentStatus::Skipped | AssignmentStatus::HandedBack) | None => role == Role::Labeller && needs_labeller,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_asked_to_label_a_query_is_blind_until_they_completed_it() {
        use AssignmentStatus::{Assigned, Completed, Expired, HandedBack, Leased, Skipped};
        let blind = |status, needs_labeller| Role::ALL.map(|role| is_blind(role, Involvement { status, needs_labeller }));
        for needs_labeller in [true, false] {
            assert_eq!(blind(Some(Completed), needs_labeller), [false; 4]);
            assert_eq!(blind(Some(Assigned), needs_labeller), [false, true, true, true]);
            assert_eq!(blind(Some(Leased), needs_labeller), [false, true, true, true]);
            assert_eq!(blind(Some(Expired), needs_labeller), [false, needs_labeller, needs_labeller, needs_labeller]);
            assert_eq!(blind(Some(Skipped), needs_labeller), [false, needs_labeller, false, false]);
            assert_eq!(blind(Some(HandedBack), needs_labeller), [false, needs_labeller, false, false]);
            assert_eq!(blind(None, needs_labeller), [false, needs_labeller, false, false]);
        }
    }
}
