//! What the gate decided, and why.

use domain::evaluation::gate::{Checked, Rules, Verdict, overall_verdict};
use domain::version::Head;
use serde::Serialize;
use serde_json::{Value, json};

use super::golden::Refusal;

/// What was decided, and why.
pub(super) struct Decision {
    pub subject: Subject,
    pub rules: Rules,
    /// The verdict, when the golden set is not the one to decide on.
    pub refused: Option<Verdict>,
    /// Why nothing can be decided, whatever is asked.
    pub reasons: Vec<String>,
    pub checks: Vec<Checked>,
}

/// What was decided about: the files, as they were named.
#[derive(Serialize)]
pub(super) struct Subject {
    pub golden: String,
    /// The version that the golden set is; none for qrels.
    pub version: Option<GoldenVersion>,
    /// None when nothing was evaluated.
    pub cutoff: Option<Cutoff>,
    pub run: String,
    pub baseline: Option<String>,
}

/// The lowest grade that counts as relevant.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Cutoff {
    pub used: i32,
    /// That of the golden set, from which `--cutoff` may depart.
    pub of_golden: i32,
}

/// A frozen version.
#[derive(Serialize)]
pub(super) struct GoldenVersion {
    pub set: String,
    pub version: i32,
    pub root_hash: String,
}

impl From<Head> for GoldenVersion {
    fn from(head: Head) -> Self {
        Self { set: head.set.to_string(), version: head.version, root_hash: head.root_hash }
    }
}

impl Decision {
    /// On a golden set that is not the one to decide on.
    pub fn refused(subject: Subject, rules: Rules, Refusal { verdict, reasons }: Refusal) -> Self {
        Self { subject, rules, refused: Some(verdict), reasons, checks: Vec::new() }
    }

    pub fn verdict(&self) -> Verdict {
        self.refused.unwrap_or_else(|| overall_verdict(&self.reasons, &self.checks))
    }

    pub fn json(&self) -> Value {
        let of_checks = self.checks.iter().filter_map(|check| check.reason.as_ref().map(|reason| format!("{}: {reason}", check.check)));
        let reasons: Vec<String> = self.reasons.iter().cloned().chain(of_checks).collect();
        let Subject { golden, version, cutoff, run, baseline } = &self.subject;
        json!({
            "verdict": self.verdict(),
            "reasons": reasons,
            "checks": self.checks,
            "golden": golden,
            "version": version,
            "cutoff": cutoff.map(|cutoff| cutoff.used),
            "run": run,
            "baseline": baseline,
            "decide": self.rules.decide,
            "unjudged": self.rules.unjudged,
        })
    }
}
