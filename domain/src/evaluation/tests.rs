use super::*;
use crate::metric::Measure;
use crate::query::Style;

fn golden() -> Golden {
    let query = |unanswerable: bool, grades: &[(&str, i32)]| GoldenQuery {
        unanswerable,
        style: Some(Style::Question),
        grades: grades.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect(),
    };
    let queries = [
        ("q1".to_owned(), query(false, &[("a", 3), ("b", 0)])),
        ("q2".to_owned(), query(false, &[("c", 2)])),
        ("q3".to_owned(), query(true, &[("d", 0)])),
    ];
    Golden { queries: queries.into(), cutoff: 2, scale_top: Some(3) }
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
        top_grade: 3,
        precision: ScorePrecision::Double,
        include_unanswerable: false,
        bounds: false,
    };
    change(&mut settings);
    let golden = golden();
    let score =
        |(query, known): (&str, &GoldenQuery)| score_query(query, known, run.ranking(query, settings.precision).as_ref(), &settings);
    let scored = golden.averaged(&settings).map(score).collect();
    Evaluation::new(&golden, run.facts(&golden, &settings), &settings, scored)
}

#[test]
fn a_query_that_the_run_lacks_counts_0_and_is_listed() {
    let evaluation = evaluate(&run(&[("q1", &[("a", 1.0)])]), |_| {});
    assert_eq!(evaluation.summary.n, 2);
    assert!((evaluation.summary.measures["rr"] - 0.5).abs() < 1e-15);
    assert_eq!(evaluation.summary.missing_queries, ["q2"]);
}

#[test]
fn an_unanswerable_query_is_left_out_and_counted_unless_asked_for() {
    let run = run(&[("q1", &[("a", 1.0)]), ("q2", &[("c", 1.0)]), ("q3", &[("d", 1.0)]), ("q4", &[("x", 1.0)])]);
    let left_out = evaluate(&run, |_| {});
    assert_eq!((left_out.summary.n, left_out.summary.unanswerable, left_out.summary.unknown_queries), (2, 1, 1));
    assert!((left_out.summary.measures["rr"] - 1.0).abs() < 1e-15);
    let included = evaluate(&run, |settings| settings.include_unanswerable = true);
    assert_eq!((included.summary.n, included.summary.unanswerable), (3, 0));
    assert!((included.summary.measures["rr"] - 2.0 / 3.0).abs() < 1e-15);
}

#[test]
fn ties_go_to_the_higher_id_and_single_precision_makes_more_of_them() {
    let close = run(&[("q1", &[("a", 10.000_000_01), ("b", 10.0)]), ("q2", &[("c", 1.0)])]);
    assert!((evaluate(&close, |_| {}).queries[0].scores["rr"] - 1.0).abs() < 1e-15);
    let single = evaluate(&close, |settings| settings.precision = ScorePrecision::Single);
    assert!((single.queries[0].scores["rr"] - 0.5).abs() < 1e-15);
}

#[test]
fn a_chunk_that_is_listed_twice_keeps_its_better_place_and_is_counted() {
    let twice = run(&[("q1", &[("b", 3.0), ("b", 2.0), ("a", 1.0)]), ("q2", &[("c", 1.0)])]);
    let evaluation = evaluate(&twice, |_| {});
    assert_eq!(evaluation.summary.duplicate_hits, 1);
    assert!((evaluation.queries[0].scores["rr"] - 0.5).abs() < 1e-15);
}

#[test]
fn the_judged_share_stands_beside_every_k() {
    let evaluation = evaluate(&run(&[("q1", &[("x", 2.0), ("a", 1.0)])]), |_| {});
    assert_eq!(evaluation.summary.judged.measures().map(String::from).collect::<Vec<_>>(), ["judged@1"]);
    assert!(evaluation.summary.judged["judged@1"].abs() < 1e-15);
}

#[test]
fn the_most_that_a_list_could_be_worth_counts_unjudged_chunks_as_relevant() {
    let holes = run(&[("q1", &[("x", 2.0), ("a", 1.0)]), ("q2", &[("c", 1.0)])]);
    assert!((evaluate(&holes, |_| {}).summary.measures["rr"] - 0.75).abs() < 1e-15);
    let rr = "rr".parse().expect("rr");
    let bounds = evaluate(&holes, |settings| settings.bounds = true).bounds(rr).expect("queries");
    assert!((bounds.low - 0.75).abs() < 1e-15 && (bounds.high - 1.0).abs() < 1e-15);
}

/// What the difference of two runs could be, on the first query.
fn difference(from: &[(&str, f64)], to: &[(&str, f64)], measure: &str) -> Bounds {
    let (from, to) = (run(&[("q1", from)]), run(&[("q1", to)]));
    let measure = measure.parse().expect("a measure");
    let settings = Settings {
        measures: vec![measure],
        cutoff: 2,
        top_grade: 3,
        precision: ScorePrecision::Double,
        include_unanswerable: false,
        bounds: false,
    };
    let ranking = |run: &'_ RunLists| run.lists["q1"].clone();
    let (from, to) = (ranking(&from), ranking(&to));
    let ranking = |list: &ScoredIds| Ranking::by_score(list.hits(), ScorePrecision::Double).chunks.into_iter().map(str::to_owned).collect();
    let (from, to): (Vec<String>, Vec<String>) = (ranking(&from), ranking(&to));
    let bounds = difference_bounds(&golden().queries["q1"], Some(&Ranking::in_order(&from)), Some(&Ranking::in_order(&to)), &settings);
    *bounds.get(measure).expect("it was asked for")
}

#[test]
fn an_unjudged_chunk_that_both_runs_have_has_one_grade() {
    let same = difference(&[("x", 2.0), ("a", 1.0)], &[("x", 2.0), ("a", 1.0)], "rr");
    assert!(same.low.abs() < 1e-15 && same.high.abs() < 1e-15, "{same:?}");
    // The second run has x first, the first run has it last: whatever x is, the second is not the worse one.
    let moved = difference(&[("b", 3.0), ("a", 2.0), ("x", 1.0)], &[("x", 3.0), ("a", 2.0), ("b", 1.0)], "rr");
    assert!(moved.low.abs() < 1e-15 && (moved.high - 0.5).abs() < 1e-15, "{moved:?}");
}

#[test]
fn lists_of_different_lengths_and_chunks_that_are_listed_twice_are_bounded_too() {
    let longer = difference(&[("a", 1.0)], &[("a", 3.0), ("x", 2.0), ("x", 1.5), ("y", 1.0)], "recall@3");
    // x and y may be relevant, and the first run has neither.
    assert!(longer.low.abs() < 1e-15 && (longer.high - 2.0 / 3.0).abs() < 1e-15, "{longer:?}");
}

#[test]
fn the_highest_grade_is_that_of_the_scale_or_the_highest_that_was_given() {
    let mut golden = golden();
    assert_eq!((golden.top_grade(2), golden.top_grade(9)), (3, 3));
    golden.scale_top = None;
    assert_eq!((golden.top_grade(2), golden.top_grade(9)), (3, 9));
}

#[test]
fn what_takes_no_k_reports_the_judged_share_of_the_deepest_k_as_a_number() {
    let measures = ["recall@5", "precision@10", "ap", "rr"].map(|measure| measure.parse().expect("a measure"));
    let lists = run(&[("q1", &[("a", 9.0), ("x", 8.0), ("b", 7.0)]), ("q2", &[("c", 9.0), ("y", 8.0)])]);
    let evaluation = evaluate(&lists, |settings| settings.measures = with_judged(measures.into()));
    let judged = |measure: &str| evaluation.judged_share(measure.parse().expect("a measure"));
    assert_eq!(evaluation.summary.judged.measures().map(String::from).collect::<Vec<_>>(), ["judged@5", "judged@10"]);
    assert!((judged("ap") - judged("precision@10")).abs() < 1e-15 && (judged("rr") - judged("precision@10")).abs() < 1e-15);
}

#[test]
fn a_latency_is_of_the_averaged_queries_and_how_many_have_one_is_counted() {
    let mut lists = run(&[("q1", &[("a", 1.0)]), ("q4", &[("x", 1.0)])]);
    let facts = |latency_ms| ListFacts { latency_ms: Some(latency_ms), cost_usd: None };
    lists.facts = [("q1".to_owned(), facts(10.0)), ("q4".to_owned(), facts(9000.0))].into();
    let summary = evaluate(&lists, |_| {}).summary;
    assert_eq!((summary.known, summary.latency_ms.map(|latency| latency.p95)), (Known { latency_ms: 1, cost_usd: 0 }, Some(10.0)));
}

#[test]
fn scores_are_written_and_read_by_the_names_of_their_measures() {
    let scores = evaluate(&run(&[("q1", &[("a", 1.0)])]), |_| {}).summary.measures;
    let written = serde_json::to_string(&scores).expect("JSON");
    assert_eq!(written, r#"{"recall@1":0.5,"rr":0.5,"judged@1":0.5}"#);
    assert_eq!(serde_json::from_str::<Scores>(&written).expect("scores"), scores);
}

#[test]
fn the_worst_query_comes_first_and_each_style_has_its_means() {
    let settings = |settings: &mut Settings| settings.measures = Measure::page_columns();
    let evaluation = evaluate(&run(&[("q1", &[("a", 1.0)])]), settings);
    assert_eq!(evaluation.worst_first().iter().map(|query| query.query_id.as_str()).collect::<Vec<_>>(), ["q2", "q1"]);
    let slices = evaluation.slices();
    assert_eq!((slices.len(), slices[0].style, slices[0].n), (1, Style::Question, 2));
    assert_eq!(slices[0].measures, evaluation.summary.measures);
}
