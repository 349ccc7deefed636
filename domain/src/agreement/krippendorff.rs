//! Krippendorff's α: 1 − observed ÷ expected disagreement, over all pairs of ratings of an item, with missing ratings.

use serde::{Deserialize, Serialize};

use super::resample::Value;
use super::{Measured, NO_ITEM, NO_VARIATION};

/// Krippendorff's α by what a difference of two grades weighs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Krippendorff {
    /// All differences weigh the same.
    pub nominal: Measured,
    /// A difference weighs by how many ratings lie between.
    pub ordinal: Measured,
    /// A difference weighs by its square.
    pub interval: Measured,
    /// Relevant or not is all that is told apart.
    pub relevance: Measured,
}

/// How often two grades meet in an item; each item's pairs weigh as much as its ratings. Two that differ meet both ways: they are
/// kept once, the lower grade first.
pub(super) struct Coincidences<'a> {
    cells: &'a [f64],
    /// How often each grade was given.
    totals: Vec<f64>,
}

impl<'a> Coincidences<'a> {
    /// How many cells there are for so many grades.
    pub(super) const fn cells(grades: usize) -> usize {
        grades * (grades + 1) / 2
    }

    /// The cell of two grades.
    pub(super) fn cell(grades: usize, first: usize, second: usize) -> usize {
        let (low, high) = (first.min(second), first.max(second));
        low * (2 * grades - low - 1) / 2 + high
    }

    pub(super) fn new(cells: &'a [f64], grades: usize) -> Self {
        let total = |grade: usize| (0..grades).map(|other| cells[Self::cell(grades, grade, other)]).sum();
        Self { cells, totals: (0..grades).map(total).collect() }
    }

    fn met(&self, first: usize, second: usize) -> f64 {
        self.cells[Self::cell(self.totals.len(), first, second)]
    }

    pub(super) fn nominal(&self) -> Value {
        self.alpha(|first, second| f64::from(u8::from(first != second)))
    }

    pub(super) fn ordinal(&self) -> Value {
        self.alpha(|first, second| {
            let between: f64 = self.totals[first.min(second)..=first.max(second)].iter().sum();
            (between - f64::midpoint(self.totals[first], self.totals[second])).powi(2)
        })
    }

    pub(super) fn interval(&self) -> Value {
        self.alpha(|first, second| super::float(first.abs_diff(second) as u64).powi(2))
    }

    /// Where only the side of the cut-off is told apart.
    pub(super) fn relevance(&self, cutoff: usize) -> Value {
        self.alpha(|first, second| f64::from(u8::from((first < cutoff) != (second < cutoff))))
    }

    /// Fleiss' κ, where each item has the same number of ratings: agreement beyond that of drawing from all ratings.
    pub(super) fn fleiss(&self) -> Value {
        let n: f64 = self.totals.iter().sum();
        if n < 2.0 {
            return Err(NO_ITEM);
        }
        let equal: f64 = (0..self.totals.len()).map(|grade| self.met(grade, grade)).sum();
        let by_chance: f64 = self.totals.iter().map(|total| (total / n).powi(2)).sum();
        if by_chance < 1.0 { Ok((equal / n - by_chance) / (1.0 - by_chance)) } else { Err(NO_VARIATION) }
    }

    fn alpha(&self, distance: impl Fn(usize, usize) -> f64) -> Value {
        let n: f64 = self.totals.iter().sum();
        if n < 2.0 {
            return Err(NO_ITEM);
        }
        let (mut observed, mut expected) = (0.0, 0.0);
        for first in 0..self.totals.len() {
            for second in first + 1..self.totals.len() {
                let weight = distance(first, second);
                observed += self.met(first, second) * weight;
                expected += self.totals[first] * self.totals[second] * weight;
            }
        }
        if expected > 0.0 { Ok(1.0 - (n - 1.0) * observed / expected) } else { Err(NO_VARIATION) }
    }
}
