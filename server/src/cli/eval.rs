//! `touchstone eval`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use domain::evaluation::{
    Evaluation, Golden, RunLists, ScorePrecision, ScoredIds, Settings, Unjudged, score_query, summarise, with_judged,
};
use domain::export::MANIFEST;
use domain::metric::Measure;
use rayon::prelude::*;

use store::{Store, Version};

use super::version::OfVersion;
use super::{Failure, Said};
use crate::evaluate::{add_item, read_golden, read_run, score_trec};
use crate::verify::verify;

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
    #[command(flatten)]
    how: How,
}

/// What `--json` prints.
#[derive(serde::Serialize)]
struct Report<'a> {
    runs: &'a [Evaluation],
    cutoff: i32,
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
    /// The settings, for a golden set with its own cut-off.
    pub fn settings(&self, cutoff: i32) -> Settings {
        let measures = if self.measures.is_empty() { Measure::usual() } else { self.measures.clone() };
        Settings {
            measures: with_judged(measures),
            cutoff: self.cutoff.unwrap_or(cutoff),
            precision: if self.trec_float32 { ScorePrecision::Single } else { ScorePrecision::Double },
            unjudged: Unjudged::NotRelevant,
            include_unanswerable: self.include_unanswerable,
        }
    }
}

impl Eval {
    /// Whether it needs the database.
    pub fn of_database(&self) -> bool {
        self.set.is_some()
    }
}

/// Scores against a file.
pub(super) fn run(command: &Eval) -> Result<Said, Failure> {
    let path = command.golden.as_deref().ok_or_else(|| Failure::Input("say --golden or --set".into()))?;
    if path.join(MANIFEST).is_file()
        && let Some(problem) = verify(path).into_iter().next()
    {
        return Err(Failure::Input(format!("the golden set is not as it was frozen: {problem}")));
    }
    score(command, &read_golden(path)?)
}

/// Scores against a version of the database.
pub(super) async fn run_on(store: &Store, command: &Eval) -> Result<Said, Failure> {
    let set = command.set.clone().unwrap_or_default();
    let version = OfVersion { set, version: command.version }.find(store).await?;
    score(command, &golden_of(store, &version).await?)
}

async fn golden_of(store: &Store, version: &Version) -> Result<Golden, Failure> {
    let mut golden = Golden { cutoff: version.head.cutoff.0.into(), ..Golden::default() };
    let mut after = 0;
    loop {
        let (last, items) = store.version_items(version.id, after).await?;
        if items.is_empty() {
            return Ok(golden);
        }
        after = last;
        for (_, item) in items.into_iter().filter_map(|hashed| hashed.item) {
            add_item(&mut golden, item)?;
        }
    }
}

fn score(command: &Eval, golden: &Golden) -> Result<Said, Failure> {
    let settings = command.how.settings(golden.cutoff);
    let evaluations: Vec<Evaluation> = command.runs.iter().map(|path| evaluate(golden, path, &settings)).collect::<Result<_, _>>()?;
    let json = serde_json::value::to_raw_value(&Report { runs: &evaluations, cutoff: settings.cutoff }).map_err(anyhow::Error::from)?;
    Ok(Said::raw(table(&evaluations, &settings), json))
}

fn evaluate(golden: &Golden, path: &Path, settings: &Settings) -> anyhow::Result<Evaluation> {
    match score_trec(path, golden, settings)? {
        Some((facts, scored)) => Ok(summarise(golden, &facts, settings, &scored)),
        None => Ok(evaluate_run(golden, &read_run(path)?, settings)),
    }
}

/// Evaluates a run, a query a task.
pub(super) fn evaluate_run(golden: &Golden, run: &RunLists, settings: &Settings) -> Evaluation {
    let queries: Vec<_> = domain::evaluation::averaged(golden, settings).collect();
    let scored: Vec<_> = queries
        .into_par_iter()
        .map(|(query, known)| score_query(query, known, run.lists.get(query).map(ScoredIds::hits), settings))
        .collect();
    summarise(golden, &run.facts(golden), settings, &scored)
}

/// One row a run, one column a measure; what a reader must know to trust the numbers below it.
fn table(evaluations: &[Evaluation], settings: &Settings) -> String {
    let names: Vec<String> = settings.measures.iter().map(ToString::to_string).collect();
    let width = evaluations.iter().map(|evaluation| evaluation.run.chars().count()).max().unwrap_or(0).max("run".len());
    let mut text = format!("{:<width$}  {:>6}", "run", "n");
    for name in &names {
        let _ = write!(text, "  {name:>12}");
    }
    for evaluation in evaluations {
        let _ = write!(text, "\n{:<width$}  {:>6}", domain::text::visible(&evaluation.run), evaluation.n);
        for name in &names {
            let _ = match evaluation.measures.get(name) {
                Some(value) => write!(text, "  {value:>12.4}"),
                None => write!(text, "  {:>12}", "undefined"),
            };
        }
    }
    for evaluation in evaluations {
        let _ = write!(text, "{}", remarks(evaluation));
    }
    let _ = write!(text, "\ncut-off {}, ties by chunk id descending, what nobody judged counts as not relevant", settings.cutoff);
    text
}

fn remarks(evaluation: &Evaluation) -> String {
    let Evaluation { run, missing_queries, unanswerable, unknown_queries, duplicate_hits, .. } = evaluation;
    let counted = [
        (missing_queries.len(), "queries that it lacks count 0"),
        (*unanswerable, "unanswerable queries are left out"),
        (*unknown_queries, "of its queries are not in the golden set"),
        (*duplicate_hits, "hits are left out because their list has the chunk twice"),
    ];
    counted.iter().filter(|(count, _)| *count > 0).fold(String::new(), |mut text, (count, what)| {
        let _ = write!(text, "\n{}: {count} {what}", domain::text::visible(run));
        text
    })
}
