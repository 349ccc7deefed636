//! Evaluation: a run scored against what is known about each query's chunks.

use std::collections::{BTreeMap, HashMap};

use rustc_hash::{FxHashMap, FxHashSet};

use serde::{Deserialize, Serialize};

use crate::metric::{JudgedList, Measure};

/// What is known about the chunks of each query, by query id in byte order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Golden {
    /// The queries.
    pub queries: BTreeMap<String, GoldenQuery>,
    /// The lowest grade that counts as relevant, unless somebody says otherwise.
    pub cutoff: i32,
}

/// One query of a golden set, as an evaluation needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoldenQuery {
    /// Whether the set says that the corpus has no answer.
    pub unanswerable: bool,
    /// Its style; empty where the file has none.
    pub style: String,
    /// The grade of each judged chunk, by the user's id.
    pub grades: FxHashMap<String, i32>,
}

/// The ranked lists of one run, by query id.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunLists {
    /// What the run is called in reports.
    pub name: String,
    /// The lists.
    pub lists: HashMap<String, ScoredIds>,
    /// How long the retriever took, in milliseconds, where known.
    pub latencies_ms: Vec<f64>,
    /// What the retriever cost, in US dollars, where known.
    pub costs_usd: Vec<f64>,
}

/// What a report says of a run beside its scores.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunFacts {
    /// What the run is called.
    pub name: String,
    /// How many of its queries the golden set does not have.
    pub unknown_queries: usize,
    /// How long the retriever took, in milliseconds, where known.
    pub latencies_ms: Vec<f64>,
    /// What the retriever cost, in US dollars, where known.
    pub costs_usd: Vec<f64>,
}

impl RunLists {
    /// What a report says of it beside its scores.
    pub fn facts(&self, golden: &Golden) -> RunFacts {
        RunFacts {
            name: self.name.clone(),
            unknown_queries: self.lists.keys().filter(|query| !golden.queries.contains_key(*query)).count(),
            latencies_ms: self.latencies_ms.clone(),
            costs_usd: self.costs_usd.clone(),
        }
    }
}

/// Chunk ids with scores, in one piece of memory: a run file can hold many millions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoredIds {
    ids: String,
    hits: Vec<(f64, u32, u32)>,
}

impl ScoredIds {
    /// Adds a hit.
    pub fn push(&mut self, id: &str, score: f64) {
        let start = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.push_str(id);
        self.hits.push((score, start, u32::try_from(self.ids.len()).unwrap_or(u32::MAX)));
    }

    /// Adds the hits of another list behind these.
    pub fn append(&mut self, other: &Self) {
        for hit in &other.hits {
            self.push(other.id(*hit), hit.0);
        }
    }

    /// How many hits were added.
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    fn id(&self, hit: (f64, u32, u32)) -> &str {
        &self.ids[hit.1 as usize..hit.2 as usize]
    }

    /// The hits as they were added.
    pub fn hits(&self) -> Vec<(f64, &str)> {
        self.hits.iter().map(|hit| (hit.0, self.id(*hit))).collect()
    }
}

/// The ids, the best first: score descending, then id descending as bytes. Of an id that comes twice the better stays.
fn ranked(mut hits: Vec<(f64, &str)>, precision: ScorePrecision) -> Vec<&str> {
    for hit in &mut hits {
        hit.0 = precision.round(hit.0);
    }
    let by_rank = |a: &(f64, &str), b: &(f64, &str)| b.0.total_cmp(&a.0).then_with(|| b.1.as_bytes().cmp(a.1.as_bytes()));
    // Most files are in order already.
    if !hits.is_sorted_by(|a, b| by_rank(a, b).is_le()) {
        hits.sort_unstable_by(by_rank);
    }
    let mut seen = FxHashSet::with_capacity_and_hasher(hits.len(), rustc_hash::FxBuildHasher);
    hits.into_iter().map(|(_, id)| id).filter(|id| seen.insert(*id)).collect()
}

/// How exactly scores are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScorePrecision {
    /// As 64-bit floats.
    #[default]
    Double,
    /// As 32-bit floats, as `trec_eval` 9 does: 10.0 and 10.00000001 tie.
    Single,
}

impl ScorePrecision {
    #[expect(clippy::cast_possible_truncation, reason = "to lose digits is what is asked for")]
    fn round(self, score: f64) -> f64 {
        let score = if self == Self::Single { f64::from(score as f32) } else { score };
        // -0.0 and 0.0 tie.
        score + 0.0
    }
}

/// What a chunk that nobody judged counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unjudged {
    /// Not relevant, as everywhere in the field.
    #[default]
    NotRelevant,
    /// Of the highest grade that the query has, or the cut-off where that is higher: the most that it could be worth.
    Best,
}

/// How to evaluate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// What to compute.
    pub measures: Vec<Measure>,
    /// The lowest grade that counts as relevant.
    pub cutoff: i32,
    /// How exactly scores are compared.
    pub precision: ScorePrecision,
    /// What a chunk that nobody judged counts as.
    pub unjudged: Unjudged,
    /// Whether queries that the corpus does not answer are averaged too, as 0, as the field's tools do.
    pub include_unanswerable: bool,
}

/// A run scored against a golden set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// The run's name.
    pub run: String,
    /// How many queries were averaged: every answerable one, also those that the run lacks.
    pub n: usize,
    /// The mean of each measure.
    pub measures: BTreeMap<String, f64>,
    /// Each measure of each averaged query.
    pub per_query: BTreeMap<String, BTreeMap<String, f64>>,
    /// The mean share of judged chunks in the top k, for each k that a measure has.
    pub judged: BTreeMap<String, f64>,
    /// Averaged queries that the run lacks; they count 0.
    pub missing_queries: Vec<String>,
    /// How many queries were left out because the corpus does not answer them.
    pub unanswerable: usize,
    /// How many queries of the run the golden set does not have; they do not count.
    pub unknown_queries: usize,
    /// How many hits were left out because their list has the chunk twice.
    pub duplicate_hits: usize,
    /// The 50th and 95th percentile of the retriever's latency, in milliseconds.
    pub latency_ms: Option<Percentiles>,
    /// The retriever's mean cost a query, in US dollars.
    pub cost_usd: Option<f64>,
}

/// Two percentiles: the value at rank ⌈p·n⌉ (nearest rank).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Percentiles {
    /// Half are at most this.
    pub p50: f64,
    /// 95 of 100 are at most this.
    pub p95: f64,
}

impl Percentiles {
    /// Those of some values; none of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |percent: usize| sorted.get((sorted.len() * percent).div_ceil(100).saturating_sub(1)).copied();
        Some(Self { p50: at(50)?, p95: at(95)? })
    }
}

/// The mean, summed in order; none of none.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    #[expect(clippy::cast_precision_loss, reason = "counts of queries are far below 2^52")]
    (count > 0).then(|| values.sum::<f64>() / count as f64)
}

/// The scores of one averaged query, one a measure in the order that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryScores<'golden> {
    /// The query's id.
    pub query: &'golden str,
    /// Its style.
    pub style: &'golden str,
    /// Whether the run lacks it.
    pub missing: bool,
    /// What each measure gives.
    pub scores: Vec<f64>,
    duplicate_hits: usize,
}

/// Scores each averaged query, in the order of their ids.
pub fn score<'golden>(golden: &'golden Golden, run: &RunLists, settings: &Settings) -> Vec<QueryScores<'golden>> {
    averaged(golden, settings)
        .map(|(query, known)| score_query(query, known, run.lists.get(query).map(ScoredIds::hits), settings))
        .collect()
}

/// The queries that count.
pub fn averaged<'golden>(golden: &'golden Golden, settings: &Settings) -> impl Iterator<Item = (&'golden str, &'golden GoldenQuery)> {
    let all = settings.include_unanswerable;
    golden.queries.iter().filter(move |(_, known)| all || !known.unanswerable).map(|(query, known)| (query.as_str(), known))
}

/// Scores one query; without hits in the run every measure is 0.
pub fn score_query<'golden>(
    query: &'golden str,
    known: &'golden GoldenQuery,
    hits: Option<Vec<(f64, &str)>>,
    settings: &Settings,
) -> QueryScores<'golden> {
    let style = known.style.as_str();
    let Some(hits) = hits else {
        return QueryScores { query, style, missing: true, scores: vec![0.0; settings.measures.len()], duplicate_hits: 0 };
    };
    let listed = hits.len();
    let ranked = ranked(hits, settings.precision);
    let duplicate_hits = listed - ranked.len();
    let grades: Vec<Option<i32>> = ranked.into_iter().map(|id| known.grades.get(id).copied()).collect();
    let judged = judged_list(grades, known.grades.values().copied(), settings.cutoff, settings.unjudged);
    let scores = settings.measures.iter().map(|measure| measure.of(&judged)).collect();
    QueryScores { query, style, missing: false, scores, duplicate_hits }
}

/// A ranked list with its grades, where what nobody judged counts as it is asked for.
pub fn judged_list(mut grades: Vec<Option<i32>>, judged: impl Iterator<Item = i32>, cutoff: i32, unjudged: Unjudged) -> JudgedList {
    let mut judged: Vec<i32> = judged.collect();
    if unjudged == Unjudged::Best {
        let best = judged.iter().copied().max().unwrap_or_default().max(cutoff);
        for grade in grades.iter_mut().filter(|grade| grade.is_none()) {
            *grade = Some(best);
            judged.push(best);
        }
    }
    JudgedList::new(grades, judged, cutoff)
}

/// The report over scored queries.
pub fn summarise(golden: &Golden, run: &RunFacts, settings: &Settings, scored: &[QueryScores]) -> Evaluation {
    let of_measure = |at: usize| mean(scored.iter().map(|query| query.scores[at]));
    let means = |only_judged: bool| {
        let chosen = settings.measures.iter().enumerate().filter(move |(_, measure)| !only_judged || is_judged(**measure));
        chosen.filter_map(|(at, measure)| Some((measure.to_string(), of_measure(at)?))).collect()
    };
    let row = |query: &QueryScores| settings.measures.iter().map(ToString::to_string).zip(query.scores.iter().copied()).collect();
    Evaluation {
        run: run.name.clone(),
        n: scored.len(),
        measures: means(false),
        per_query: scored.iter().map(|query| (query.query.to_owned(), row(query))).collect(),
        judged: means(true),
        missing_queries: scored.iter().filter(|query| query.missing).map(|query| query.query.to_owned()).collect(),
        unanswerable: golden.queries.len() - averaged(golden, settings).count(),
        unknown_queries: run.unknown_queries,
        duplicate_hits: scored.iter().map(|query| query.duplicate_hits).sum(),
        latency_ms: Percentiles::of(&run.latencies_ms),
        cost_usd: mean(run.costs_usd.iter().copied()),
    }
}

fn is_judged(measure: Measure) -> bool {
    measure.depth().is_some_and(|k| measure == Measure::judged_at(k))
}

/// The measures, and the judged share for each k among them; no number stands without it.
pub fn with_judged(mut measures: Vec<Measure>) -> Vec<Measure> {
    let mut depths: Vec<u32> = measures.iter().filter_map(|measure| measure.depth()).collect();
    if depths.is_empty() {
        depths.push(10);
    }
    for k in depths {
        if !measures.contains(&Measure::judged_at(k)) {
            measures.push(Measure::judged_at(k));
        }
    }
    measures
}

#[cfg(test)]
mod tests {
    use super::*;

    fn golden() -> Golden {
        let query = |unanswerable: bool, grades: &[(&str, i32)]| GoldenQuery {
            unanswerable,
            style: "question".into(),
            grades: grades.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect(),
        };
        let queries = [
            ("q1".to_owned(), query(false, &[("a", 3), ("b", 0)])),
            ("q2".to_owned(), query(false, &[("c", 2)])),
            ("q3".to_owned(), query(true, &[("d", 0)])),
        ];
        Golden { queries: queries.into(), cutoff: 2 }
    }

    fn run(lists: &[(&str, &[(&str, f64)])]) -> RunLists {
        let list = |hits: &[(&str, f64)]| {
            let mut ids = ScoredIds::default();
            for (id, score) in hits {
                ids.push(id, *score);
            }
            ids
        };
        RunLists {
            name: "run".into(),
            lists: lists.iter().map(|(query, hits)| ((*query).to_owned(), list(hits))).collect(),
            ..RunLists::default()
        }
    }

    fn evaluate(run: &RunLists, change: impl FnOnce(&mut Settings)) -> Evaluation {
        let mut settings = Settings {
            measures: with_judged(vec!["rr".parse().expect("rr"), "recall@1".parse().expect("recall")]),
            cutoff: 2,
            precision: ScorePrecision::Double,
            unjudged: Unjudged::NotRelevant,
            include_unanswerable: false,
        };
        change(&mut settings);
        let golden = golden();
        let scored = score(&golden, run, &settings);
        summarise(&golden, &run.facts(&golden), &settings, &scored)
    }

    #[test]
    fn a_query_that_the_run_lacks_counts_0_and_is_listed() {
        let evaluation = evaluate(&run(&[("q1", &[("a", 1.0)])]), |_| {});
        assert_eq!(evaluation.n, 2);
        assert!((evaluation.measures["rr"] - 0.5).abs() < 1e-15);
        assert_eq!(evaluation.missing_queries, ["q2"]);
    }

    #[test]
    fn an_unanswerable_query_is_left_out_and_counted_unless_asked_for() {
        let run = run(&[("q1", &[("a", 1.0)]), ("q2", &[("c", 1.0)]), ("q3", &[("d", 1.0)]), ("q4", &[("x", 1.0)])]);
        let left_out = evaluate(&run, |_| {});
        assert_eq!((left_out.n, left_out.unanswerable, left_out.unknown_queries), (2, 1, 1));
        assert!((left_out.measures["rr"] - 1.0).abs() < 1e-15);
        let included = evaluate(&run, |settings| settings.include_unanswerable = true);
        assert_eq!((included.n, included.unanswerable), (3, 0));
        assert!((included.measures["rr"] - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn ties_go_to_the_higher_id_and_single_precision_makes_more_of_them() {
        let close = run(&[("q1", &[("a", 10.000_000_01), ("b", 10.0)]), ("q2", &[("c", 1.0)])]);
        assert!((evaluate(&close, |_| {}).per_query["q1"]["rr"] - 1.0).abs() < 1e-15);
        let single = evaluate(&close, |settings| settings.precision = ScorePrecision::Single);
        assert!((single.per_query["q1"]["rr"] - 0.5).abs() < 1e-15);
    }

    #[test]
    fn a_chunk_that_is_listed_twice_keeps_its_better_place_and_is_counted() {
        let twice = run(&[("q1", &[("b", 3.0), ("b", 2.0), ("a", 1.0)]), ("q2", &[("c", 1.0)])]);
        let evaluation = evaluate(&twice, |_| {});
        assert_eq!(evaluation.duplicate_hits, 1);
        assert!((evaluation.per_query["q1"]["rr"] - 0.5).abs() < 1e-15);
    }

    #[test]
    fn the_judged_share_stands_beside_every_k() {
        let evaluation = evaluate(&run(&[("q1", &[("x", 2.0), ("a", 1.0)])]), |_| {});
        assert_eq!(evaluation.judged.keys().collect::<Vec<_>>(), ["judged@1"]);
        assert!(evaluation.judged["judged@1"].abs() < 1e-15);
    }

    #[test]
    fn the_most_that_a_list_could_be_worth_counts_unjudged_chunks_as_relevant() {
        let holes = run(&[("q1", &[("x", 2.0), ("a", 1.0)]), ("q2", &[("c", 1.0)])]);
        assert!((evaluate(&holes, |_| {}).measures["rr"] - 0.75).abs() < 1e-15);
        assert!((evaluate(&holes, |settings| settings.unjudged = Unjudged::Best).measures["rr"] - 1.0).abs() < 1e-15);
    }

    #[test]
    fn percentiles_are_values_that_were_seen() {
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(Percentiles::of(&hundred), Some(Percentiles { p50: 50.0, p95: 95.0 }));
        assert_eq!(Percentiles::of(&[7.0]), Some(Percentiles { p50: 7.0, p95: 7.0 }));
        assert_eq!(Percentiles::of(&[]), None);
    }
}
