//! `touchstone eval`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use domain::evaluation::{Evaluation, Golden, ScorePrecision, Scores, Settings, Summary, with_judged};
use domain::metric::Measure;
use domain::text::counted;
use domain::version::{Counts, ExpectedHash};
use store::Store;

use super::Said;
use super::version::{OfVersion, erased_in_words};
use crate::Error;
use crate::evaluation::{ReadGolden, evaluate_lists, golden_of_version, read_golden, read_run, score_trec};

/// Score runs against a golden set; with --golden it opens no database.
#[derive(Debug, Args)]
pub struct Eval {
    /// The golden set: an exported folder, its golden.jsonl, TREC qrels or BEIR qrels.
    #[arg(long, required_unless_present = "set", conflicts_with = "set")]
    golden: Option<PathBuf>,
    /// A set of the database, whose version is the golden set.
    #[arg(long)]
    set: Option<String>,
    /// The version's number; else the newest.
    #[arg(long, requires = "set")]
    version: Option<i32>,
    /// A run: TREC, or JSONL with a ranked list a line. May be given several times.
    #[arg(long = "run", required = true, num_args = 1..)]
    runs: Vec<PathBuf>,
    /// The root hash that the version must have, whole.
    #[arg(long)]
    expect_hash: Option<ExpectedHash>,
    #[command(flatten)]
    how: How,
}

/// What `--json` prints.
#[derive(serde::Serialize)]
struct Report<'a> {
    runs: Vec<RunReport<'a>>,
    cutoff: i32,
    /// Chunks of the version that were left out because labellers differ on them.
    disputed: i64,
}

/// A run's row and the scores of each averaged query.
#[derive(serde::Serialize)]
struct RunReport<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    per_query: BTreeMap<&'a str, &'a Scores>,
}

impl<'a> From<&'a Evaluation> for RunReport<'a> {
    fn from(evaluation: &'a Evaluation) -> Self {
        let per_query = evaluation.queries.iter().map(|query| (query.query_id.as_str(), &query.scores)).collect();
        Self { summary: &evaluation.summary, per_query }
    }
}

/// How to evaluate.
#[derive(Debug, Args)]
pub struct How {
    /// The measures, separated by commas, as recall@5,ndcg@10,rr.
    #[arg(long, value_delimiter = ',')]
    measures: Vec<Measure>,
    /// The lowest grade that counts as relevant in binary measures; else that of the golden set, and 1 for qrels.
    #[arg(long)]
    cutoff: Option<i32>,
    /// Compare scores as 32-bit floats, as trec_eval does.
    #[arg(long)]
    trec_float32: bool,
    /// Average queries that the corpus does not answer too, as 0, as other tools do.
    #[arg(long)]
    include_unanswerable: bool,
}

impl How {
    /// The settings, for a golden set with its own cut-off and scale.
    ///
    /// # Errors
    /// [`Error::Input`] when no grade of the scale, or every grade, would be relevant.
    pub fn settings(&self, golden: &Golden) -> Result<Settings, Error> {
        let cutoff = self.cutoff.unwrap_or(golden.cutoff);
        if let Some(asked) = self.cutoff {
            let top = golden.scale_top.unwrap_or(i32::MAX);
            if !(1..=top).contains(&asked) {
                let highest = golden.scale_top.map_or(String::new(), |top| format!(" to {top}, the top of the golden set's scale"));
                return Err(Error::Input(format!("--cutoff {asked} makes every grade relevant or none: use 1{highest}")));
            }
        }
        let measures = if self.measures.is_empty() { Measure::usual() } else { self.measures.clone() };
        Ok(Settings {
            measures: with_judged(measures),
            cutoff,
            top_grade: golden.top_grade(cutoff),
            precision: if self.trec_float32 { ScorePrecision::Single } else { ScorePrecision::Double },
            include_unanswerable: self.include_unanswerable,
            bounds: false,
        })
    }
}

impl Eval {
    /// Whether it needs the database.
    pub fn of_database(&self) -> bool {
        self.set.is_some()
    }
}

/// Scores against a file.
pub(super) fn run(command: &Eval) -> Result<Said, Error> {
    let path = command.golden.as_deref().ok_or_else(|| Error::Input("say --golden or --set".into()))?;
    let ReadGolden { golden, manifest } = read_golden(path)?;
    match (&manifest, &command.expect_hash) {
        (Some(manifest), Some(expected)) => expected.check(&manifest.head)?,
        (None, Some(_)) => {
            return Err(Error::Input(format!(
                "{} has no root hash that --expect-hash could name: give an exported folder",
                path.display()
            )));
        }
        (_, None) => {}
    }
    let counts = manifest.as_ref().map(|manifest| manifest.head.counts).unwrap_or_default();
    let erased = manifest.and_then(|manifest| erased_in_words(manifest.erased, &manifest.head));
    Ok(score(command, &golden, counts)?.with_words(erased))
}

/// Scores against a version of the database.
pub(super) async fn run_on(store: &Store, command: &Eval) -> Result<Said, Error> {
    let set = command.set.clone().unwrap_or_default();
    let version = OfVersion { set, version: command.version }.find(store).await?;
    command.expect_hash.iter().try_for_each(|expected| expected.check(&version.head))?;
    let erased = erased_in_words(store.erased(version.id).await?, &version.head);
    Ok(score(command, &golden_of_version(store, &version).await?, version.head.counts)?.with_words(erased))
}

/// Scores the runs against a golden set; `counts` are those of its version, where it is one.
fn score(command: &Eval, golden: &Golden, counts: Counts) -> Result<Said, Error> {
    let settings = command.how.settings(golden)?;
    let evaluations: Vec<Evaluation> = command.runs.iter().map(|path| evaluate_file(golden, path, &settings)).collect::<Result<_, _>>()?;
    let report = Report { runs: evaluations.iter().map(RunReport::from).collect(), cutoff: settings.cutoff, disputed: counts.disputed };
    let json = serde_json::value::to_raw_value(&report).map_err(|error| Error::Environment(error.to_string()))?;
    Ok(Said::raw(table(&evaluations, &settings), json).with_words(counts.disputed_in_words()))
}

fn evaluate_file(golden: &Golden, path: &Path, settings: &Settings) -> Result<Evaluation, Error> {
    match score_trec(path, golden, settings)? {
        Some(evaluation) => Ok(evaluation),
        None => Ok(evaluate_lists(golden, &read_run(path)?, settings)),
    }
}

/// One row a run, one column a measure; what a reader must know to trust the numbers below it.
fn table(evaluations: &[Evaluation], settings: &Settings) -> String {
    let rows: Vec<&Summary> = evaluations.iter().map(|evaluation| &evaluation.summary).collect();
    let width = rows.iter().map(|row| row.run.chars().count()).max().unwrap_or(0).max("run".len());
    let mut text = format!("{:<width$}  {:>6}", "run", "n");
    for measure in &settings.measures {
        let _ = write!(text, "  {:>12}", measure.to_string());
    }
    for row in &rows {
        let _ = write!(text, "\n{:<width$}  {:>6}", domain::text::visible(&row.run), row.n);
        for measure in &settings.measures {
            let _ = match row.measures.get(*measure) {
                Some(value) => write!(text, "  {value:>12.4}"),
                None => write!(text, "  {:>12}", "undefined"),
            };
        }
    }
    for row in &rows {
        let _ = write!(text, "{}", remarks(row));
    }
    let _ = write!(text, "\ncut-off {}, ties by chunk id descending, what nobody judged counts as not relevant", settings.cutoff);
    text
}

fn remarks(row: &Summary) -> String {
    let Summary { run, missing_queries, unanswerable, unknown_queries, duplicate_hits, .. } = row;
    let remarks = [
        (missing_queries.len(), "query that it lacks counts 0", "queries that it lacks count 0"),
        (*unanswerable, "unanswerable query is left out", "unanswerable queries are left out"),
        (*unknown_queries, "of its queries is not in the golden set", "of its queries are not in the golden set"),
        (
            *duplicate_hits,
            "hit is left out because its list has the chunk twice",
            "hits are left out because their list has the chunk twice",
        ),
    ];
    remarks.iter().filter(|(count, ..)| *count > 0).fold(String::new(), |mut text, (count, one, many)| {
        let _ = write!(text, "\n{}: {}", domain::text::visible(run), counted(*count, one, many));
        text
    })
}
