//! `touchstone gate`.

mod decision;
mod golden;
mod junit;
mod markdown;
mod words;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use domain::evaluation::gate::{Check, Contest, Decide, Rules, Unjudged, decide_checks, doubts};
use domain::evaluation::{Golden, RunPair, Settings, with_judged};
use domain::export::Manifest;
use domain::metric::Measure;
use domain::version::ExpectedHash;

use self::decision::{Cutoff, Decision, Subject};
use super::Said;
use super::eval::How;
use crate::Error;
use crate::evaluation::{ReadGolden, bound_differences, evaluate_lists, read_run};

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
    #[arg(long, value_parser = most)]
    p95_ms: Option<f64>,
    /// The most that a query may cost on average, in US dollars.
    #[arg(long, value_parser = most)]
    cost: Option<f64>,
    /// By which number a measure is decided: its mean over these queries, or both ends of its 95 % interval.
    #[arg(long, value_enum, default_value = "point")]
    decide: DecideBy,
    /// What hits that nobody judged count as: whatever is worst and whatever is best, or not relevant.
    #[arg(long, value_enum, default_value = "bounds")]
    unjudged: UnjudgedAs,
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

/// The words of `--decide`.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum DecideBy {
    Point,
    Interval,
}

/// The words of `--unjudged`.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum UnjudgedAs {
    Bounds,
    NotRelevant,
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

/// A number that something may be at the most.
fn most(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if number.is_finite() && number >= 0.0 { Ok(number) } else { Err(format!("{text} is no number from 0 up")) }
}

impl Gate {
    fn checks(&self) -> Vec<Check> {
        let drops = self.max_drop.iter().map(|(measure, limit)| Check::MaxDrop(*measure, *limit));
        let least = self.min.iter().map(|(measure, limit)| Check::Min(*measure, *limit));
        drops.chain(least).chain(self.p95_ms.map(Check::P95Ms)).chain(self.cost.map(Check::Cost)).collect()
    }

    fn rules(&self) -> Rules {
        let decide = match self.decide {
            DecideBy::Point => Decide::Point,
            DecideBy::Interval => Decide::Interval,
        };
        let unjudged = match self.unjudged {
            UnjudgedAs::Bounds => Unjudged::Bounds,
            UnjudgedAs::NotRelevant => Unjudged::NotRelevant,
        };
        Rules { decide, unjudged }
    }

    /// What is decided about, by the names that were given.
    fn subject(&self, manifest: Option<Manifest>, cutoff: Option<Cutoff>) -> Subject {
        let name = |path: &PathBuf| path.display().to_string();
        let version = manifest.map(|manifest| manifest.head.into());
        Subject { golden: name(&self.golden), version, cutoff, run: name(&self.run), baseline: self.baseline.as_ref().map(name) }
    }

    /// What the checks need, and nothing else: bounds take time.
    fn settings(&self, golden: &Golden) -> Result<Settings, Error> {
        let mut measures: Vec<Measure> = self.max_drop.iter().chain(&self.min).map(|(measure, _)| *measure).collect();
        measures.sort_unstable();
        measures.dedup();
        Ok(Settings { measures: with_judged(measures), ..self.how.settings(golden)? })
    }
}

pub(super) fn run(command: &Gate) -> Result<Said, Error> {
    let checks = command.checks();
    if checks.is_empty() {
        return Err(Error::Input("nothing is asked of the run: use --max-drop, --min, --p95-ms or --cost".into()));
    }
    let decision = match command.golden()? {
        Ok(read) => decide(command, &checks, read)?,
        Err(refusal) => Decision::refused(command.subject(None, None), command.rules(), refusal),
    };
    for (path, text) in [(&command.markdown, decision.markdown()), (&command.junit, decision.junit())] {
        if let Some(path) = path {
            std::fs::write(path, text).map_err(Error::unwritable(path))?;
        }
    }
    Ok(Said { words: decision.words(), json: decision.json().into(), code: decision.verdict().exit_code() })
}

fn decide(command: &Gate, checks: &[Check], ReadGolden { golden, manifest }: ReadGolden) -> Result<Decision, Error> {
    let settings = command.settings(&golden)?;
    let cutoff = Cutoff { used: settings.cutoff, of_golden: golden.cutoff };
    let lists = read_run(&command.run)?;
    let baseline_lists = command.baseline.as_deref().map(read_run).transpose()?;
    let run = evaluate_lists(&golden, &lists, &Settings { bounds: !command.min.is_empty(), ..settings.clone() });
    let baseline =
        baseline_lists.map(|before| (evaluate_lists(&golden, &before, &settings), bound_differences(&golden, &before, &lists, &settings)));
    let pair = baseline.as_ref().map(|(from, bounds)| RunPair { from, to: &run, bounds });
    let contest = Contest { run: &run, pair };
    let (subject, rules) = (command.subject(manifest, Some(cutoff)), command.rules());
    let checks = decide_checks(checks, contest, rules)?;
    Ok(Decision { subject, rules, refused: None, reasons: doubts(contest, command.min_queries), checks })
}
