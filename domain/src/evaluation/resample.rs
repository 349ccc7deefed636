//! Chance: what a mean difference would be over other queries, and with random signs.
//!
//! The interval is Efron's percentile bootstrap over queries; the test is Fisher's randomisation test on pairs, as Smucker,
//! Allan and Carterette recommend for retrieval (CIKM 2007).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

use super::statistics::{TIE, as_float};

/// How many resamples the interval has, and how many the test.
pub const RESAMPLES: usize = 10_000;
/// The seed of both, so that the same data give the same numbers.
pub const SEED: u64 = 20_261_130;

/// 95 % of the resampled means lie between these.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A number below `n`; the bias of the multiplication is below 2^-32.
#[inline]
pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    usize::try_from((u64::from(rng.next_u32()) * n as u64) >> 32).unwrap_or_default()
}

/// The bootstrap's interval of the mean difference, for one query at least.
pub(super) fn bootstrap(differences: &[f64]) -> Interval {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let n = differences.len();
    let resample = |_| (0..n).map(|_| differences[below(&mut rng, n)]).sum::<f64>() / as_float(n);
    let mut means: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    means.sort_unstable_by(f64::total_cmp);
    Interval { low: means[RESAMPLES / 40], high: means[RESAMPLES - RESAMPLES / 40 - 1] }
}

/// `(1 + how many are at least as extreme) ÷ (1 + resamples)`, so that p is never 0.
pub(super) fn randomisation(differences: &[f64]) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let observed = differences.iter().sum::<f64>().abs() - TIE;
    let extreme = (0..RESAMPLES).filter(|_| signed_sum(&mut rng, differences).abs() >= observed).count();
    as_float(extreme + 1) / as_float(RESAMPLES + 1)
}

fn signed_sum(rng: &mut ChaCha8Rng, differences: &[f64]) -> f64 {
    let mut sum = 0.0;
    for part in differences.chunks(32) {
        let mut signs = rng.next_u32();
        for value in part {
            sum += if signs & 1 == 0 { *value } else { -*value };
            signs >>= 1;
        }
    }
    sum
}
