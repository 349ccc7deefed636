//! How far two labellers agree on what both rated.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::resample::{Estimate, Value, estimates};
use super::rows::Rows;
use super::{Measured, Ratings, cohen};

/// How often one rater gave one grade, the row, where another gave another, the column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Confusion(pub Vec<Vec<u64>>);

impl Confusion {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the sums are counts")]
    pub(super) fn new(sums: &[f64], grades: usize) -> Self {
        Self(sums.chunks(grades).map(|row| row.iter().map(|count| *count as u64).collect()).collect())
    }

    /// How many items both rated.
    pub fn n(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// How many of them both gave the same.
    pub fn alike(&self) -> u64 {
        (0..self.0.len()).map(|grade| self.0[grade][grade]).sum()
    }
}

/// How far two labellers agree on what both rated.
#[derive(Debug, Clone, PartialEq)]
pub struct PairAgreement {
    /// The labellers, by their place among the raters.
    pub a: u32,
    pub b: u32,
    pub agreement: TwoRaters,
}

/// How far two raters agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TwoRaters {
    /// How many items both rated.
    pub n: u64,
    pub percent: Measured,
    /// Every difference weighs the same.
    pub cohen: Measured,
    /// A difference of grades weighs by its size.
    pub cohen_linear: Measured,
    /// A difference of grades weighs by its square.
    pub cohen_quadratic: Measured,
    /// What the first gave, the rows, where the second gave what, the columns.
    pub matrix: Confusion,
}

impl PairAgreement {
    /// That of each two labellers whom `shown` takes and who rated an item in common, and how many pairs more there are. At most `most`
    /// are worked out, those with most items in common: a thousand labellers are half a million pairs.
    pub fn of_pairs(ratings: &Ratings, shown: impl Fn(u32, u32) -> bool, most: usize) -> (Vec<Self>, usize) {
        let mut found: HashMap<(u32, u32), Rows> = HashMap::new();
        for item in ratings.items() {
            for (at, first) in item.iter().enumerate() {
                for second in &item[at + 1..] {
                    let (a, b) = if first.rater < second.rater { (first, second) } else { (second, first) };
                    let rows = found.entry((a.rater, b.rater)).or_insert_with(|| Rows::new(ratings.grades * ratings.grades));
                    rows.of(item[0].query)[a.grade * ratings.grades + b.grade] += 1.0;
                }
            }
        }
        let mut pairs: Vec<_> =
            found.into_iter().filter(|((a, b), _)| shown(*a, *b)).map(|(pair, rows)| (pair, rows.sums(), rows)).collect();
        let in_common = |sums: &[f64]| sums.iter().sum::<f64>();
        pairs.sort_unstable_by(|one, other| in_common(&other.1).total_cmp(&in_common(&one.1)).then(one.0.cmp(&other.0)));
        let more = pairs.len().saturating_sub(most);
        pairs.truncate(most);
        (pairs.into_iter().map(|((a, b), _, rows)| Self { a, b, agreement: TwoRaters::of(&rows, ratings.grades) }).collect(), more)
    }
}

impl TwoRaters {
    /// That of confusions, one row a query.
    fn of(rows: &Rows, grades: usize) -> Self {
        Self::new(&rows.sums(), grades, estimates(rows, |cells| Self::measures(cells, grades)))
    }

    /// That of a confusion matrix, row by row, and the estimates of its measures.
    pub(super) fn new(cells: &[f64], grades: usize, measures: [Estimate; 4]) -> Self {
        let matrix = Confusion::new(cells, grades);
        let n = matrix.n();
        let [percent, cohen, cohen_linear, cohen_quadratic] = measures.map(|estimate| estimate.over(n));
        Self { n, percent, cohen, cohen_linear, cohen_quadratic, matrix }
    }

    /// The share of equal pairs, and κ unweighted, linear and quadratic.
    pub(super) fn measures(cells: &[f64], grades: usize) -> [Value; 4] {
        let [unweighted, linear, quadratic] = cohen::kappas(cells, grades);
        [cohen::percent(cells, grades), unweighted, linear, quadratic]
    }
}
