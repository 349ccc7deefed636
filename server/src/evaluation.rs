//! Evaluation over files and over the database: what is loaded here, `domain::evaluation` scores.

mod blocks;
mod cache;
mod compared;
mod files;
mod golden;
mod ranked;
mod run;
mod stream;
mod version;

pub use cache::ScoredRuns;
pub use golden::{ReadGolden, read_golden};
pub use run::read_run;
pub use stream::score_trec;
pub use version::golden_of_version;

use domain::evaluation::{DifferenceBounds, Evaluation, Golden, RunLists, Settings, difference_bounds, score_query};
use rayon::prelude::*;

/// Scores a run that was read whole, a query a task.
pub fn evaluate_lists(golden: &Golden, run: &RunLists, settings: &Settings) -> Evaluation {
    let queries: Vec<_> = golden.averaged(settings).collect();
    let score = |(query, known): (&str, _)| score_query(query, known, run.ranking(query, settings.precision).as_ref(), settings);
    Evaluation::new(golden, run.facts(golden, settings), settings, queries.into_par_iter().map(score).collect())
}

/// What the difference of two such runs could be, query by query.
pub fn bound_differences(golden: &Golden, from: &RunLists, to: &RunLists, settings: &Settings) -> DifferenceBounds {
    let queries: Vec<_> = golden.averaged(settings).collect();
    let bound = |(query, known): (&str, _)| {
        let [from, to] = [from, to].map(|run| run.ranking(query, settings.precision));
        (query.to_owned(), difference_bounds(known, from.as_ref(), to.as_ref(), settings))
    };
    queries.into_par_iter().map(bound).collect()
}
