//! The bounds of every measure against all grades that the unjudged hits could have, tried one by one.

use proptest::prelude::*;

use super::{Bounds, Hole, JudgedList, ListPair, Measure};

/// Chunks of a query, by number. Those before [`JUDGED`] may be unjudged.
const CHUNKS: usize = 8;
const JUDGED: usize = 5;

/// Two lists of chunks, what is known of each chunk, and the scale.
#[derive(Debug, Clone)]
struct Case {
    from: Vec<usize>,
    to: Vec<usize>,
    grades: Vec<Option<i32>>,
    cutoff: i32,
    top: i32,
}

impl Case {
    fn list(&self, chunks: &[usize], grades: &[Option<i32>]) -> JudgedList {
        JudgedList::new(chunks.iter().map(|chunk| grades[*chunk]).collect(), grades.iter().flatten().copied(), self.cutoff)
    }

    fn rank(list: &[usize], chunk: usize) -> Option<usize> {
        list.iter().position(|other| *other == chunk).map(|index| index + 1)
    }

    fn bounds(&self, measure: Measure) -> Bounds {
        let unjudged = (0..CHUNKS).filter(|chunk| self.grades[*chunk].is_none());
        let hole = |chunk| Hole { from: Self::rank(&self.from, chunk), to: Self::rank(&self.to, chunk) };
        let holes: Vec<Hole> = unjudged.map(hole).collect();
        let (from, to) = (self.list(&self.from, &self.grades), self.list(&self.to, &self.grades));
        measure.bounds(ListPair::new(&from, &to, &holes, self.top))
    }

    /// The least and the greatest difference over all grades of the unjudged chunks in the top k of either list.
    fn tried(&self, measure: Measure) -> Bounds {
        let k = measure.depth().map_or(usize::MAX, |k| k as usize);
        let within = |list: &[usize], chunk| Self::rank(list, chunk).is_some_and(|rank| rank <= k);
        let holes: Vec<usize> =
            (0..CHUNKS).filter(|chunk| self.grades[*chunk].is_none() && (within(&self.from, *chunk) || within(&self.to, *chunk))).collect();
        let base = usize::try_from(self.top + 1).expect("a scale");
        let mut tried = Bounds { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for mut code in 0..base.pow(u32::try_from(holes.len()).expect("few")) {
            let mut grades = self.grades.clone();
            for chunk in &holes {
                grades[*chunk] = Some(i32::try_from(code % base).expect("a grade"));
                code /= base;
            }
            let difference = measure.score(&self.list(&self.to, &grades)) - measure.score(&self.list(&self.from, &grades));
            tried = Bounds { low: tried.low.min(difference), high: tried.high.max(difference) };
        }
        tried
    }

    /// Which bounds may be too wide: those of bpref, and those of AP where there are two lists.
    fn is_exact(&self, measure: Measure) -> bool {
        let name = measure.to_string();
        let one = self.from.is_empty() || self.to.is_empty();
        !(name == "bpref" || !one && (name == "ap" || name.starts_with("ap@")))
    }

    fn check(&self, measure: Measure) -> Result<(), TestCaseError> {
        let (ours, tried) = (self.bounds(measure), self.tried(measure));
        let sound = ours.low <= tried.low + 1e-12 && ours.high >= tried.high - 1e-12;
        prop_assert!(sound && ours.low >= -1.0 && ours.high <= 1.0, "{measure}: {ours:?} does not hold {tried:?}");
        if self.is_exact(measure) {
            let exact = (ours.low - tried.low).abs() < 1e-12 && (ours.high - tried.high).abs() < 1e-12;
            prop_assert!(exact, "{measure}: {ours:?} is not {tried:?}");
        }
        Ok(())
    }
}

/// Every measure of the table, with this k and without; a judged share says what is known, so nothing bounds it.
fn measures(k: u32) -> impl Iterator<Item = Measure> {
    Measure::each_at(k).chain(Measure::each_cut_at(k)).filter(|measure| !measure.is_judged_share())
}

fn lists() -> impl Strategy<Value = Vec<usize>> {
    (Just((0..CHUNKS).collect::<Vec<_>>()).prop_shuffle(), 0..=6usize).prop_map(|(chunks, length)| chunks[..length].to_vec())
}

fn cases() -> impl Strategy<Value = Case> {
    let grade = |chunk: usize| prop_oneof![3 => (-1..=3i32).prop_map(Some), if chunk < JUDGED { 4 } else { 0 } => Just(None)];
    let grades = (0..CHUNKS).map(grade).collect::<Vec<_>>();
    let case = |(from, to, grades, cutoff, top): (_, _, Vec<Option<i32>>, _, _)| {
        let grades = grades.into_iter().map(|grade| grade.map(|grade| grade.min(top))).collect();
        Case { from, to, grades, cutoff, top }
    };
    (lists(), lists(), grades, 1..=3i32, 1..=3i32).prop_map(case)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn bounds_are_those_of_all_grades_tried_one_by_one(case in cases(), k in 1..=7u32) {
        for measure in measures(k) {
            case.check(measure)?;
            Case { from: Vec::new(), ..case.clone() }.check(measure)?;
        }
    }

    #[test]
    fn equal_lists_differ_by_nothing_whatever_is_unjudged(case in cases(), k in 1..=7u32) {
        let same = Case { from: case.to.clone(), ..case };
        for measure in measures(k) {
            let bounds = same.bounds(measure);
            prop_assert!(bounds.low.abs() < 1e-12 && bounds.high.abs() < 1e-12, "{measure}: {bounds:?}");
        }
    }
}

/// What the unjudged hits of a list could make of a measure: a digit is a grade, `-` a hit that is not judged.
fn of_one(hits: &str, missed: &[i32], measure: &str) -> (f64, f64) {
    let list = super::list(hits, missed, 2);
    let ranks = hits.chars().zip(1..).filter(|(grade, _)| *grade == '-');
    let holes: Vec<Hole> = ranks.map(|(_, rank)| Hole { from: None, to: Some(rank) }).collect();
    let measure: Measure = measure.parse().expect("a measure");
    let Bounds { low, high } = measure.bounds(ListPair::new(&list.without_hits(), &list, &holes, 3));
    (low, high)
}

#[track_caller]
fn assert_bounds(bounds: (f64, f64), (low, high): (f64, f64)) {
    assert!((bounds.0 - low).abs() < 1e-12 && (bounds.1 - high).abs() < 1e-12, "{bounds:?} is not {:?}", (low, high));
}

#[test]
fn unjudged_hits_below_k_do_not_matter() {
    assert_bounds(of_one("3----", &[3], "recall@1"), (0.5, 0.5));
}

#[test]
fn a_relevant_chunk_that_was_not_judged_grows_what_there_is_to_find() {
    // One of two is found. The hole is relevant: two of three.
    assert_bounds(of_one("3-", &[3], "recall@5"), (0.5, 2.0 / 3.0));
    assert_bounds(of_one("-3", &[], "rr"), (0.5, 1.0));
    assert_bounds(of_one("-3", &[], "precision@5"), (0.2, 0.4));
}

#[test]
fn without_a_judged_relevant_chunk_a_score_could_be_anything_that_the_holes_can_make_of_it() {
    assert_bounds(of_one("0-", &[0], "recall@5"), (0.0, 1.0));
    assert_bounds(of_one("0-", &[0], "hit@1"), (0.0, 0.0));
    assert_bounds(of_one("0-", &[0], "ndcg@2"), (0.0, 1.0 / 3f64.log2()));
}

#[test]
fn a_score_without_holes_is_what_it_is() {
    for measure in Measure::each_at(3).chain(Measure::each_cut_at(2)) {
        let score = measure.score(&super::list("0312", &[3], 2));
        assert_bounds(of_one("0312", &[3], &measure.to_string()), (score, score));
    }
}
