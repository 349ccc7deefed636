//! What a number could be at the least and at the most, whatever the hits that nobody judged are worth.

use serde::{Deserialize, Serialize};

use super::{ByMeasure, Scores, mean};
use crate::metric::JudgedList;

/// Judged shares that differ by less than this are equal.
const SAME_SHARE: f64 = 1e-9;

/// Between what and what a number lies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The least that it could be.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Bounds {
    /// Those of every score.
    pub const ANYTHING: Self = Self { low: 0.0, high: 1.0 };

    /// Those of `to − from` on one query.
    pub fn of_difference(from: Self, to: Self) -> Self {
        Self { low: to.low - from.high, high: to.high - from.low }
    }

    /// Those of a mean; none of none.
    pub fn of_mean(bounds: impl ExactSizeIterator<Item = Self> + Clone) -> Option<Self> {
        Some(Self { low: mean(bounds.clone().map(|one| one.low))?, high: mean(bounds.map(|one| one.high))? })
    }

    /// Whether a difference could have either sign: the runs are judged to different shares, and both signs are possible.
    pub fn are_undecidable(self, judged_from: f64, judged_to: f64) -> bool {
        (judged_from - judged_to).abs() > SAME_SHARE && self.low < 0.0 && self.high > 0.0
    }
}

/// The bounds of each score on one query: the list as it is, and as it would be if every hit that nobody judged had the
/// highest grade of the query, or the cut-off where that is higher.
pub(super) fn score_bounds(
    scores: &Scores,
    grades: &[Option<i32>],
    judged: impl Iterator<Item = i32> + Clone,
    cutoff: i32,
) -> ByMeasure<Bounds> {
    let best = judged.clone().max().unwrap_or_default().max(cutoff);
    let unjudged = grades.iter().filter(|grade| grade.is_none()).map(|_| best);
    let at_best = JudgedList::new(grades.iter().map(|grade| grade.or(Some(best))).collect(), judged.chain(unjudged), cutoff);
    scores.iter().map(|(measure, score)| (measure, Bounds { low: *score, high: measure.score(&at_best) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference((from, from_best): (f64, f64), (to, to_best): (f64, f64)) -> Bounds {
        Bounds::of_difference(Bounds { low: from, high: from_best }, Bounds { low: to, high: to_best })
    }

    #[test]
    fn a_difference_that_unjudged_chunks_could_turn_round_is_undecidable() {
        assert!(difference((0.6, 0.6), (0.5, 0.7)).are_undecidable(1.0, 0.8));
        assert!(!difference((0.6, 0.6), (0.5, 0.55)).are_undecidable(1.0, 0.9), "at its best it is still worse");
        assert!(!difference((0.6, 0.8), (0.5, 0.7)).are_undecidable(0.8, 0.8), "both are judged to the same share");
    }
}
