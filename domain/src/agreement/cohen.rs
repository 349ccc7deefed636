//! Cohen's κ of two raters: 1 − observed ÷ expected disagreement, a disagreement weighing by the distance of the grades.

use super::ratings::float;
use super::{NO_ITEM, NO_VARIATION};

/// Every difference weighs the same.
pub fn unweighted(distance: f64) -> f64 {
    f64::from(u8::from(distance > 0.0))
}

pub fn linear(distance: f64) -> f64 {
    distance
}

pub fn quadratic(distance: f64) -> f64 {
    distance * distance
}

/// κ of a confusion matrix, row by row.
pub fn kappa(cells: &[u64], grades: usize, weight: fn(f64) -> f64) -> Result<f64, &'static str> {
    let n: u64 = cells.iter().sum();
    if n == 0 {
        return Err(NO_ITEM);
    }
    let row = |grade: usize| float(cells[grade * grades..(grade + 1) * grades].iter().sum());
    let column = |grade: usize| float((0..grades).map(|first| cells[first * grades + grade]).sum());
    let (rows, columns): (Vec<f64>, Vec<f64>) = (0..grades).map(|grade| (row(grade), column(grade))).unzip();
    let (mut observed, mut expected) = (0.0, 0.0);
    for first in 0..grades {
        for second in 0..grades {
            let weight = weight(float(first.abs_diff(second) as u64));
            observed += weight * float(cells[first * grades + second]);
            expected += weight * rows[first] * columns[second];
        }
    }
    if expected > 0.0 { Ok(1.0 - float(n) * observed / expected) } else { Err(NO_VARIATION) }
}
