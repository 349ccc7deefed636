//! Cohen's κ of two raters: 1 − observed ÷ expected disagreement, a disagreement weighing by the distance of the grades.

use super::resample::Value;
use super::{NO_ITEM, NO_VARIATION, float};

/// What a distance of two grades weighs: all the same, by size, by its square.
const WEIGHTS: [fn(f64) -> f64; 3] = [|distance| f64::from(u8::from(distance > 0.0)), |distance| distance, |distance| distance * distance];

/// κ unweighted, linear and quadratic, of a confusion matrix row by row.
pub(super) fn kappas(cells: &[f64], grades: usize) -> [Value; 3] {
    let n: f64 = cells.iter().sum();
    if n < 1.0 {
        return [Err(NO_ITEM); 3];
    }
    let rows: Vec<f64> = cells.chunks(grades).map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..grades).map(|second| cells.iter().skip(second).step_by(grades).sum()).collect();
    let (mut observed, mut expected) = ([0.0; 3], [0.0; 3]);
    for first in 0..grades {
        for second in (0..grades).filter(|second| *second != first) {
            let distance = float(first.abs_diff(second) as u64);
            for (at, weight) in WEIGHTS.iter().enumerate() {
                observed[at] += weight(distance) * cells[first * grades + second];
                expected[at] += weight(distance) * rows[first] * columns[second];
            }
        }
    }
    std::array::from_fn(|at| if expected[at] > 0.0 { Ok(1.0 - n * observed[at] / expected[at]) } else { Err(NO_VARIATION) })
}

/// The share of items to which both gave the same.
pub(super) fn percent(cells: &[f64], grades: usize) -> Value {
    let n: f64 = cells.iter().sum();
    let equal: f64 = cells.iter().step_by(grades + 1).sum();
    if n > 0.0 { Ok(equal / n) } else { Err(NO_ITEM) }
}
