//! Measures of retrieval: what a ranked list is worth, given what is known about the chunks.
//!
//! Every measure is a function of a [`JudgedList`], one query's list with the grades that its chunks have. The definitions
//! are those of NIST's `trec_eval` and give its numbers; where the field has two (the gain of nDCG), each has its own name.
//!
//! | written | measure | file |
//! |---|---|---|
//! | `recall@k` | relevant chunks in the top k ÷ all relevant chunks | [`recall`] |
//! | `precision@k` | relevant chunks in the top k ÷ k | [`precision`] |
//! | `hit@k` | 1 if the top k holds a relevant chunk, else 0 | [`hit`] |
//! | `rr`, `rr@k` | 1 ÷ rank of the first relevant chunk, 0 without one; its mean is MRR | [`reciprocal_rank`] |
//! | `ap`, `ap@k` | mean of the precision at each relevant chunk ÷ all relevant chunks; its mean is MAP | [`average_precision`] |
//! | `rprec` | precision at R, the number of relevant chunks | [`r_precision`] |
//! | `ndcg`, `ndcg@k` | discounted gain ÷ that of the ideal order, gain = grade | [`ndcg`] |
//! | `ndcg_exp`, `ndcg_exp@k` | the same with gain = 2^grade − 1 | [`ndcg`] |
//! | `bpref` | how few judged chunks that are not relevant come before the relevant ones | [`bpref`] |
//! | `judged@k` | share of the top k that is judged | [`judged`] |
//!
//! All give a number between 0 and 1. A chunk is relevant when its grade reaches the cut-off; nDCG takes grades as they are
//! and knows no cut-off. A chunk that nobody judged counts as not relevant, which is why `judged@k` stands beside every
//! number. A query without relevant chunks gives 0.
//!
//! What a number could be, whatever the unjudged chunks are worth, is computed for a [`ListPair`]: [`Measure::bounds`].
//! Beside its score a measure has the most that a second list could be better than a first by; the least is that of the
//! lists in each other's place, and one list is compared with an empty one. All are exact but `bpref`, and `ap` of two lists,
//! whose bounds may be too wide and are never too narrow.

mod average_precision;
mod bounds;
mod bpref;
mod hit;
mod judged;
mod judged_list;
mod list_pair;
mod measure;
mod ndcg;
mod precision;
mod r_precision;
mod recall;
mod reciprocal_rank;

pub use average_precision::average_precision;
pub use bounds::Bounds;
pub use bpref::bpref;
pub use hit::hit;
pub use judged::judged;
pub use judged_list::JudgedList;
pub use list_pair::{Hole, ListPair};
pub use measure::Measure;
pub use ndcg::{ndcg, ndcg_exp};
pub use precision::precision;
pub use r_precision::r_precision;
pub use recall::recall;
pub use reciprocal_rank::reciprocal_rank;

use average_precision::most_average_precision;
use bpref::most_bpref;
use hit::most_hit;
use judged::judged_difference;
use ndcg::{most_ndcg, most_ndcg_exp};
use precision::most_precision;
use r_precision::most_r_precision;
use recall::most_recall;
use reciprocal_rank::most_reciprocal_rank;

/// `part ÷ whole`, and 0 of nothing.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { as_float(part) / as_float(whole) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks are far below 2^52")]
fn as_float(count: usize) -> f64 {
    count as f64
}

/// Whether a measure looks at the top k only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Needed,
    Optional,
    Never,
}

/// One line of the table: a measure's name, what else it may be called, what readers know its mean by, its function of a
/// list and k, and the most that the second list of a pair could be better by, whatever its holes are worth.
struct Definition {
    name: &'static str,
    also: &'static [&'static str],
    title: &'static str,
    depth: Depth,
    score: fn(&JudgedList, usize) -> f64,
    most: fn(&ListPair, usize) -> f64,
}

const TABLE: [Definition; 10] = [
    Definition { name: "recall", also: &["r"], title: "recall", depth: Depth::Needed, score: recall, most: most_recall },
    Definition { name: "precision", also: &["p"], title: "precision", depth: Depth::Needed, score: precision, most: most_precision },
    Definition { name: "hit", also: &["success"], title: "hit", depth: Depth::Needed, score: hit, most: most_hit },
    Definition { name: "rr", also: &["mrr"], title: "MRR", depth: Depth::Optional, score: reciprocal_rank, most: most_reciprocal_rank },
    Definition { name: "ap", also: &["map"], title: "MAP", depth: Depth::Optional, score: average_precision, most: most_average_precision },
    Definition {
        name: "rprec",
        also: &[],
        title: "rprec",
        depth: Depth::Never,
        score: |list, _| r_precision(list),
        most: most_r_precision,
    },
    Definition { name: "ndcg", also: &[], title: "ndcg", depth: Depth::Optional, score: ndcg, most: most_ndcg },
    Definition { name: "ndcg_exp", also: &[], title: "ndcg_exp", depth: Depth::Optional, score: ndcg_exp, most: most_ndcg_exp },
    Definition { name: "bpref", also: &[], title: "bpref", depth: Depth::Never, score: |list, _| bpref(list), most: most_bpref },
    Definition { name: "judged", also: &[], title: "judged", depth: Depth::Needed, score: judged, most: judged_difference },
];

#[cfg(test)]
mod brute_force;

/// A list for tests: a digit is a grade, `-` a hit that is not judged; then the grades of what was judged and not retrieved.
#[cfg(test)]
fn list(hits: &str, missed: &[i32], cutoff: i32) -> JudgedList {
    let grades: Vec<Option<i32>> = hits.chars().map(|c| c.to_digit(10).and_then(|grade| i32::try_from(grade).ok())).collect();
    let judged: Vec<i32> = grades.iter().flatten().chain(missed).copied().collect();
    JudgedList::new(grades, judged, cutoff)
}
