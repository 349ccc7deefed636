//! Why nothing can be decided about a run, whatever is asked of it.

use super::Contest;
use crate::evaluation::Evaluation;
use crate::text::{counted, visible};

/// How many of a list of queries are named.
const NAMED: usize = 10;

/// Each reason in words, with what to do.
pub fn doubts(contest: Contest, min_queries: usize) -> Vec<String> {
    let mut doubts = Vec::new();
    let n = contest.run.summary.n;
    if n == 0 {
        doubts.push("the golden set has no query to average".into());
    } else if n < min_queries {
        doubts.push(format!("{n} queries are too few: at least {min_queries} are wanted (--min-queries)"));
    }
    doubts.extend(stranger("run", contest.run));
    if let Some(pair) = contest.pair {
        doubts.extend(stranger("baseline", pair.from));
        let lost = pair.lost_queries();
        if !lost.is_empty() {
            doubts.push(format!(
                "the baseline lacks {} that the run has: {}. Make the baseline for the queries of this golden set",
                queries(lost.len()),
                named(&lost)
            ));
        }
    }
    doubts
}

/// A run that is about something else than the golden set.
fn stranger(role: &str, evaluation: &Evaluation) -> Option<String> {
    let summary = &evaluation.summary;
    if summary.n == 0 {
        None
    } else if summary.missing_queries.len() == summary.n {
        Some(format!("the {role} has none of the golden set's queries: compare their query ids"))
    } else if evaluation.judged_hits() == 0 {
        Some(format!("the {role} has no chunk that the golden set judges: compare their chunk ids, or is it another chunking?"))
    } else {
        None
    }
}

/// The first ten of some query ids, and how many more there are.
pub fn named(ids: &[String]) -> String {
    let names: Vec<String> = ids.iter().take(NAMED).map(|id| visible(id)).collect();
    let more = ids.len().saturating_sub(NAMED);
    if more == 0 { names.join(", ") } else { format!("{} and {more} more", names.join(", ")) }
}

fn queries(count: usize) -> String {
    counted(count, "query", "queries")
}
