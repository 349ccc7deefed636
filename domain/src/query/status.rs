//! Where queries stand, each in a word, and how many stand where.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Where a query stands; [`Tally::standing`](super::Tally::standing) decides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum QueryStatus {
    /// It waits for a labeller.
    Open,
    /// A labeller has it.
    Started,
    /// It is settled: as many labellers as it needs have completed it, and nothing about it is disputed.
    Completed,
    /// A labeller wants a reviewer to look at it.
    Flagged,
    /// Its labellers gave a chunk different grades.
    GradesDiffer,
    /// Its labellers differ on whether the corpus has an answer.
    AnswerableDiffers,
    /// Its labellers' answers differ.
    AnswersDiffer,
    /// A reviewer settled it, and what was said changed since.
    ChangedSinceSettled,
    /// What is kept about it cannot be used.
    Damaged,
}

impl QueryStatus {
    /// All, in the order of work.
    pub const ALL: [Self; 9] = [
        Self::Open,
        Self::Started,
        Self::Completed,
        Self::Flagged,
        Self::GradesDiffer,
        Self::AnswerableDiffers,
        Self::AnswersDiffer,
        Self::ChangedSinceSettled,
        Self::Damaged,
    ];

    /// As it stands in addresses and in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Started => "started",
            Self::Completed => "completed",
            Self::Flagged => "flagged",
            Self::GradesDiffer => "grades_differ",
            Self::AnswerableDiffers => "answerable_differs",
            Self::AnswersDiffer => "answers_differ",
            Self::ChangedSinceSettled => "changed_since_settled",
            Self::Damaged => "damaged",
        }
    }

    /// As people read it.
    pub fn in_words(self) -> String {
        self.word().replace('_', " ")
    }

    /// The status with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// What somebody reads who must not know what others said of it: whether somebody began it, and no more.
    #[must_use]
    pub const fn as_blind(self) -> Self {
        match self {
            Self::Open => Self::Open,
            _ => Self::Started,
        }
    }

    /// Whether it is left for labellers to do.
    pub const fn waits_for_labellers(self) -> bool {
        matches!(self, Self::Open | Self::Started)
    }

    /// Whether it is left for a reviewer to do.
    pub const fn waits_for_a_reviewer(self) -> bool {
        !self.waits_for_labellers() && !matches!(self, Self::Completed)
    }
}

/// How many queries of a set stand where.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StatusCounts(BTreeMap<QueryStatus, i64>);

impl StatusCounts {
    pub fn of(&self, status: QueryStatus) -> i64 {
        self.0.get(&status).copied().unwrap_or_default()
    }

    pub fn total(&self) -> i64 {
        self.0.values().sum()
    }

    /// How many queries are settled: the next version can hold them.
    pub fn settled(&self) -> i64 {
        self.of(QueryStatus::Completed)
    }

    /// How many queries labellers are not through with.
    pub fn not_completed(&self) -> i64 {
        self.of(QueryStatus::Open) + self.of(QueryStatus::Started)
    }

    /// Where those stand that a reviewer has to look at, and how many they are.
    pub fn for_a_reviewer(&self) -> impl Iterator<Item = (QueryStatus, i64)> + '_ {
        self.0.iter().map(|(status, count)| (*status, *count)).filter(|(status, count)| status.waits_for_a_reviewer() && *count > 0)
    }

    /// Why the other queries are not settled: `3 not completed, 1 flagged, 9 grades differ`; empty when all are.
    pub fn why_not_settled(&self) -> String {
        let not_completed = Some(("not completed".to_owned(), self.not_completed())).filter(|(_, count)| *count > 0);
        let reasons = not_completed.into_iter().chain(self.for_a_reviewer().map(|(status, count)| (status.in_words(), count)));
        reasons.map(|(reason, count)| format!("{count} {reason}")).collect::<Vec<_>>().join(", ")
    }

    /// Why there is nothing to freeze, when nothing is settled.
    pub fn nothing_settled(&self) -> String {
        match self.total() {
            0 => "there is nothing to freeze: the set has no queries".into(),
            total => format!("there is nothing to freeze: none of {total} queries is settled ({})", self.why_not_settled()),
        }
    }
}

impl FromIterator<(QueryStatus, i64)> for StatusCounts {
    fn from_iter<T: IntoIterator<Item = (QueryStatus, i64)>>(counts: T) -> Self {
        let mut summed = BTreeMap::new();
        for (status, count) in counts {
            *summed.entry(status).or_default() += count;
        }
        summed.retain(|_, count| *count != 0);
        Self(summed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_found_by_the_word_that_is_on_the_wire() {
        for status in QueryStatus::ALL {
            assert_eq!(QueryStatus::named(status.word()), Some(status));
            assert_eq!(serde_json::to_value(status).expect("JSON"), status.word());
        }
    }

    #[test]
    fn who_is_blind_reads_of_every_status_whether_somebody_began() {
        let read: std::collections::HashSet<_> = QueryStatus::ALL.map(QueryStatus::as_blind).into();
        assert_eq!(read, [QueryStatus::Open, QueryStatus::Started].into());
        assert_eq!([QueryStatus::Open, QueryStatus::Started].map(QueryStatus::as_blind), [QueryStatus::Open, QueryStatus::Started]);
    }

    #[test]
    fn the_reasons_add_up_to_what_is_not_settled() {
        let counts: StatusCounts = QueryStatus::ALL.into_iter().zip(1..).collect();
        assert_eq!(
            counts.why_not_settled(),
            "3 not completed, 4 flagged, 5 grades differ, 6 answerable differs, 7 answers differ, 8 changed since settled, 9 damaged"
        );
        assert_eq!(counts.total() - counts.settled(), 3 + 4 + 5 + 6 + 7 + 8 + 9);
        assert_eq!(StatusCounts::from_iter([(QueryStatus::Completed, 2)]).why_not_settled(), "");
    }
}
