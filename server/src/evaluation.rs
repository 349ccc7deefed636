//! Evaluation over files and over the database: what is loaded here, `domain::evaluation` scores.

mod blocks;
mod cache;
mod files;
mod golden;
mod run;
mod stream;
mod version;

pub use cache::ScoredRuns;
pub use golden::{ReadGolden, read_golden};
pub use run::read_run;
pub use stream::score_trec;
pub use version::golden_of_version;

use std::borrow::Borrow;
use std::hash::Hash;

use domain::evaluation::{Evaluation, Golden, Ranking, RunFacts, RunLists, Settings, score_query};
use rayon::prelude::*;

/// Scores a run, a query a task.
pub fn evaluate<'run, Chunk, Id>(
    golden: &Golden<Chunk>,
    facts: RunFacts,
    settings: &Settings,
    ranking: impl Fn(&str) -> Option<Ranking<'run, Id>> + Sync,
) -> Evaluation
where
    Chunk: Eq + Hash + Borrow<Id> + Sync,
    Id: Eq + Hash + Sync + ?Sized + 'run,
{
    let queries: Vec<_> = golden.averaged(settings).collect();
    let scored = queries.into_par_iter().map(|(query, known)| score_query(query, known, ranking(query).as_ref(), settings)).collect();
    Evaluation::new(golden, facts, settings, scored)
}

/// Scores a run that was read whole.
pub fn evaluate_lists(golden: &Golden, run: &RunLists, settings: &Settings) -> Evaluation {
    evaluate(golden, run.facts(golden), settings, |query| run.ranking(query, settings.precision))
}
