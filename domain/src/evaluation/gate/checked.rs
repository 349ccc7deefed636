//! Checks with what they found.

use serde::Serialize;

use super::ends::{at_least, ends};
use super::{Contest, Decide, Rules, Unjudged, Verdict};
use crate::evaluation::bounds::bounds_of_mean;
use crate::evaluation::pair::Pair;
use crate::evaluation::resample::{bootstrap, randomisation};
use crate::evaluation::statistics::TIE;
use crate::evaluation::{Bounds, Evaluation, RunPair, Summary, mean};
use crate::metric::Measure;

/// A latency or a cost that fewer of a hundred queries have says nothing of the others.
const KNOWN_PERCENT: usize = 95;
/// How many queries are named that fell.
const FELL: usize = 5;

/// A check with what it found. What there is no baseline for, or no bounds, is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// What was asked, as it was written.
    pub check: String,
    pub measure: String,
    /// How many queries it is decided on.
    pub n: usize,
    /// What the baseline has.
    pub before: Option<f64>,
    /// What the run has.
    pub after: Option<f64>,
    /// `after − before`.
    pub difference: Option<f64>,
    /// The 95 % interval of the difference, or of the run's mean where it is not compared.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Two-sided p of the paired randomisation test.
    pub p: Option<f64>,
    /// What the difference, or the run's mean, could be whatever the unjudged hits are worth.
    pub bounds: Option<[f64; 2]>,
    /// The share of the run's hits that is judged.
    pub judged: Option<f64>,
    /// That of the baseline's.
    pub judged_before: Option<f64>,
    /// The queries that the run lacks; they count 0.
    pub missing: Vec<String>,
    /// The queries that fell most, the worst first.
    pub fell: Vec<Fall>,
    /// What is allowed.
    pub limit: f64,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why it cannot be decided, in words.
    pub reason: Option<String>,
}

/// A query that the run does worse on than the baseline.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fall {
    pub query_id: String,
    pub before: f64,
    pub after: f64,
}

impl Checked {
    /// That a measure is at most so much below the baseline's.
    pub(super) fn max_drop(measure: Measure, limit: f64, runs: RunPair, rules: Rules) -> Self {
        let pairs = runs.pairs(measure);
        let differences: Vec<f64> = pairs.iter().map(Pair::difference).collect();
        let bounds: Vec<Bounds> = pairs.iter().map(|pair| pair.bounds).collect();
        let check = format!("max-drop {measure}={limit}");
        Self {
            before: mean(pairs.iter().map(|pair| pair.from)),
            after: mean(pairs.iter().map(|pair| pair.to)),
            difference: mean(differences.iter().copied()),
            p: (!differences.is_empty()).then(|| randomisation(&differences)),
            judged_before: Some(runs.from.judged_share(measure)),
            fell: fell(&pairs),
            ..Self::of_measure(check, measure, runs.to, limit, &differences, &bounds).decided(-limit, &differences, &bounds, rules)
        }
    }

    /// That a measure is at least so much.
    pub(super) fn min(measure: Measure, limit: f64, run: &Evaluation, rules: Rules) -> Self {
        let scores: Vec<f64> = run.queries.iter().filter_map(|query| query.scores.get(measure).copied()).collect();
        let bounds: Vec<Bounds> = run.queries.iter().map(|query| query.bounds(measure)).collect();
        let check = format!("min {measure}={limit}");
        Self {
            after: mean(scores.iter().copied()),
            ..Self::of_measure(check, measure, run, limit, &scores, &bounds).decided(limit, &scores, &bounds, rules)
        }
    }

    pub(super) fn p95_ms(limit: f64, contest: Contest) -> Self {
        let known = contest.run.summary.known.latency_ms;
        let value = |summary: &Summary| summary.latency_ms.map(|latency| latency.p95);
        Self::at_most(format!("p95-ms {limit}"), "latency_p95_ms", limit, contest, known, value)
    }

    pub(super) fn cost(limit: f64, contest: Contest) -> Self {
        let known = contest.run.summary.known.cost_usd;
        Self::at_most(format!("cost {limit}"), "cost_usd", limit, contest, known, |summary| summary.cost_usd)
    }

    /// With nothing found yet.
    fn new(check: String, measure: String, limit: f64, run: &Evaluation) -> Self {
        Self {
            check,
            measure,
            n: 0,
            before: None,
            after: None,
            difference: None,
            low: None,
            high: None,
            p: None,
            bounds: None,
            judged: None,
            judged_before: None,
            missing: run.summary.missing_queries.clone(),
            fell: Vec::new(),
            limit,
            verdict: Verdict::Undecidable,
            reason: Some("no query was averaged".into()),
        }
    }

    /// The interval and the bounds of the mean of some numbers.
    fn of_measure(check: String, measure: Measure, run: &Evaluation, limit: f64, values: &[f64], bounds: &[Bounds]) -> Self {
        let interval = (!values.is_empty()).then(|| bootstrap(values));
        Self {
            n: values.len(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            bounds: bounds_of_mean(bounds.iter().copied()).map(|bounds| [bounds.low, bounds.high]),
            judged: Some(run.judged_share(measure)),
            ..Self::new(check, measure.to_string(), limit, run)
        }
    }

    /// Decides whether the mean of some numbers is at least so much.
    fn decided(self, least: f64, values: &[f64], bounds: &[Bounds], rules: Rules) -> Self {
        let Some(ends) = ends(values, bounds, rules) else { return self };
        let verdict = at_least(least, ends);
        let reason = (verdict == Verdict::Undecidable).then(|| open(least, ends, rules));
        Self { verdict, reason, ..self }
    }

    fn at_most(check: String, measure: &str, limit: f64, contest: Contest, n: usize, value: impl Fn(&Summary) -> Option<f64>) -> Self {
        let (after, all) = (value(&contest.run.summary), contest.run.summary.n);
        let before = contest.pair.and_then(|pair| value(&pair.from.summary));
        let (verdict, reason) = match after {
            None => (Verdict::Undecidable, Some(format!("the run's file has no {measure} of any query of the golden set"))),
            Some(_) if n * 100 < all * KNOWN_PERCENT => {
                let reason = format!("it is known for {n} of {all} queries only: at least {KNOWN_PERCENT} % are wanted");
                (Verdict::Undecidable, Some(reason))
            }
            Some(after) if after <= limit => (Verdict::Pass, None),
            Some(_) => (Verdict::Fail, None),
        };
        let difference = before.zip(after).map(|(before, after)| after - before);
        Self { n, before, after, difference, verdict, reason, ..Self::new(check, measure.to_owned(), limit, contest.run) }
    }
}

/// Why what lies between two ends cannot be decided.
fn open(limit: f64, ends: Bounds, rules: Rules) -> String {
    let Bounds { low, high } = ends;
    let range = format!("could be from {low:.4} to {high:.4}, and the limit is {limit:.4}");
    match (rules.unjudged, rules.decide) {
        (Unjudged::Bounds, Decide::Point) => {
            format!("it {range}: judge the hits that nobody judged, or say --unjudged not-relevant")
        }
        (Unjudged::Bounds, Decide::Interval) => {
            format!("with other queries and whatever the unjudged hits are worth it {range}: judge more hits or add queries")
        }
        (Unjudged::NotRelevant, _) => format!("with other queries it {range}: add queries, or say --decide point"),
    }
}

fn fell(pairs: &[Pair]) -> Vec<Fall> {
    let mut worse: Vec<&Pair> = pairs.iter().filter(|pair| pair.difference() < -TIE).collect();
    worse.sort_by(|a, b| a.difference().total_cmp(&b.difference()));
    let fall = |pair: &Pair| Fall { query_id: pair.query_id.to_owned(), before: pair.from, after: pair.to };
    worse.into_iter().take(FELL).map(fall).collect()
}
