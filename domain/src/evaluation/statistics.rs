//! Means and percentiles.

use serde::{Deserialize, Serialize};

/// Differences smaller than this are ties: two sums of the same numbers can differ by it.
pub(super) const TIE: f64 = 1e-9;

/// Two percentiles: the value at rank ⌈p·n⌉ (nearest rank).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Percentiles {
    /// Half are at most this.
    pub p50: f64,
    /// 95 of 100 are at most this.
    pub p95: f64,
}

impl Percentiles {
    /// Those of some values; none of none.
    pub fn nearest_rank(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |percent: usize| sorted.get((sorted.len() * percent).div_ceil(100).saturating_sub(1)).copied();
        Some(Self { p50: at(50)?, p95: at(95)? })
    }
}

/// The mean, summed in order; none of none.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    (count > 0).then(|| values.sum::<f64>() / as_float(count))
}

#[expect(clippy::cast_precision_loss, reason = "counts of queries are far below 2^52")]
pub(super) fn as_float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_seen() {
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(Percentiles::nearest_rank(&hundred), Some(Percentiles { p50: 50.0, p95: 95.0 }));
        assert_eq!(Percentiles::nearest_rank(&[7.0]), Some(Percentiles { p50: 7.0, p95: 7.0 }));
        assert_eq!(Percentiles::nearest_rank(&[]), None);
    }
}
