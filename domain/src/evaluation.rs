//! Evaluation: a run's ranked hits scored against a golden set's grades. The pages and the command line print what this says.
//!
//! [`Golden`] holds the grades, a [`Ranking`] the hits of one query. [`score_query`] makes a [`QueryScore`] of both, query by
//! query, so that a run can be scored in parallel and while it is read; [`Evaluation::new`] sums the queries up. Every number
//! is looked up by its [`Measure`](crate::metric::Measure).
//!
//! | what | module |
//! |---|---|
//! | the grades, and which queries are averaged | [`golden`] |
//! | the hits of a query in the order of `trec_eval` | [`ranking`] |
//! | the lists of a run's file | [`lists`] |
//! | numbers by measure | [`by_measure`] |
//! | one query scored | [`score`] |
//! | a run scored: means, counts, the worst queries | [`table`] |
//! | what a number could be, whatever the unjudged hits are worth | [`bounds`] |
//! | the queries of each style apart | [`slices`] |
//! | two runs compared, query by query | [`pair`], [`mod@compare`], [`resample`] |
//! | whether a run is good enough | [`gate`] |
//! | what a disputed grade makes of a score | [`stake`] |
//! | a run of the database, as the pages show it | [`scored_run`] |

pub mod bounds;
pub mod by_measure;
pub mod compare;
pub mod gate;
pub mod golden;
pub mod lists;
pub mod pair;
pub mod ranking;
pub mod resample;
pub mod score;
pub mod scored_run;
pub mod settings;
pub mod slices;
pub mod stake;
pub mod statistics;
pub mod table;

pub use bounds::{Bounds, difference_bounds};
pub use by_measure::{ByMeasure, Scores};
pub use compare::{Comparison, compare};
pub use golden::{Golden, GoldenQuery};
pub use lists::{ListFacts, RunLists, ScoredIds};
pub use pair::{DifferenceBounds, RunPair};
pub use ranking::{Ranking, ScorePrecision};
pub use score::{QueryScore, score_query};
pub use scored_run::{Asked, ScoredRun};
pub use settings::{Settings, with_judged};
pub use slices::Slice;
pub use statistics::{Percentiles, mean};
pub use table::{Evaluation, Known, RunFacts, Summary};

#[cfg(test)]
mod tests;
