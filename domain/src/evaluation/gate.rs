//! The gate: whether a run is good enough to go on, decided from its evaluation and that of a baseline.

use serde::Serialize;

use super::{Bounds, Evaluation};
use crate::Invalid;
use crate::metric::Measure;

/// A number that misses its limit by less than this holds: sums of the same numbers can differ by it.
const ROUNDING: f64 = 1e-12;

/// What is asked of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Check {
    /// A measure may be at most this much below the baseline's.
    MaxDrop(Measure, f64),
    /// A measure must be at least this.
    Min(Measure, f64),
    /// The 95th percentile of the latency may be at most this, in milliseconds.
    P95Ms(f64),
    /// The mean cost a query may be at most this, in US dollars.
    Cost(f64),
}

/// What came of a check, or of all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[must_use]
pub enum Verdict {
    /// It holds.
    Pass,
    /// It does not.
    Fail,
    /// The data do not say.
    Undecidable,
}

impl Verdict {
    /// The process's exit code.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Fail => 1,
            Self::Undecidable => 2,
        }
    }

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Undecidable => "undecidable",
        }
    }
}

/// A check with what it found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// What was asked, as it was written.
    pub check: String,
    /// What the baseline has, where it matters.
    pub baseline: Option<f64>,
    /// What the run has.
    pub value: Option<f64>,
    /// What is allowed.
    pub limit: f64,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why it cannot be decided, in words.
    pub reason: Option<String>,
}

/// Decides each check.
pub fn decide_checks(checks: &[Check], run: &Evaluation, baseline: Option<&Evaluation>) -> Result<Vec<Checked>, Invalid> {
    checks.iter().map(|check| decide_check(*check, run, baseline)).collect()
}

/// The verdict of all checks: a failure is one, whatever else cannot be decided.
pub fn overall_verdict(reasons: &[String], checks: &[Checked]) -> Verdict {
    let any = |verdict| checks.iter().any(|check| check.verdict == verdict);
    if !reasons.is_empty() || checks.is_empty() {
        Verdict::Undecidable
    } else if any(Verdict::Fail) {
        Verdict::Fail
    } else if any(Verdict::Undecidable) {
        Verdict::Undecidable
    } else {
        Verdict::Pass
    }
}

fn decide_check(check: Check, run: &Evaluation, baseline: Option<&Evaluation>) -> Result<Checked, Invalid> {
    match check {
        Check::MaxDrop(measure, limit) => {
            let baseline = baseline.ok_or_else(|| Invalid::new("--max-drop needs a --baseline to compare with"))?;
            Ok(max_drop(measure, limit, run, baseline))
        }
        Check::Min(measure, limit) => Ok(min(measure, limit, run)),
        Check::P95Ms(limit) => Ok(at_most("p95-ms", limit, run.summary.latency_ms.map(|latency| latency.p95))),
        Check::Cost(limit) => Ok(at_most("cost", limit, run.summary.cost_usd)),
    }
}

/// The mean of a measure, with its bounds; none where no query was averaged.
fn bounded_mean(evaluation: &Evaluation, measure: Measure) -> Option<(f64, Bounds)> {
    evaluation.summary.measures.get(measure).copied().zip(evaluation.bounds(measure))
}

fn max_drop(measure: Measure, limit: f64, run: &Evaluation, baseline: &Evaluation) -> Checked {
    let (before, now) = (bounded_mean(baseline, measure), bounded_mean(run, measure));
    let (verdict, reason) = match (before, now) {
        (Some(before), Some(now)) => decide_drop(limit, (before, baseline.judged_share(measure)), (now, run.judged_share(measure))),
        _ => (Verdict::Undecidable, Some("no query was averaged".into())),
    };
    let (before, now) = (before.map(|(mean, _)| mean), now.map(|(mean, _)| mean));
    Checked { check: format!("max-drop {measure}={limit}"), baseline: before, value: now, limit, verdict, reason }
}

/// Of each side the mean with its bounds, and the judged share.
type Side = ((f64, Bounds), f64);

fn decide_drop(limit: f64, ((before, best_before), judged_before): Side, ((now, best_now), judged_now): Side) -> (Verdict, Option<String>) {
    let holds = |before: f64, now: f64| before - now <= limit + ROUNDING;
    // Who is judged less may be better than it seems.
    let otherwise = if judged_now < judged_before { holds(before, best_now.high) } else { holds(best_before.high, now) };
    let decided = holds(before, now) == otherwise || (judged_now - judged_before).abs() < ROUNDING;
    match (decided, holds(before, now)) {
        (false, _) => (
            Verdict::Undecidable,
            Some(format!(
                "{judged_now:.3} of the run's hits and {judged_before:.3} of the baseline's are judged: what is not could turn it round"
            )),
        ),
        (true, true) => (Verdict::Pass, None),
        (true, false) => (Verdict::Fail, None),
    }
}

fn min(measure: Measure, limit: f64, run: &Evaluation) -> Checked {
    let judged = run.judged_share(measure);
    let mean = bounded_mean(run, measure);
    let verdict = match mean {
        Some((mean, _)) if mean >= limit - ROUNDING => Verdict::Pass,
        Some((_, bounds)) if bounds.high < limit - ROUNDING || judged > 1.0 - ROUNDING => Verdict::Fail,
        _ => Verdict::Undecidable,
    };
    let reason = (verdict == Verdict::Undecidable)
        .then(|| format!("only {judged:.3} of the run's hits are judged: with the others it could reach {limit}"));
    Checked { check: format!("min {measure}={limit}"), baseline: None, value: mean.map(|(mean, _)| mean), limit, verdict, reason }
}

fn at_most(what: &str, limit: f64, value: Option<f64>) -> Checked {
    let verdict = match value {
        Some(value) if value <= limit => Verdict::Pass,
        Some(_) => Verdict::Fail,
        None => Verdict::Undecidable,
    };
    let reason = value.is_none().then(|| format!("the run's file says nothing of {what}"));
    Checked { check: format!("{what} {limit}"), baseline: None, value, limit, verdict, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Golden, QueryScore, RunFacts, ScorePrecision, Settings};

    /// A run with one query: its recall, what that could be at the most, and the judged share.
    fn evaluation((low, high, judged): (f64, f64, f64)) -> Evaluation {
        let queries = vec![QueryScore {
            query_id: "q".into(),
            style: None,
            missing: false,
            scores: [(recall(), low), (Measure::judged_at(5), judged)].into_iter().collect(),
            bounds: [(recall(), Bounds { low, high })].into_iter().collect(),
            top: vec![],
            relevant: 1,
            duplicate_hits: 0,
        }];
        let settings = Settings {
            measures: vec![recall(), Measure::judged_at(5)],
            cutoff: 1,
            precision: ScorePrecision::Double,
            include_unanswerable: false,
            bounds: true,
        };
        Evaluation::new(&Golden::<String>::default(), RunFacts::default(), &settings, queries)
    }

    fn recall() -> Measure {
        "recall@5".parse().expect("a measure")
    }

    /// The verdict on a drop of at most 0.02.
    fn drop(before: (f64, f64, f64), now: (f64, f64, f64)) -> Verdict {
        let checks = [Check::MaxDrop(recall(), 0.02)];
        decide_checks(&checks, &evaluation(now), Some(&evaluation(before))).expect("decided")[0].verdict
    }

    #[test]
    fn a_drop_within_the_limit_passes_and_a_larger_one_fails() {
        assert_eq!(drop((0.80, 0.80, 1.0), (0.78, 0.78, 1.0)), Verdict::Pass);
        assert_eq!(drop((0.80, 0.80, 1.0), (0.77, 0.77, 1.0)), Verdict::Fail);
    }

    #[test]
    fn a_drop_that_unjudged_chunks_could_explain_cannot_be_decided() {
        assert_eq!(drop((0.80, 0.80, 1.0), (0.70, 0.85, 0.8)), Verdict::Undecidable);
        assert_eq!(drop((0.80, 0.80, 1.0), (0.70, 0.75, 0.9)), Verdict::Fail);
        assert_eq!(drop((0.80, 0.95, 0.8), (0.80, 0.80, 1.0)), Verdict::Undecidable);
        assert_eq!(drop((0.80, 0.95, 0.8), (0.80, 0.95, 0.8)), Verdict::Pass);
    }

    #[test]
    fn what_a_file_does_not_say_cannot_be_decided() {
        let run = evaluation((0.9, 0.9, 1.0));
        assert_eq!(decide_checks(&[Check::P95Ms(800.0)], &run, None).expect("decided")[0].verdict, Verdict::Undecidable);
        assert!(decide_checks(&[Check::MaxDrop(recall(), 0.1)], &run, None).is_err(), "no baseline");
    }

    #[test]
    fn one_failure_fails_all_and_a_reason_or_no_check_decides_nothing() {
        let run = evaluation((0.9, 0.9, 1.0));
        let checked =
            decide_checks(&[Check::Min(recall(), 0.5), Check::Min(recall(), 0.95), Check::Cost(1.0)], &run, None).expect("decided");
        assert_eq!(overall_verdict(&[], &checked), Verdict::Fail);
        assert_eq!(overall_verdict(&[], &checked[..1]), Verdict::Pass);
        assert_eq!(overall_verdict(&["too few queries".into()], &checked[..1]), Verdict::Undecidable);
        assert_eq!(overall_verdict(&[], &[]), Verdict::Undecidable);
    }
}
