use super::*;
use crate::evaluation::{Bounds, DifferenceBounds, Golden, Known, Percentiles, QueryScore, RunFacts, ScorePrecision, Settings};

fn recall() -> Measure {
    "recall@5".parse().expect("a measure")
}

/// A run's queries: the recall of each, and what it could be.
fn evaluation(scores: &[(f64, Bounds)]) -> Evaluation {
    let query = |(at, (score, bounds)): (usize, &(f64, Bounds))| QueryScore {
        query_id: format!("q{at:02}"),
        style: None,
        missing: false,
        scores: [(recall(), *score)].into_iter().collect(),
        bounds: [(recall(), *bounds)].into_iter().collect(),
        top: vec![],
        relevant: 1,
        judged_hits: 1,
        duplicate_hits: 0,
    };
    let settings = Settings {
        measures: vec![recall()],
        cutoff: 1,
        top_grade: 3,
        precision: ScorePrecision::Double,
        include_unanswerable: false,
        bounds: true,
    };
    let queries = scores.iter().enumerate().map(query).collect();
    Evaluation::new(&Golden::<String>::default(), RunFacts::default(), &settings, queries)
}

fn known(scores: &[f64]) -> Evaluation {
    evaluation(&scores.iter().map(|score| (*score, Bounds::exactly(*score))).collect::<Vec<_>>())
}

fn differences(bounds: &[(f64, f64)]) -> DifferenceBounds {
    let query = |(at, (low, high)): (usize, &(f64, f64))| {
        (format!("q{at:02}"), [(recall(), Bounds { low: *low, high: *high })].into_iter().collect())
    };
    bounds.iter().enumerate().map(query).collect()
}

/// What comes of a drop of at most 0.02 where each of some queries goes from one score to another.
fn dropped(scores: &[(f64, f64)], bounds: &[(f64, f64)], rules: Rules) -> Checked {
    let (from, to): (Vec<f64>, Vec<f64>) = scores.iter().copied().unzip();
    let (from, to, bounds) = (known(&from), known(&to), differences(bounds));
    let contest = Contest { run: &to, pair: Some(RunPair { from: &from, to: &to, bounds: &bounds }) };
    decide_checks(&[Check::MaxDrop(recall(), 0.02)], contest, rules).expect("decided").remove(0)
}

fn at_least(limit: f64, run: &Evaluation, rules: Rules) -> Verdict {
    decide_checks(&[Check::Min(recall(), limit)], Contest { run, pair: None }, rules).expect("decided")[0].verdict
}

const NOT_RELEVANT: Rules = Rules { decide: Decide::Point, unjudged: Unjudged::NotRelevant };

#[test]
fn a_drop_passes_when_its_worst_does_and_fails_when_its_best_does() {
    let drop = |to: f64, bounds: (f64, f64)| dropped(&[(0.80, to)], &[bounds], Rules::default()).verdict;
    assert_eq!(drop(0.78, (-0.02, -0.02)), Verdict::Pass);
    assert_eq!(drop(0.77, (-0.03, -0.03)), Verdict::Fail);
    assert_eq!(drop(0.70, (-0.10, -0.03)), Verdict::Fail);
    assert_eq!(drop(0.70, (-0.10, 0.05)), Verdict::Undecidable);
    assert_eq!(drop(0.80, (-0.03, 0.10)), Verdict::Undecidable, "what is equal may be worse");
    assert_eq!(drop(0.80, (-0.01, 0.10)), Verdict::Pass);
}

#[test]
fn unjudged_hits_count_as_not_relevant_where_somebody_says_so() {
    let drop = |to: f64| dropped(&[(0.80, to)], &[(-0.5, 0.5)], NOT_RELEVANT).verdict;
    assert_eq!((drop(0.79), drop(0.70)), (Verdict::Pass, Verdict::Fail));
    let run = evaluation(&[(0.5, Bounds { low: 0.3, high: 0.9 })]);
    assert_eq!((at_least(0.5, &run, NOT_RELEVANT), at_least(0.6, &run, NOT_RELEVANT)), (Verdict::Pass, Verdict::Fail));
}

#[test]
fn a_least_is_reached_at_the_worst_or_missed_at_the_best() {
    let run = evaluation(&[(0.5, Bounds { low: 0.3, high: 0.9 })]);
    let verdicts = [0.3, 0.31, 0.5, 0.9, 0.91].map(|limit| at_least(limit, &run, Rules::default()));
    assert_eq!(verdicts, [Verdict::Pass, Verdict::Undecidable, Verdict::Undecidable, Verdict::Undecidable, Verdict::Fail]);
}

#[test]
fn an_interval_decides_only_where_both_of_its_ends_say_the_same() {
    let interval = |unjudged| Rules { decide: Decide::Interval, unjudged };
    // Nine queries stay and one falls by 0.1: a drop of 0.01 on average, and of up to 0.03 with other queries.
    let mut scores = [(0.5, 0.5); 10];
    scores[9] = (0.5, 0.4);
    let exactly = scores.map(|(from, to)| (to - from, to - from));
    assert_eq!(dropped(&scores, &exactly, Rules::default()).verdict, Verdict::Pass);
    let open = dropped(&scores, &exactly, interval(Unjudged::Bounds));
    assert_eq!(open.verdict, Verdict::Undecidable);
    assert!(open.reason.expect("a reason").contains("other queries"));
    assert_eq!(dropped(&[(0.5, 0.49); 10], &[(-0.01, -0.01); 10], interval(Unjudged::Bounds)).verdict, Verdict::Pass);
    assert_eq!(dropped(&[(0.5, 0.3); 10], &[(-0.2, -0.2); 10], interval(Unjudged::Bounds)).verdict, Verdict::Fail);
    // With holes the interval is that of the least and of the greatest differences.
    assert_eq!(dropped(&[(0.5, 0.5); 10], &[(-0.1, 0.1); 10], interval(Unjudged::Bounds)).verdict, Verdict::Undecidable);
    assert_eq!(dropped(&[(0.5, 0.5); 10], &[(-0.1, 0.1); 10], interval(Unjudged::NotRelevant)).verdict, Verdict::Pass);
    let run = evaluation(&[(0.5, Bounds { low: 0.4, high: 0.6 }); 10]);
    let verdicts = [0.4, 0.5, 0.7].map(|limit| at_least(limit, &run, interval(Unjudged::Bounds)));
    assert_eq!(verdicts, [Verdict::Pass, Verdict::Undecidable, Verdict::Fail]);
}

#[test]
fn the_queries_that_fell_most_are_named_with_their_numbers() {
    let scores = [(1.0, 0.5), (0.2, 0.9), (1.0, 0.0), (0.3, 0.3), (0.9, 0.8), (0.9, 0.7), (0.9, 0.6), (0.9, 0.85)];
    let checked = dropped(&scores, &scores.map(|(from, to)| (to - from, to - from)), Rules::default());
    let fell: Vec<&str> = checked.fell.iter().map(|fall| fall.query_id.as_str()).collect();
    assert_eq!(fell, ["q02", "q00", "q06", "q05", "q04"]);
    assert_eq!((checked.fell[0].before, checked.fell[0].after), (1.0, 0.0));
    assert_eq!((checked.n, checked.p.is_some(), checked.bounds.is_some()), (8, true, true));
}

/// A run of twenty queries with the latency of so many.
fn timed(count: usize) -> Evaluation {
    let mut run = known(&[0.9; 20]);
    run.summary.known = Known { latency_ms: count, cost_usd: 0 };
    run.summary.latency_ms = (count > 0).then_some(Percentiles { p50: 100.0, p95: 200.0 });
    run
}

#[test]
fn a_latency_that_few_queries_have_decides_nothing() {
    let decided = |count: usize, limit: f64| {
        let run = timed(count);
        decide_checks(&[Check::P95Ms(limit)], Contest { run: &run, pair: None }, Rules::default()).expect("decided").remove(0)
    };
    assert_eq!((decided(20, 800.0).verdict, decided(20, 100.0).verdict), (Verdict::Pass, Verdict::Fail));
    assert_eq!((decided(19, 800.0).verdict, decided(19, 100.0).verdict), (Verdict::Pass, Verdict::Fail));
    let few = decided(18, 800.0);
    assert_eq!(
        (few.verdict, few.reason.as_deref()),
        (Verdict::Undecidable, Some("it is known for 18 of 20 queries only: at least 95 % are wanted"))
    );
    assert_eq!(decided(0, 800.0).verdict, Verdict::Undecidable);
}

#[test]
fn a_drop_without_a_baseline_is_refused() {
    let run = known(&[0.9]);
    let asked = decide_checks(&[Check::MaxDrop(recall(), 0.1)], Contest { run: &run, pair: None }, Rules::default());
    assert!(asked.expect_err("no baseline").0.contains("--baseline"));
}

#[test]
fn one_failure_fails_all_and_a_reason_or_no_check_decides_nothing() {
    let run = known(&[0.9]);
    let checks = [Check::Min(recall(), 0.5), Check::Min(recall(), 0.95), Check::Cost(1.0)];
    let checked = decide_checks(&checks, Contest { run: &run, pair: None }, Rules::default()).expect("decided");
    assert_eq!(overall_verdict(&[], &checked), Verdict::Fail);
    assert_eq!(overall_verdict(&[], &checked[..1]), Verdict::Pass);
    assert_eq!(overall_verdict(&["too few queries".into()], &checked[..1]), Verdict::Undecidable);
    assert_eq!(overall_verdict(&[], &[]), Verdict::Undecidable);
}

#[test]
fn a_baseline_that_lacks_queries_is_doubted_by_name() {
    let (mut from, to, bounds) = (known(&[0.5; 12]), known(&[0.5; 12]), differences(&[(0.0, 0.0); 12]));
    from.summary.missing_queries = vec!["q03".into(), "q07".into()];
    let contest = Contest { run: &to, pair: Some(RunPair { from: &from, to: &to, bounds: &bounds }) };
    assert!(doubts(contest, 10)[0].starts_with("the baseline lacks 2 queries that the run has: q03, q07."), "{:?}", doubts(contest, 10));
    let mut both = to.clone();
    both.summary.missing_queries = from.summary.missing_queries.clone();
    let contest = Contest { run: &both, pair: Some(RunPair { from: &from, to: &both, bounds: &bounds }) };
    assert_eq!(doubts(contest, 10), Vec::<String>::new(), "the run lacks them too");
}

#[test]
fn a_golden_set_that_shares_no_chunk_with_a_run_is_doubted() {
    let mut run = known(&[0.0; 12]);
    assert_eq!(doubts(Contest { run: &run, pair: None }, 10), Vec::<String>::new());
    run.queries.iter_mut().for_each(|query| query.judged_hits = 0);
    assert!(doubts(Contest { run: &run, pair: None }, 10)[0].starts_with("the run has no chunk that the golden set judges"));
}

#[test]
fn many_names_are_cut_off_with_how_many_more_there_are() {
    let ids: Vec<String> = (0..13).map(|at| format!("q{at}")).collect();
    assert_eq!(named(&ids), "q0, q1, q2, q3, q4, q5, q6, q7, q8, q9 and 3 more");
    assert_eq!(named(&ids[..2]), "q0, q1");
}
