//! Agreement: how far labellers say the same of the same chunks, beyond what chance gives.
//!
//! [`Ratings`] holds who gave which grade to which item; an item is a chunk of a query, or a query's answerability. "Can't
//! tell" and what nobody judged are missing. [`Agreement::of`] computes every measure with the number of items it rests on and
//! a 95 % interval: the percentile bootstrap over items, with a fixed seed. A measure that the ratings do not define says why.
//!
//! | measure | module | source |
//! |---|---|---|
//! | share of equal pairs | [`percent`] | |
//! | κ of two labellers: unweighted, linear, quadratic | [`cohen`] | Cohen 1960, 1968 |
//! | κ of a fixed number of labellers | [`fleiss`] | Fleiss 1971 |
//! | α: nominal, ordinal, interval, with missing ratings | [`krippendorff`] | Krippendorff, Content Analysis, 2004 |

pub mod cohen;
pub mod fleiss;
pub mod krippendorff;
pub mod measured;
pub mod percent;
mod ratings;
mod resample;

pub use measured::Measured;
pub use ratings::{Confusion, Profiles, Ratings};

use serde::{Deserialize, Serialize};

/// Why a measure of nothing is undefined.
const NO_ITEM: &str = "no item has two ratings";
/// Why a measure beyond chance is undefined where all ratings are one.
const NO_VARIATION: &str = "every rating is the same, so there is no disagreement to expect";

/// How far some labellers agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Items that two labellers or more rated.
    pub items: usize,
    /// Items that one labeller rated; they say nothing about agreement.
    pub single: usize,
    /// How many labellers rated an item that another rated too.
    pub raters: usize,
    pub krippendorff: Krippendorff,
    pub fleiss: Measured,
    pub percent: Measured,
}

/// Krippendorff's α by what a difference of two grades weighs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Krippendorff {
    /// All differences weigh the same.
    pub nominal: Measured,
    /// A difference weighs by how many ratings lie between.
    pub ordinal: Measured,
    /// A difference weighs by its square.
    pub interval: Measured,
}

/// How far two labellers agree on what both rated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PairAgreement {
    /// The labellers, by their place among the raters.
    pub a: usize,
    pub b: usize,
    /// How many items both rated.
    pub n: u64,
    pub percent: Measured,
    /// Every difference weighs the same.
    pub cohen: Measured,
    /// A difference of grades weighs by its size.
    pub cohen_linear: Measured,
    /// A difference of grades weighs by its square.
    pub cohen_quadratic: Measured,
    /// What one gave where the other gave what.
    pub confusion: Confusion,
}

impl Agreement {
    /// That of all labellers together.
    pub fn of(ratings: &Ratings) -> Self {
        let profiles = ratings.profiles();
        let [nominal, ordinal, interval, percent] = resample::measured(&profiles.counts, profiles.items(), |counts| {
            let coincidences = profiles.coincidences(counts);
            let [nominal, ordinal, interval] = krippendorff::alpha(&coincidences);
            [nominal, ordinal, interval, percent::of_profiles(&profiles, counts)]
        });
        let fixed = profiles.of_commonest_size();
        let [fleiss] = resample::measured(&fixed.counts, fixed.items(), |counts| [fleiss::kappa(&fixed, counts)]);
        let krippendorff = Krippendorff { nominal, ordinal, interval };
        Self { items: ratings.shared(), single: ratings.single(), raters: ratings.raters(), krippendorff, fleiss, percent }
    }
}

impl PairAgreement {
    /// That of each two labellers who rated an item in common.
    pub fn of_pairs(ratings: &Ratings) -> Vec<Self> {
        ratings.confusions().into_iter().map(|((a, b), confusion)| Self::of(a, b, confusion)).collect()
    }

    /// That of two labellers, or of a labeller and a judge.
    pub fn of(a: usize, b: usize, confusion: Confusion) -> Self {
        let n = confusion.n();
        let [percent, cohen, cohen_linear, cohen_quadratic] = resample::measured(&confusion.cells, n, |cells| {
            let kappa = |weight: fn(f64) -> f64| cohen::kappa(cells, confusion.grades, weight);
            [percent::of_cells(cells, confusion.grades), kappa(cohen::unweighted), kappa(cohen::linear), kappa(cohen::quadratic)]
        });
        Self { a, b, n, percent, cohen, cohen_linear, cohen_quadratic, confusion }
    }
}

#[cfg(test)]
mod tests;
