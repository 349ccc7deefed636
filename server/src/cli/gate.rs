//! `touchstone gate`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use domain::evaluation::gate::{Check, Checked, Verdict, decide_checks, overall_verdict};
use domain::evaluation::{Evaluation, Golden, Settings, with_judged};
use domain::export::Manifest;
use domain::metric::Measure;
use domain::version::ExpectedHash;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::Said;
use super::eval::How;
use super::version::erased_in_words;
use crate::Error;
use crate::evaluation::{evaluate_lists, read_golden, read_run};

/// Decide whether a run is good enough; opens no database.
#[derive(Debug, Args)]
pub struct Gate {
    /// The golden set: a folder that was exported in the format touchstone. It is verified first.
    #[arg(long)]
    golden: PathBuf,
    /// The run to decide about.
    #[arg(long)]
    run: PathBuf,
    /// The run that it must not fall behind.
    #[arg(long)]
    baseline: Option<PathBuf>,
    /// How far a measure may fall below the baseline's, as recall@5=0.02.
    #[arg(long, value_parser = limit)]
    max_drop: Vec<(Measure, f64)>,
    /// The least that a measure must be, as mrr=0.6.
    #[arg(long, value_parser = limit)]
    min: Vec<(Measure, f64)>,
    /// The most that the 95th percentile of the latency may be, in milliseconds.
    #[arg(long)]
    p95_ms: Option<f64>,
    /// The most that a query may cost on average, in US dollars.
    #[arg(long)]
    cost: Option<f64>,
    /// With fewer queries nothing is decided.
    #[arg(long, default_value_t = 10)]
    min_queries: usize,
    /// Decide although the golden set cannot be verified, as TREC qrels cannot.
    #[arg(long)]
    unverified: bool,
    /// The root hash that the golden set must have, whole; with another one the gate fails.
    #[arg(long, conflicts_with = "unverified")]
    expect_hash: Option<ExpectedHash>,
    /// Decide although queries of the golden set were erased since it was frozen.
    #[arg(long)]
    allow_erased: bool,
    /// Write the decision to this file as GitHub-flavoured markdown too.
    #[arg(long)]
    markdown: Option<PathBuf>,
    /// Write the decision to this file as JUnit XML too.
    #[arg(long)]
    junit: Option<PathBuf>,
    #[command(flatten)]
    how: How,
}

/// `measure=number`.
fn limit(text: &str) -> Result<(Measure, f64), String> {
    let (measure, number) = text.split_once('=').ok_or_else(|| format!("{text:?} is not of the form recall@5=0.02"))?;
    let number: f64 = number.parse().map_err(|_| format!("{number:?} is not a number"))?;
    let fits = number.is_finite() && (0.0..=1.0).contains(&number);
    if fits {
        Ok((measure.parse().map_err(|error: domain::Invalid| error.0)?, number))
    } else {
        Err(format!("{number} is not between 0 and 1"))
    }
}

impl Gate {
    fn checks(&self) -> Vec<Check> {
        let drops = self.max_drop.iter().map(|(measure, limit)| Check::MaxDrop(*measure, *limit));
        let least = self.min.iter().map(|(measure, limit)| Check::Min(*measure, *limit));
        drops.chain(least).chain(self.p95_ms.map(Check::P95Ms)).chain(self.cost.map(Check::Cost)).collect()
    }

    /// What all checks need, whatever else is asked for.
    fn settings(&self, cutoff: i32) -> Settings {
        let mut settings = self.how.settings(cutoff);
        for (measure, _) in self.max_drop.iter().chain(&self.min) {
            if !settings.measures.contains(measure) {
                settings.measures.push(*measure);
            }
        }
        Settings { measures: with_judged(settings.measures), bounds: true, ..settings }
    }

    /// The golden set, or why nothing is decided on it.
    fn golden(&self) -> Result<Result<Golden, Refusal>, Error> {
        let read = match read_golden(&self.golden) {
            Ok(read) => read,
            Err(Error::Unverified(problems)) => {
                let words = |problem| format!("the golden set cannot be verified: {problem}");
                return Ok(Err(Refusal { verdict: Verdict::Undecidable, reasons: problems.into_iter().map(words).collect() }));
            }
            Err(error) => return Err(error),
        };
        Ok(match self.refusal(read.manifest.as_ref()) {
            Some((verdict, reason)) => Err(Refusal { verdict, reasons: vec![reason] }),
            None => Ok(read.golden),
        })
    }

    fn refusal(&self, manifest: Option<&Manifest>) -> Option<(Verdict, String)> {
        let Some(Manifest { head, erased, .. }) = manifest else {
            let words = || {
                format!("{} has no manifest, so it cannot be verified: give an exported folder, or say --unverified", self.golden.display())
            };
            return (!self.unverified).then(|| (Verdict::Undecidable, words()));
        };
        if let Some(Err(another)) = self.expect_hash.as_ref().map(|expected| expected.check(head)) {
            return Some((Verdict::Fail, another.0));
        }
        let erased = erased_in_words(*erased, head).filter(|_| !self.allow_erased);
        erased.map(|words| (Verdict::Undecidable, format!("{words}: say --allow-erased to decide without them")))
    }
}

/// Why nothing is decided on a golden set.
struct Refusal {
    verdict: Verdict,
    reasons: Vec<String>,
}

pub(super) fn run(command: &Gate) -> Result<Said, Error> {
    let checks = command.checks();
    if checks.is_empty() {
        return Err(Error::Input("nothing is asked of the run: use --max-drop, --min, --p95-ms or --cost".into()));
    }
    let decision = match command.golden()? {
        Ok(golden) => decision(command, &golden, &checks)?,
        Err(Refusal { verdict, reasons }) => Decision { refused: Some(verdict), reasons, checks: Vec::new() },
    };
    for (path, text) in [(&command.markdown, decision.markdown()), (&command.junit, decision.junit())] {
        if let Some(path) = path {
            std::fs::write(path, text).map_err(|error| Error::Environment(format!("{}: {error}", path.display())))?;
        }
    }
    Ok(Said { words: decision.table(), json: decision.json().into(), code: decision.verdict().exit_code() })
}

fn decision(command: &Gate, golden: &Golden, checks: &[Check]) -> Result<Decision, Error> {
    let settings = command.settings(golden.cutoff);
    let evaluated = |path: &PathBuf| -> Result<Evaluation, Error> { Ok(evaluate_lists(golden, &read_run(path)?, &settings)) };
    let run = evaluated(&command.run)?;
    let baseline = command.baseline.as_ref().map(evaluated).transpose()?;
    let mut reasons = Vec::new();
    let n = run.summary.n;
    if n < command.min_queries {
        reasons.push(format!("{n} queries are too few: at least {} are wanted (--min-queries)", command.min_queries));
    }
    if n > 0 && run.summary.missing_queries.len() == n {
        reasons.push("the run has none of the golden set's queries".into());
    }
    Ok(Decision { refused: None, reasons, checks: decide_checks(checks, &run, baseline.as_ref())? })
}

/// What was decided, and why.
struct Decision {
    /// The verdict, when the golden set is not the one to decide on.
    refused: Option<Verdict>,
    reasons: Vec<String>,
    checks: Vec<Checked>,
}

impl Decision {
    fn verdict(&self) -> Verdict {
        self.refused.unwrap_or_else(|| overall_verdict(&self.reasons, &self.checks))
    }

    fn json(&self) -> serde_json::Value {
        let of_checks = self.checks.iter().filter_map(|check| check.reason.clone());
        let reasons: Vec<String> = self.reasons.iter().cloned().chain(of_checks).collect();
        serde_json::json!({ "verdict": self.verdict(), "reasons": reasons, "checks": self.checks })
    }

    /// Check, baseline, run, verdict and reason of each check.
    fn rows(&self) -> Vec<[String; 5]> {
        let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"));
        let row = |check: &Checked| {
            let reason = check.reason.clone().unwrap_or_default();
            [check.check.clone(), number(check.baseline), number(check.value), check.verdict.word().to_owned(), reason]
        };
        self.checks.iter().map(row).collect()
    }

    fn table(&self) -> String {
        let mut text = String::new();
        for [check, baseline, value, verdict, reason] in self.rows() {
            let _ = writeln!(text, "{verdict:<11}  {check:<28}  baseline {baseline:<9}  run {value:<9}  {reason}");
        }
        for reason in &self.reasons {
            let _ = writeln!(text, "{reason}");
        }
        text + self.verdict().word()
    }

    fn markdown(&self) -> String {
        let mut text = format!("### Touchstone gate: {}\n\n", self.verdict().word());
        for reason in &self.reasons {
            let _ = writeln!(text, "- {}", cell(reason));
        }
        if !self.checks.is_empty() {
            text.push_str("| check | baseline | run | verdict | why |\n|---|--:|--:|---|---|\n");
        }
        for [check, baseline, value, verdict, reason] in self.rows() {
            let _ = writeln!(text, "| {} | {baseline} | {value} | **{verdict}** | {} |", cell(&check), cell(&reason));
        }
        text
    }

    fn junit(&self) -> String {
        let mut suite = TestSuite::new("touchstone gate");
        for reason in &self.reasons {
            suite.add_test_case(TestCase::new("the golden set and the run can be decided on", not_passed(NonSuccessKind::Error, reason)));
        }
        for [check, baseline, value, verdict, reason] in self.rows() {
            let words = format!("baseline {baseline}, run {value}. {reason}");
            let status = match verdict.as_str() {
                "pass" => TestCaseStatus::success(),
                "fail" => not_passed(NonSuccessKind::Failure, &words),
                _ => not_passed(NonSuccessKind::Error, &words),
            };
            suite.add_test_case(TestCase::new(check, status));
        }
        let mut report = Report::new("touchstone");
        report.add_test_suite(suite);
        report.to_string().unwrap_or_default()
    }
}

fn not_passed(kind: NonSuccessKind, words: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(words);
    status
}

/// A text that stays in its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\r', '\n'], " ").replace('<', "&lt;")
}
