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

mod average_precision;
mod bpref;
mod hit;
mod judged;
mod ndcg;
mod precision;
mod r_precision;
mod recall;
mod reciprocal_rank;

pub use average_precision::average_precision;
pub use bpref::bpref;
pub use hit::hit;
pub use judged::judged;
pub use ndcg::{ndcg, ndcg_exp};
pub use precision::precision;
pub use r_precision::r_precision;
pub use recall::recall;
pub use reciprocal_rank::reciprocal_rank;

use crate::Invalid;

/// One query's ranked list, with what is known about its chunks: all that a measure needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedList {
    /// The grade of each hit, the best rank first; none where the chunk was not judged.
    grades: Vec<Option<i32>>,
    /// The positive grades of all judged chunks of the query, the highest first.
    ideal: Vec<i32>,
    /// The lowest grade that counts as relevant.
    cutoff: i32,
    /// How many judged chunks are relevant, retrieved or not.
    relevant: usize,
    /// How many judged chunks are not; a negative grade counts as not judged, as in `trec_eval`.
    not_relevant: usize,
}

impl JudgedList {
    /// The list whose hits have these grades, for a query whose judged chunks have those.
    pub fn new(grades: Vec<Option<i32>>, judged: impl IntoIterator<Item = i32>, cutoff: i32) -> Self {
        let (mut ideal, mut relevant, mut not_relevant) = (Vec::new(), 0, 0);
        for grade in judged {
            relevant += usize::from(grade >= cutoff);
            not_relevant += usize::from((0..cutoff).contains(&grade));
            if grade > 0 {
                ideal.push(grade);
            }
        }
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        Self { grades, ideal, cutoff, relevant, not_relevant }
    }

    /// Whether each hit of the top k is relevant.
    fn top(&self, k: usize) -> impl Iterator<Item = bool> + '_ {
        self.grades.iter().take(k).map(|grade| grade.is_some_and(|grade| grade >= self.cutoff))
    }

    /// How many hits of the top k are relevant.
    fn found(&self, k: usize) -> usize {
        self.top(k).filter(|relevant| *relevant).count()
    }
}

/// `part ÷ whole`, and 0 of nothing.
#[expect(clippy::cast_precision_loss, reason = "counts of chunks are far below 2^52")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Whether a measure looks at the top k only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Needed,
    Optional,
    Never,
}

/// One line of the table: a measure's name, what else it is called, and its function of a list and k.
struct Definition {
    name: &'static str,
    also: &'static [&'static str],
    depth: Depth,
    of: fn(&JudgedList, usize) -> f64,
}

const TABLE: [Definition; 10] = [
    Definition { name: "recall", also: &["r"], depth: Depth::Needed, of: recall },
    Definition { name: "precision", also: &["p"], depth: Depth::Needed, of: precision },
    Definition { name: "hit", also: &["success"], depth: Depth::Needed, of: hit },
    Definition { name: "rr", also: &["mrr"], depth: Depth::Optional, of: reciprocal_rank },
    Definition { name: "ap", also: &["map"], depth: Depth::Optional, of: average_precision },
    Definition { name: "rprec", also: &[], depth: Depth::Never, of: |list, _| r_precision(list) },
    Definition { name: "ndcg", also: &[], depth: Depth::Optional, of: ndcg },
    Definition { name: "ndcg_exp", also: &[], depth: Depth::Optional, of: ndcg_exp },
    Definition { name: "bpref", also: &[], depth: Depth::Never, of: |list, _| bpref(list) },
    Definition { name: "judged", also: &[], depth: Depth::Needed, of: judged },
];

/// A measure with its k, as `recall@5` or `rr`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Measure {
    /// Where it stands in the table.
    row: usize,
    /// Its k; none for the whole list.
    depth: Option<u32>,
}

impl Measure {
    /// What is shown when nobody asks for something else.
    pub fn usual() -> Vec<Self> {
        ["recall@5", "recall@20", "precision@5", "rr", "ap", "ndcg@10", "judged@10"]
            .into_iter()
            .map(|name| name.parse().expect("the table has the usual measures"))
            .collect()
    }

    /// The share of the top k that is judged.
    pub fn judged_at(k: u32) -> Self {
        Self { row: TABLE.len() - 1, depth: Some(k) }
    }

    /// Its k; none for the whole list.
    pub fn depth(self) -> Option<u32> {
        self.depth
    }

    /// Whether the cut-off decides it; nDCG takes grades as they are.
    pub fn is_binary(self) -> bool {
        !matches!(TABLE[self.row].name, "ndcg" | "ndcg_exp" | "judged")
    }

    /// What the list is worth.
    pub fn of(self, list: &JudgedList) -> f64 {
        (TABLE[self.row].of)(list, self.depth.map_or(usize::MAX, |k| k as usize))
    }
}

impl std::str::FromStr for Measure {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let lower = text.trim().to_ascii_lowercase();
        let (name, depth) = lower.split_once('@').map_or((lower.as_str(), None), |(name, depth)| (name, Some(depth)));
        let row = TABLE.iter().position(|row| row.name == name || row.also.contains(&name)).ok_or_else(|| {
            let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
            Invalid::new(format!("there is no measure {text:?}: use one of {}", names.join(", ")))
        })?;
        let depth = depth
            .map(|depth| depth.parse().ok().filter(|depth| *depth > 0))
            .map(|depth| depth.ok_or_else(|| Invalid::new(format!("in {text:?}, what follows @ must be a whole number from 1"))));
        match (TABLE[row].depth, depth.transpose()?) {
            (Depth::Needed, None) => Err(Invalid::new(format!("{name} needs a k, as in {name}@5"))),
            (Depth::Never, Some(_)) => Err(Invalid::new(format!("{name} takes no k"))),
            (_, depth) => Ok(Self { row, depth }),
        }
    }
}

impl std::fmt::Display for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(TABLE[self.row].name)?;
        self.depth.map_or(Ok(()), |depth| write!(f, "@{depth}"))
    }
}

/// A list for tests: a digit is a grade, `-` a hit that is not judged; then the grades of what was judged and not retrieved.
#[cfg(test)]
fn list(hits: &str, missed: &[i32], cutoff: i32) -> JudgedList {
    let grades: Vec<Option<i32>> = hits.chars().map(|c| c.to_digit(10).and_then(|grade| i32::try_from(grade).ok())).collect();
    let judged: Vec<i32> = grades.iter().flatten().chain(missed).copied().collect();
    JudgedList::new(grades, judged, cutoff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_measure() -> impl Iterator<Item = Measure> {
        TABLE.iter().enumerate().map(|(row, of)| Measure { row, depth: (of.depth == Depth::Needed).then_some(5) })
    }

    fn is_judged(measure: Measure) -> bool {
        measure == Measure::judged_at(5)
    }

    fn parse(text: &str) -> Result<Measure, Invalid> {
        text.parse()
    }

    #[test]
    fn measures_are_parsed_and_printed_by_their_one_name() {
        for (written, printed) in [
            ("recall@5", "recall@5"),
            ("MRR", "rr"),
            ("map", "ap"),
            ("P@5", "precision@5"),
            ("ndcg_exp@10", "ndcg_exp@10"),
            ("bpref", "bpref"),
        ] {
            assert_eq!(parse(written).expect("a measure").to_string(), printed);
        }
    }

    #[test]
    fn what_is_no_measure_is_refused_with_what_would_be() {
        assert!(parse("recal@5").expect_err("a typo").0.contains("use one of recall, precision"));
        assert_eq!(parse("recall").expect_err("no k").0, "recall needs a k, as in recall@5");
        assert_eq!(parse("bpref@5").expect_err("a k").0, "bpref takes no k");
        for bad in ["recall@0", "recall@-1", "recall@x", "recall@", "recall@5@6"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_measure_is_between_0_and_1_and_0_for_an_empty_list() {
        for measure in every_measure() {
            assert!(measure.of(&list("", &[3, 0], 2)).abs() < f64::EPSILON, "{measure}");
            assert!((0.0..=1.0).contains(&measure.of(&list("30-12", &[3, 0], 2))), "{measure}");
            assert!(measure.of(&list("3210", &[], 1)).is_finite(), "{measure}");
        }
    }

    #[test]
    fn a_query_without_relevant_chunks_gives_0_and_not_nan() {
        for measure in every_measure().filter(|measure| !is_judged(*measure)) {
            assert!(measure.of(&list("000-", &[0], 1)).abs() < f64::EPSILON, "{measure}");
        }
    }

    /// Four queries, one relevant chunk each, found at ranks 1, 3, not at all, and 2.
    #[test]
    fn the_worked_example_gives_recall_at_5_of_three_quarters_and_mrr_of_11_24ths() {
        let mean = |lists: &[JudgedList], measure: &str| {
            let measure = parse(measure).expect("a measure");
            lists.iter().map(|list| measure.of(list)).sum::<f64>() / 4.0
        };
        let lists = |second: &str| [list("30000", &[], 2), list(second, &[], 2), list("00000", &[3], 2), list("03000", &[], 2)];
        let before = lists("00300");
        assert!((mean(&before, "recall@5") - 0.75).abs() < 1e-15);
        assert!((mean(&before, "rr") - (1.0 + 1.0 / 3.0 + 0.0 + 0.5) / 4.0).abs() < 1e-15);
        let after = lists("30000");
        assert!((mean(&after, "recall@5") - 0.75).abs() < 1e-15);
        assert!((mean(&after, "rr") - 0.625).abs() < 1e-15);
    }
}
