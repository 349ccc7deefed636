//! Two runs on the same version, compared query by query.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

/// How many resamples the interval has, and how many the test.
pub const RESAMPLES: usize = 10_000;
/// The seed of both, so that the same data give the same numbers.
pub const SEED: u64 = 20_261_130;
/// Differences smaller than this are ties: two sums of the same numbers can differ by it.
const TIE: f64 = 1e-9;

/// One measure of two runs, compared query by query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// How many queries both were scored on.
    pub n: usize,
    /// The mean of the first run.
    pub from: f64,
    /// The mean of the second.
    pub to: f64,
    /// `to − from`.
    pub difference: f64,
    /// 95 % of the bootstrap's mean differences lie between these (percentile method).
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Two-sided p of the paired randomisation test: how often random signs give a mean difference at least as large.
    pub p: f64,
    /// Queries that the second run does better on.
    pub wins: usize,
    /// Queries without a difference.
    pub ties: usize,
    /// Queries that the second run does worse on.
    pub losses: usize,
    /// The smallest true difference that this many queries would show in four of five tries at the 5 % level.
    pub detectable: f64,
    /// The mean difference of each style.
    pub styles: BTreeMap<String, StyleDifference>,
}

/// The mean difference over the queries of one style.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StyleDifference {
    /// How many queries.
    pub n: usize,
    /// Their mean difference.
    pub difference: f64,
}

/// What a difference could be at the least and at the most, whatever the chunks that nobody judged are worth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The second run as it is, less the first at its best.
    pub low: f64,
    /// The second run at its best, less the first as it is.
    pub high: f64,
    /// Whether what nobody judged could turn the difference round: the runs are judged to different shares, and both signs
    /// are possible.
    pub undecidable: bool,
}

/// The bounds of a difference, from the means of both runs as they are and at their best, and their judged shares.
pub fn bounds((from, from_best, from_judged): (f64, f64, f64), (to, to_best, to_judged): (f64, f64, f64)) -> Bounds {
    let (low, high) = (to - from_best, to_best - from);
    let gap = (from_judged - to_judged).abs() > TIE;
    Bounds { low, high, undecidable: gap && low < 0.0 && high > 0.0 }
}

/// One query's score in both runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair<'a> {
    /// The query's style.
    pub style: &'a str,
    /// What the first run scored.
    pub from: f64,
    /// What the second run scored.
    pub to: f64,
}

/// Compares two runs; none without a query.
///
/// The interval is Efron's percentile bootstrap over queries; the test is Fisher's randomisation test on pairs, as Smucker,
/// Allan and Carterette recommend for retrieval (CIKM 2007). Both use 10,000 resamples and a fixed seed.
pub fn compare(pairs: &[Pair]) -> Option<Comparison> {
    let differences: Vec<f64> = pairs.iter().map(|pair| pair.to - pair.from).collect();
    let n = differences.len();
    let count = as_float(n);
    let difference = mean(&differences)?;
    let (low, high) = interval(&differences);
    let variance = differences.iter().map(|value| (value - difference).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let mut by_style: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (pair, difference) in pairs.iter().zip(&differences) {
        by_style.entry(pair.style.to_owned()).or_default().push(*difference);
    }
    let style = |(style, values): (String, Vec<f64>)| Some((style, StyleDifference { n: values.len(), difference: mean(&values)? }));
    Some(Comparison {
        n,
        from: mean(&pairs.iter().map(|pair| pair.from).collect::<Vec<_>>())?,
        to: mean(&pairs.iter().map(|pair| pair.to).collect::<Vec<_>>())?,
        difference,
        low,
        high,
        p: randomisation(&differences),
        wins: differences.iter().filter(|value| **value > TIE).count(),
        ties: differences.iter().filter(|value| value.abs() <= TIE).count(),
        losses: differences.iter().filter(|value| **value < -TIE).count(),
        // 1.96 + 0.84: the normal quantiles of 97.5 % and 80 %.
        detectable: 2.801_585 * (variance / count).sqrt(),
        styles: by_style.into_iter().filter_map(style).collect(),
    })
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / as_float(values.len()))
}

#[expect(clippy::cast_precision_loss, reason = "counts of queries are far below 2^52")]
fn as_float(count: usize) -> f64 {
    count as f64
}

/// A number below `n`; the bias of the multiplication is below 2^-32.
fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    usize::try_from((u64::from(rng.next_u32()) * n as u64) >> 32).unwrap_or_default()
}

fn interval(differences: &[f64]) -> (f64, f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let n = differences.len();
    let resample = |_| (0..n).map(|_| differences[below(&mut rng, n)]).sum::<f64>() / as_float(n);
    let mut means: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    means.sort_unstable_by(f64::total_cmp);
    (means[RESAMPLES / 40], means[RESAMPLES - RESAMPLES / 40 - 1])
}

/// `(1 + how many are at least as extreme) ÷ (1 + resamples)`, so that p is never 0.
fn randomisation(differences: &[f64]) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(scores: &[(f64, f64)]) -> Vec<Pair<'static>> {
        scores.iter().map(|(from, to)| Pair { style: "question", from: *from, to: *to }).collect()
    }

    #[test]
    fn equal_runs_do_not_differ() {
        let same = compare(&pairs(&[(0.5, 0.5), (1.0, 1.0), (0.0, 0.0)])).expect("queries");
        assert_eq!((same.wins, same.ties, same.losses), (0, 3, 0));
        assert!(same.difference.abs() < 1e-12 && (same.p - 1.0).abs() < 1e-12);
        assert!(same.low.abs() < 1e-12 && same.high.abs() < 1e-12);
    }

    #[test]
    fn a_run_that_is_better_everywhere_is_better_beyond_chance() {
        let better = compare(&pairs(&[(0.1, 0.4); 30])).expect("queries");
        assert!((better.difference - 0.3).abs() < 1e-12);
        assert!(better.p < 0.001, "{}", better.p);
        assert!(better.low > 0.0 && better.wins == 30);
    }

    #[test]
    fn the_test_of_few_queries_equals_its_exact_value() {
        // Of the 16 ways to sign 0.1, 0.2, 0.3, 0.4 two are as extreme as the sum itself: p = 0.125.
        let p = compare(&pairs(&[(0.0, 0.1), (0.0, 0.2), (0.0, 0.3), (0.0, 0.4)])).expect("queries").p;
        assert!((p - 0.125).abs() < 0.01, "{p}");
    }

    #[test]
    fn the_same_data_give_the_same_numbers() {
        let data = pairs(&[(0.2, 0.9), (0.7, 0.1), (0.4, 0.5), (0.3, 0.3)]);
        let compared = compare(&data).expect("queries");
        assert!((compared.low + 0.425).abs() < 1e-12 && (compared.high - 0.525).abs() < 1e-12, "{compared:?}");
        assert!((compared.p - 7496.0 / 10_001.0).abs() < 1e-12, "{compared:?}");
        assert_eq!(compare(&[]), None);
    }

    #[test]
    fn a_difference_that_unjudged_chunks_could_turn_round_is_undecidable() {
        assert!(bounds((0.6, 0.6, 1.0), (0.5, 0.7, 0.8)).undecidable);
        assert!(!bounds((0.6, 0.6, 1.0), (0.5, 0.55, 0.9)).undecidable, "at its best it is still worse");
        assert!(!bounds((0.6, 0.8, 0.8), (0.5, 0.7, 0.8)).undecidable, "both are judged to the same share");
    }

    #[test]
    fn styles_are_compared_apart() {
        let mut data = pairs(&[(0.0, 1.0), (0.0, 0.0)]);
        data[1].style = "keyword";
        let styles = compare(&data).expect("queries").styles;
        assert!((styles["question"].difference - 1.0).abs() < 1e-12 && styles["keyword"].difference.abs() < 1e-12);
    }
}
