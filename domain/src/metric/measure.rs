use serde::{Deserialize, Serialize};

use super::{Bounds, Depth, JudgedList, ListPair, TABLE, list_pair};
use crate::Invalid;

/// A measure with its k, as `recall@5` or `rr`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Measure {
    /// Where it stands in the table.
    row: usize,
    /// Its k; none for the whole list.
    depth: Option<u32>,
}

impl Measure {
    /// What is reported when nobody asks for something else.
    pub fn usual() -> Vec<Self> {
        ["recall@5", "recall@20", "precision@5", "rr", "ap", "ndcg@10", "judged@10"].map(Self::from_table).into()
    }

    /// The columns of the evaluation pages.
    pub fn page_columns() -> Vec<Self> {
        ["recall@5", "recall@20", "precision@5", "rr", "ndcg@10", "judged@10"].map(Self::from_table).into()
    }

    /// The lines of the evaluation page's plot.
    pub fn plotted() -> [Self; 3] {
        ["recall@5", "rr", "ndcg@10"].map(Self::from_table)
    }

    /// What orders a run's queries, the worst first: the first measure, and the second where that ties.
    pub fn worst_first() -> [Self; 2] {
        ["ndcg@10", "rr"].map(Self::from_table)
    }

    fn from_table(name: &str) -> Self {
        name.parse().expect("the table has the measure")
    }

    /// The share of the top k that is judged.
    pub fn judged_at(k: u32) -> Self {
        Self { row: TABLE.len() - 1, depth: Some(k) }
    }

    /// Whether it says how much is judged, not how good it is.
    pub fn is_judged_share(self) -> bool {
        self.row == TABLE.len() - 1
    }

    /// Its k; none for the whole list.
    pub fn depth(self) -> Option<u32> {
        self.depth
    }

    /// The score of a list.
    pub fn score(self, list: &JudgedList) -> f64 {
        (TABLE[self.row].score)(list, self.depth.map_or(usize::MAX, |k| k as usize))
    }

    /// Between what and what the second list of a pair is better than the first, whatever their holes are worth.
    pub fn bounds(self, pair: ListPair) -> Bounds {
        let k = self.depth.map_or(usize::MAX, |k| k as usize);
        let known = self.score(pair.to) - self.score(pair.from);
        let Bounds { low, high } = list_pair::bounds(pair, k, TABLE[self.row].most);
        Bounds { low: low.min(known), high: high.max(known) }.within(Bounds::ANY_DIFFERENCE)
    }

    /// What readers know its mean by: MRR for `rr`.
    pub fn title(self) -> String {
        let title = TABLE[self.row].title;
        self.depth.map_or_else(|| title.to_owned(), |depth| format!("{title}@{depth}"))
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

impl From<Measure> for String {
    fn from(measure: Measure) -> Self {
        measure.to_string()
    }
}

impl TryFrom<String> for Measure {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        text.parse()
    }
}

#[cfg(test)]
impl Measure {
    /// The whole table, with this k where one is needed.
    pub(crate) fn each_at(k: u32) -> impl Iterator<Item = Self> {
        TABLE.iter().enumerate().map(move |(row, definition)| Self { row, depth: (definition.depth == Depth::Needed).then_some(k) })
    }

    /// The same at this k only: those that take none are left out.
    pub(crate) fn each_cut_at(k: u32) -> impl Iterator<Item = Self> {
        let takes_k = |(_, definition): &(usize, &super::Definition)| definition.depth != Depth::Never;
        TABLE.iter().enumerate().filter(takes_k).map(move |(row, _)| Self { row, depth: Some(k) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    fn every_measure() -> impl Iterator<Item = Measure> {
        Measure::each_at(5)
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
    fn readers_know_the_mean_of_rr_as_mrr() {
        let title = |written: &str| parse(written).expect("a measure").title();
        assert_eq!(["rr", "rr@10", "ap", "recall@5"].map(title), ["MRR", "MRR@10", "MAP", "recall@5"]);
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
            assert!(measure.score(&list("", &[3, 0], 2)).abs() < f64::EPSILON, "{measure}");
            assert!((0.0..=1.0).contains(&measure.score(&list("30-12", &[3, 0], 2))), "{measure}");
            assert!(measure.score(&list("3210", &[], 1)).is_finite(), "{measure}");
        }
    }

    #[test]
    fn a_query_without_relevant_chunks_gives_0_and_not_nan() {
        for measure in every_measure().filter(|measure| !measure.is_judged_share()) {
            assert!(measure.score(&list("000-", &[0], 1)).abs() < f64::EPSILON, "{measure}");
        }
    }

    /// Four queries, one relevant chunk each, found at ranks 1, 3, not at all, and 2.
    #[test]
    fn the_worked_example_gives_recall_at_5_of_three_quarters_and_mrr_of_11_24ths() {
        let mean = |lists: &[JudgedList], measure: &str| {
            let measure = parse(measure).expect("a measure");
            lists.iter().map(|list| measure.score(list)).sum::<f64>() / 4.0
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
