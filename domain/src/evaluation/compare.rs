//! Two runs on the same version, compared query by query.

use serde::{Deserialize, Serialize};

use super::bounds::bounds_of_mean;
use super::pair::{Pair, RunPair};
use super::resample::{Interval, bootstrap, randomisation};
use super::statistics::{TIE, as_float};
use super::{Bounds, ByMeasure, mean};
use crate::query::Style;

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
    /// Where the difference lies over other queries like these.
    pub interval: Interval,
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
    /// What the difference could be, whatever the chunks that nobody judged are worth.
    pub bounds: Bounds,
    /// Whether what nobody judged decides which run is better.
    pub undecidable: bool,
    /// The mean difference of each style that has a query.
    pub styles: Vec<StyleDifference>,
}

/// The mean difference over the queries of one style.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StyleDifference {
    pub style: Style,
    /// How many queries.
    pub n: usize,
    /// Their mean difference.
    pub difference: f64,
}

/// Compares two runs in each measure, but for the judged shares; a measure without a query is left out.
pub fn compare(runs: RunPair) -> ByMeasure<Comparison> {
    let measures = runs.to.summary.measures.measures().filter(|measure| !measure.is_judged_share());
    measures.filter_map(|measure| Some((measure, compare_pairs(&runs.pairs(measure))?))).collect()
}

/// Compares pairs; none without a pair.
fn compare_pairs(pairs: &[Pair]) -> Option<Comparison> {
    let differences: Vec<f64> = pairs.iter().map(Pair::difference).collect();
    let difference = mean(differences.iter().copied())?;
    let bounds = bounds_of_mean(pairs.iter().map(|pair| pair.bounds))?;
    Some(Comparison {
        n: pairs.len(),
        from: mean(pairs.iter().map(|pair| pair.from))?,
        to: mean(pairs.iter().map(|pair| pair.to))?,
        difference,
        interval: bootstrap(&differences),
        p: randomisation(&differences),
        wins: differences.iter().filter(|value| **value > TIE).count(),
        ties: differences.iter().filter(|value| value.abs() <= TIE).count(),
        losses: differences.iter().filter(|value| **value < -TIE).count(),
        detectable: detectable(&differences, difference),
        bounds,
        undecidable: bounds.have_both_signs(),
        styles: Style::ALL.into_iter().filter_map(|style| style_difference(style, pairs)).collect(),
    })
}

fn detectable(differences: &[f64], mean: f64) -> f64 {
    let count = as_float(differences.len());
    let variance = differences.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    // 1.96 + 0.84: the normal quantiles of 97.5 % and 80 %.
    2.801_585 * (variance / count).sqrt()
}

fn style_difference(style: Style, pairs: &[Pair]) -> Option<StyleDifference> {
    let differences: Vec<f64> = pairs.iter().filter(|pair| pair.style == Some(style)).map(Pair::difference).collect();
    Some(StyleDifference { style, n: differences.len(), difference: mean(differences.iter().copied())? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(scores: &[(f64, f64)]) -> Vec<Pair<'static>> {
        let pair = |from: f64, to: f64| Pair { query_id: "q", style: Some(Style::Question), from, to, bounds: Bounds::exactly(to - from) };
        scores.iter().map(|(from, to)| pair(*from, *to)).collect()
    }

    fn compared(pairs: &[Pair]) -> Comparison {
        compare_pairs(pairs).expect("queries")
    }

    #[test]
    fn equal_runs_do_not_differ() {
        let same = compared(&pairs(&[(0.5, 0.5), (1.0, 1.0), (0.0, 0.0)]));
        assert_eq!((same.wins, same.ties, same.losses), (0, 3, 0));
        assert!(same.difference.abs() < 1e-12 && (same.p - 1.0).abs() < 1e-12);
        assert!(same.interval.low.abs() < 1e-12 && same.interval.high.abs() < 1e-12);
    }

    #[test]
    fn a_run_that_is_better_everywhere_is_better_beyond_chance() {
        let better = compared(&pairs(&[(0.1, 0.4); 30]));
        assert!((better.difference - 0.3).abs() < 1e-12);
        assert!(better.p < 0.001, "{}", better.p);
        assert!(better.interval.low > 0.0 && better.wins == 30);
    }

    #[test]
    fn the_test_of_few_queries_equals_its_exact_value() {
        // Of the 16 ways to sign 0.1, 0.2, 0.3, 0.4 two are as extreme as the sum itself: p = 0.125.
        let p = compared(&pairs(&[(0.0, 0.1), (0.0, 0.2), (0.0, 0.3), (0.0, 0.4)])).p;
        assert!((p - 0.125).abs() < 0.01, "{p}");
    }

    #[test]
    fn the_same_data_give_the_same_numbers() {
        let data = pairs(&[(0.2, 0.9), (0.7, 0.1), (0.4, 0.5), (0.3, 0.3)]);
        let compared = compare_pairs(&data).expect("queries");
        assert!((compared.interval.low + 0.425).abs() < 1e-12 && (compared.interval.high - 0.525).abs() < 1e-12, "{compared:?}");
        assert!((compared.p - 7496.0 / 10_001.0).abs() < 1e-12, "{compared:?}");
        assert_eq!(compare_pairs(&[]), None);
    }

    #[test]
    fn styles_are_compared_apart() {
        let mut data = pairs(&[(0.0, 1.0), (0.0, 0.0)]);
        data[1].style = Some(Style::Keyword);
        let styles = compared(&data).styles;
        assert_eq!(styles.iter().map(|slice| (slice.style, slice.n)).collect::<Vec<_>>(), [(Style::Keyword, 1), (Style::Question, 1)]);
        assert!((styles[1].difference - 1.0).abs() < 1e-12 && styles[0].difference.abs() < 1e-12);
    }
}
