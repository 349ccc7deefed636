//! Agreement: how far labellers say the same of the same items, beyond what chance gives.
//!
//! An item is a chunk of a query, or a query's answerability. [`Heard`] is what a set's voices said; [`AgreementReport`] is what
//! the page, the command and the API say of it. "Can't tell" and what nobody judged are missing. Every measure has the number of
//! items that it rests on and a 95 % interval; one that the ratings do not define says why.
//!
//! | measure | function | source |
//! |---|---|---|
//! | share of equal pairs of ratings | [`Agreement::percent`] | |
//! | κ of two raters: unweighted, linear, quadratic | `cohen` | Cohen 1960, 1968 |
//! | κ of a fixed number of raters | [`Agreement::fleiss`] | Fleiss 1971 |
//! | α: nominal, ordinal, interval, with missing ratings | `krippendorff` | Krippendorff, Content Analysis, 2004 |
//! | the intervals: bootstrap over queries | `resample` | Efron 1979; Krippendorff resamples items |

mod cell;
mod cohen;
mod heard;
mod judge;
mod krippendorff;
mod measured;
mod pair;
mod persons;
mod ratings;
mod report;
mod resample;
mod rows;
mod select;

pub use cell::{Case, Cell, CellPage, Raters};
pub use heard::{Heard, HeardLabel, HeardPrelabel, HeardQuery, JudgeName, Labeller};
pub use judge::{JudgeAgreement, JudgeAgreements};
pub use krippendorff::Krippendorff;
pub use measured::Measured;
pub use pair::{Confusion, PairAgreement, TwoRaters};
pub use persons::Persons;
pub use ratings::{Rating, Ratings};
pub use report::{AfterSeeing, AgreementReport, GuidelineAgreement, PairReport, StyleAgreement, WeekAgreement};
pub use resample::RESAMPLES;
pub use select::{AgreementFilter, ItemScale, Items, Seen};

use serde::{Deserialize, Serialize};

use krippendorff::Coincidences;
use ratings::float;
use resample::{Value, estimates};
use rows::Rows;

/// Why a measure of nothing is undefined.
const NO_ITEM: &str = "no item has two ratings";
/// Why a measure beyond chance is undefined where all ratings are one.
const NO_VARIATION: &str = "every rating is the same, so there is no disagreement to expect";

/// How far some labellers agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Items that two labellers or more rated.
    pub items: u64,
    /// Of how many queries.
    pub queries: u64,
    /// How many labellers rated an item that another rated too.
    pub raters: u64,
    /// Items that one labeller rated; they say nothing about agreement.
    pub single: u64,
    /// Items to which all gave the same grade.
    pub alike: u64,
    /// Items that some call relevant and others do not.
    pub across: u64,
    pub krippendorff: Krippendorff,
    pub fleiss: Measured,
    /// The share of pairs of ratings of an item that are equal.
    pub percent: Measured,
    /// The share of pairs of ratings of an item that are on the same side of the cut-off.
    pub same_side: Measured,
}

/// What is counted of items beside what their measures need.
#[derive(Default)]
struct Counted {
    items: u64,
    single: u64,
    alike: u64,
    across: u64,
    raters: Vec<u32>,
    /// The fewest and the most ratings that an item has.
    sizes: Option<(usize, usize)>,
}

impl Agreement {
    /// That of all labellers together.
    pub fn of(ratings: &Ratings) -> Self {
        let (grades, cutoff) = (ratings.grades, ratings.cutoff);
        let mut rows = Rows::new(Coincidences::cells(grades) + 3);
        let mut counted = Counted::default();
        for item in ratings.items() {
            if counted.count(item, cutoff) {
                add_pairs(rows.of(item[0].query), item, ratings);
            }
        }
        let measured = estimates(&rows, |sums| of_sums(sums, grades, cutoff)).map(|estimate| estimate.over(counted.items));
        let [nominal, ordinal, interval, relevance, fleiss, percent, same_side] = measured;
        Self {
            items: counted.items,
            queries: rows.queries() as u64,
            raters: counted.raters() as u64,
            single: counted.single,
            alike: counted.alike,
            across: counted.across,
            krippendorff: Krippendorff { nominal, ordinal, interval, relevance },
            fleiss: counted.varying().map_or(fleiss, Measured::undefined),
            percent,
            same_side,
        }
    }
}

/// α nominal, ordinal, interval and of relevance, κ, and the shares of equal pairs and of pairs on one side of the cut-off.
fn of_sums(sums: &[f64], grades: usize, cutoff: usize) -> [Value; 7] {
    let (met, pairs) = sums.split_at(Coincidences::cells(grades));
    let met = Coincidences::new(met, grades);
    let share = |equal: f64| if pairs[2] > 0.0 { Ok(equal / pairs[2]) } else { Err(NO_ITEM) };
    [met.nominal(), met.ordinal(), met.interval(), met.relevance(cutoff), met.fleiss(), share(pairs[0]), share(pairs[1])]
}

/// Adds an item to the row of its query: its coincidences, then its pairs: equal ones, those on one side of the cut-off, all.
fn add_pairs(row: &mut [f64], item: &[Rating], Ratings { grades, cutoff, .. }: &Ratings) {
    let (met, pairs) = row.split_at_mut(Coincidences::cells(*grades));
    let share = 1.0 / float(item.len() as u64 - 1);
    for (at, first) in item.iter().enumerate() {
        for second in &item[at + 1..] {
            // Two that are alike meet themselves both ways.
            let times = if first.grade == second.grade { 2.0 } else { 1.0 };
            met[Coincidences::cell(*grades, first.grade, second.grade)] += times * share;
            pairs[0] += f64::from(u8::from(first.grade == second.grade));
            pairs[1] += f64::from(u8::from((first.grade < *cutoff) == (second.grade < *cutoff)));
            pairs[2] += 1.0;
        }
    }
}

impl Counted {
    /// Counts an item; gives whether it has two ratings.
    fn count(&mut self, item: &[Rating], cutoff: usize) -> bool {
        if item.len() < 2 {
            self.single += 1;
            return false;
        }
        self.items += 1;
        self.alike += u64::from(item.iter().all(|rating| rating.grade == item[0].grade));
        self.across += u64::from(item.iter().any(|rating| (rating.grade < cutoff) != (item[0].grade < cutoff)));
        let (fewest, most) = self.sizes.unwrap_or((item.len(), item.len()));
        self.sizes = Some((fewest.min(item.len()), most.max(item.len())));
        for rating in item {
            let rater = rating.rater as usize;
            self.raters.resize(self.raters.len().max(rater + 1), 0);
            self.raters[rater] = 1;
        }
        true
    }

    fn raters(&self) -> usize {
        self.raters.iter().filter(|rated| **rated > 0).count()
    }

    /// Why κ for a fixed number of labellers is undefined, where the number varies.
    fn varying(&self) -> Option<String> {
        let (fewest, most) = self.sizes?;
        (fewest < most).then(|| format!("the number of labellers an item varies, {fewest} to {most}"))
    }
}

#[cfg(test)]
mod tests;
