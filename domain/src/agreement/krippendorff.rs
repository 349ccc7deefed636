//! Krippendorff's α: 1 − observed ÷ expected disagreement, over all pairs of ratings of an item, with missing ratings.

use super::{NO_ITEM, NO_VARIATION};

/// α by nominal, ordinal and interval differences, from the coincidences of grades.
pub fn alpha(coincidences: &[Vec<f64>]) -> [Result<f64, &'static str>; 3] {
    let totals: Vec<f64> = coincidences.iter().map(|row| row.iter().sum()).collect();
    let nominal = |first: usize, second: usize| f64::from(u8::from(first != second));
    let ordinal = |first: usize, second: usize| {
        let (low, high) = (first.min(second), first.max(second));
        let between: f64 = totals[low..=high].iter().sum();
        (between - f64::midpoint(totals[first], totals[second])).powi(2)
    };
    let interval = |first: usize, second: usize| (index(first) - index(second)).powi(2);
    [of_distance(coincidences, &totals, nominal), of_distance(coincidences, &totals, ordinal), of_distance(coincidences, &totals, interval)]
}

fn of_distance(coincidences: &[Vec<f64>], totals: &[f64], distance: impl Fn(usize, usize) -> f64) -> Result<f64, &'static str> {
    let n: f64 = totals.iter().sum();
    if n < 2.0 {
        return Err(NO_ITEM);
    }
    let (mut observed, mut expected) = (0.0, 0.0);
    for first in 0..totals.len() {
        for second in (0..totals.len()).filter(|second| *second != first) {
            let weight = distance(first, second);
            observed += coincidences[first][second] * weight;
            expected += totals[first] * totals[second] * weight;
        }
    }
    if expected > 0.0 { Ok(1.0 - (n - 1.0) * observed / expected) } else { Err(NO_VARIATION) }
}

fn index(grade: usize) -> f64 {
    u32::try_from(grade).map_or(0.0, f64::from)
}
