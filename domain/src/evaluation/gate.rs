//! The gate: whether a run is good enough to go on, decided from its evaluation and that of a baseline.
//!
//! A measure is a number between two bounds, because nobody judged some of the hits. A check holds when it holds at the worst
//! of them, does not when it does not at the best, and cannot be decided in between.

mod checked;
mod doubts;
mod ends;

use serde::Serialize;

pub use self::checked::{Checked, Fall};
pub use self::doubts::{doubts, named};
use super::{Evaluation, RunPair};
use crate::Invalid;
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

/// By which number a measure is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decide {
    /// The mean over the queries of the golden set.
    #[default]
    Point,
    /// Both ends of the 95 % interval of that mean: what other queries like these would give.
    Interval,
}

/// What hits that nobody judged count as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unjudged {
    /// Whatever is worst, and whatever is best.
    #[default]
    Bounds,
    /// Not relevant.
    NotRelevant,
}

/// How to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Rules {
    pub decide: Decide,
    pub unjudged: Unjudged,
}

/// A run, and the baseline that it is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Contest<'a> {
    pub run: &'a Evaluation,
    /// The baseline is its first run, the run its second.
    pub pair: Option<RunPair<'a>>,
}

/// Decides each check.
pub fn decide_checks(checks: &[Check], contest: Contest, rules: Rules) -> Result<Vec<Checked>, Invalid> {
    checks.iter().map(|check| decide_check(*check, contest, rules)).collect()
}

fn decide_check(check: Check, contest: Contest, rules: Rules) -> Result<Checked, Invalid> {
    match check {
        Check::MaxDrop(measure, limit) => {
            let pair = contest.pair.ok_or_else(|| Invalid::new("--max-drop needs a --baseline to compare with"))?;
            Ok(Checked::max_drop(measure, limit, pair, rules))
        }
        Check::Min(measure, limit) => Ok(Checked::min(measure, limit, contest.run, rules)),
        Check::P95Ms(limit) => Ok(Checked::p95_ms(limit, contest)),
        Check::Cost(limit) => Ok(Checked::cost(limit, contest)),
    }
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

#[cfg(test)]
mod tests;
