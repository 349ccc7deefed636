//! The gate: whether a run is good enough to go on, decided from its evaluation and that of a baseline.

use serde::Serialize;

use crate::Invalid;
use crate::evaluation::Evaluation;
use crate::metric::Measure;

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
    pub const fn code(self) -> u8 {
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

/// An evaluation, and what it would be if every chunk that nobody judged were of the highest grade.
#[derive(Debug, Clone, Copy)]
pub struct Bounded<'a> {
    /// As usual: what nobody judged is not relevant.
    pub low: &'a Evaluation,
    /// The most that it could be.
    pub high: &'a Evaluation,
}

impl Bounded<'_> {
    fn judged(&self, measure: Measure) -> f64 {
        let name = measure.depth().map(|k| Measure::judged_at(k).to_string());
        let judged = &self.low.judged;
        name.and_then(|name| judged.get(&name)).or_else(|| judged.values().next_back()).copied().unwrap_or_default()
    }
}

/// Decides each check.
pub fn decide(checks: &[Check], run: Bounded, baseline: Option<Bounded>) -> Result<Vec<Checked>, Invalid> {
    checks.iter().map(|check| decide_one(*check, run, baseline)).collect()
}

/// The verdict of all checks: a failure is one, whatever else cannot be decided.
pub fn overall(reasons: &[String], checks: &[Checked]) -> Verdict {
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

fn decide_one(check: Check, run: Bounded, baseline: Option<Bounded>) -> Result<Checked, Invalid> {
    match check {
        Check::MaxDrop(measure, limit) => {
            let baseline = baseline.ok_or_else(|| Invalid::new("--max-drop needs a --baseline to compare with"))?;
            Ok(max_drop(measure, limit, run, baseline))
        }
        Check::Min(measure, limit) => Ok(min(measure, limit, run)),
        Check::P95Ms(limit) => Ok(at_most("p95-ms", limit, run.low.latency_ms.map(|latency| latency.p95))),
        Check::Cost(limit) => Ok(at_most("cost", limit, run.low.cost_usd)),
    }
}

fn max_drop(measure: Measure, limit: f64, run: Bounded, baseline: Bounded) -> Checked {
    let name = measure.to_string();
    let value = |evaluation: &Evaluation| evaluation.measures.get(&name).copied();
    let mut checked = Checked {
        check: format!("max-drop {name}={limit}"),
        baseline: value(baseline.low),
        value: value(run.low),
        limit,
        verdict: Verdict::Undecidable,
        reason: Some("no query was averaged".into()),
    };
    let (Some(before), Some(now), Some(most_before), Some(most_now)) =
        (value(baseline.low), value(run.low), value(baseline.high), value(run.high))
    else {
        return checked;
    };
    let holds = |before: f64, now: f64| before - now <= limit + 1e-12;
    let (judged_before, judged_now) = (baseline.judged(measure), run.judged(measure));
    // Who is judged less may be better than it seems.
    let otherwise = if judged_now < judged_before { holds(before, most_now) } else { holds(most_before, now) };
    let decided = holds(before, now) == otherwise || (judged_now - judged_before).abs() < 1e-12;
    checked.verdict = match (decided, holds(before, now)) {
        (false, _) => Verdict::Undecidable,
        (true, true) => Verdict::Pass,
        (true, false) => Verdict::Fail,
    };
    checked.reason = (!decided).then(|| {
        format!("{judged_now:.3} of the run's hits and {judged_before:.3} of the baseline's are judged: what is not could turn it round")
    });
    checked
}

fn min(measure: Measure, limit: f64, run: Bounded) -> Checked {
    let name = measure.to_string();
    let value = |evaluation: &Evaluation| evaluation.measures.get(&name).copied();
    let verdict = match (value(run.low), value(run.high)) {
        (Some(low), _) if low >= limit - 1e-12 => Verdict::Pass,
        (Some(_), Some(high)) if high < limit - 1e-12 => Verdict::Fail,
        (Some(_), _) if run.judged(measure) > 1.0 - 1e-12 => Verdict::Fail,
        _ => Verdict::Undecidable,
    };
    let reason = (verdict == Verdict::Undecidable)
        .then(|| format!("only {:.3} of the run's hits are judged: with the others it could reach {limit}", run.judged(measure)));
    Checked { check: format!("min {name}={limit}"), baseline: None, value: value(run.low), limit, verdict, reason }
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

    fn evaluation(recall: f64, judged: f64) -> Evaluation {
        Evaluation {
            run: "run".into(),
            n: 20,
            measures: [("recall@5".to_owned(), recall)].into(),
            per_query: [].into(),
            judged: [("judged@5".to_owned(), judged)].into(),
            missing_queries: vec![],
            unanswerable: 0,
            unknown_queries: 0,
            duplicate_hits: 0,
            latency_ms: None,
            cost_usd: None,
        }
    }

    fn recall() -> Measure {
        "recall@5".parse().expect("a measure")
    }

    /// The verdict on a drop of at most 0.02, where each side is (low, high, judged).
    fn drop(before: (f64, f64, f64), now: (f64, f64, f64)) -> Verdict {
        let sides = |(low, high, judged)| (evaluation(low, judged), evaluation(high, judged));
        let (before, now) = (sides(before), sides(now));
        let bounded = |(low, high)| Bounded { low, high };
        let checks = [Check::MaxDrop(recall(), 0.02)];
        decide(&checks, bounded((&now.0, &now.1)), Some(bounded((&before.0, &before.1)))).expect("decided")[0].verdict
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
        let one = evaluation(0.9, 1.0);
        let bounded = Bounded { low: &one, high: &one };
        assert_eq!(decide(&[Check::P95Ms(800.0)], bounded, None).expect("decided")[0].verdict, Verdict::Undecidable);
        assert!(decide(&[Check::MaxDrop(recall(), 0.1)], bounded, None).is_err(), "no baseline");
    }

    #[test]
    fn one_failure_fails_all_and_a_reason_or_no_check_decides_nothing() {
        let one = evaluation(0.9, 1.0);
        let bounded = Bounded { low: &one, high: &one };
        let checked = decide(&[Check::Min(recall(), 0.5), Check::Min(recall(), 0.95), Check::Cost(1.0)], bounded, None).expect("decided");
        assert_eq!(overall(&[], &checked), Verdict::Fail);
        assert_eq!(overall(&[], &checked[..1]), Verdict::Pass);
        assert_eq!(overall(&["too few queries".into()], &checked[..1]), Verdict::Undecidable);
        assert_eq!(overall(&[], &[]), Verdict::Undecidable);
    }
}
