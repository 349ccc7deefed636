//! Assignments: a query given to a labeller.

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::assigning::NoPlace;
use crate::disagreement::Subject;
use crate::golden_set::GoldenSet;
use crate::id::{ChunkId, QueryId, UserId};
use crate::label::Label;
use crate::pool::{ChunkStanding, PoolChunk};
use crate::prelabel::Prelabel;
use crate::query::Query;

/// How long a query stays with a labeller who does nothing, in seconds.
pub const LEASE_SECONDS: i64 = 30 * 60;

/// Where an assignment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum AssignmentStatus {
    /// A reviewer gave it to the labeller by hand, who has not begun it or let its lease end. It waits for them alone.
    Assigned,
    /// The labeller has it, until the lease ends.
    Leased,
    /// Nobody's for now: the lease ended, or there is something new to judge. They may get it again.
    Expired,
    /// The labeller passed it on.
    Skipped,
    /// The labeller gave it back, perhaps with a word to the reviewer. They get it again only by hand.
    HandedBack,
    /// The labeller is through with it.
    Completed,
}

impl AssignmentStatus {
    pub const ALL: [Self; 6] = [Self::Assigned, Self::Leased, Self::Expired, Self::Skipped, Self::HandedBack, Self::Completed];
}

/// Everything that a labeller needs to label one query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    pub query: Query,
    /// The chunks to judge, by number.
    pub pool: Vec<PoolChunk>,
    /// Whether the labeller is asked to judge each of them.
    pub standings: Vec<(ChunkId, ChunkStanding)>,
    /// What the judge said; empty when it must not be seen at all.
    pub prelabels: Vec<Prelabel>,
    /// Whether this query is in the control share.
    pub control: bool,
    /// The labeller's own labels so far.
    pub labels: Vec<Label>,
    /// The labeller's own answer so far.
    pub answer: Answer,
    /// An answer that was being written and not submitted, if it is newer.
    pub draft: Option<String>,
    /// Where it stands.
    pub status: AssignmentStatus,
    /// What the labeller told the reviewer, when flagged.
    pub flag: Option<String>,
    /// Who gave it to the labeller by hand.
    pub assigned_by: Option<String>,
    /// What a reviewer asked the labeller when they sent the query back.
    pub question: Option<AskedAgain>,
}

/// What a reviewer asks a labeller to look at again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedAgain {
    pub subject: Subject,
    pub question: String,
}

/// How far a labeller is, and how fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Queries that this labeller completed.
    pub completed: i64,
    /// Queries that are open to this labeller, the one at hand included.
    pub left: i64,
    /// The labeller's own median time a query, over the last ones without a break; none before the third.
    pub median_seconds: Option<i64>,
}

impl Progress {
    /// The minutes that are left at the labeller's own pace, rounded up; none while the pace is not known.
    pub fn minutes_left(self) -> Option<i64> {
        minutes_left(self.median_seconds, self.left)
    }
}

/// The minutes that so many queries take at this many seconds each, rounded up; none while the pace is not known.
pub fn minutes_left(seconds_each: Option<i64>, queries: i64) -> Option<i64> {
    Some((seconds_each? * queries + 59) / 60)
}

/// The median time between completions, over at most the last 20. A gap over ten minutes is a break, one under a second is
/// between labels of a file; neither counts.
/// None with fewer than three gaps. `completions` are moments in milliseconds, newest first.
pub fn median_pace(completions: &[i64]) -> Option<i64> {
    let mut gaps: Vec<i64> =
        completions.windows(2).map(|pair| pair[0] - pair[1]).filter(|gap| (1000..=600_000).contains(gap)).take(20).collect();
    if gaps.len() < 3 {
        return None;
    }
    gaps.sort_unstable();
    Some(gaps[gaps.len() / 2] / 1000)
}

/// A query that was asked for and that needs nobody more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullQuery {
    pub query: QueryId,
    /// Who has its places.
    pub place: NoPlace,
}

/// What the labelling page starts from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LabelWork {
    pub set: GoldenSet,
    /// Who labels.
    pub labeller: UserId,
    /// The query at hand; none when nothing is left for this labeller.
    pub assignment: Option<Assignment>,
    /// The query that was asked for, when no place of it is free.
    pub full: Option<FullQuery>,
    /// How far the labeller is.
    pub progress: Progress,
    /// The number of the guidelines that the labeller's last label was given under; none before the first label.
    pub last_guideline: Option<i32>,
}

impl LabelWork {
    /// The number of the guidelines that the labeller knows, when others came into force since they last labelled.
    pub fn outdated_guideline(&self) -> Option<i32> {
        self.last_guideline.filter(|last| *last != self.set.guideline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lunch_break_is_no_pace() {
        let at = |minutes: &[i64]| minutes.iter().map(|m| m * 60_000).collect::<Vec<_>>();
        assert_eq!(median_pace(&at(&[100, 99, 98, 30, 29])), Some(60));
        assert_eq!(median_pace(&at(&[100, 99, 98])), None);
    }

    #[test]
    fn who_brought_labels_in_a_file_has_no_pace() {
        assert_eq!(median_pace(&[7; 30]), None);
        assert_eq!(median_pace(&(0..30).rev().collect::<Vec<i64>>()), None);
    }

    #[test]
    fn the_estimate_is_silent_until_the_pace_is_known() {
        assert_eq!(Progress { completed: 0, left: 48, median_seconds: None }.minutes_left(), None);
        assert_eq!(Progress { completed: 12, left: 48, median_seconds: Some(31) }.minutes_left(), Some(25));
    }
}
