//! The queue of disagreements, in order, in pages and by filters; what a case tells, and to whom.

use domain::adjudication::{Reason, Verdict};
use domain::disagreement::{CaseFilter, Cursor, Kind, SettledCounts, State};
use domain::query::{QueryStatus, Style};
use domain::scale::{Grade, Judgement};
use store::{PrelabelRow, Store};

use crate::apart::apart;
use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, id, keep, labeller, reviewer};

on_both_databases! {
    the_queue_comes_in_order_in_pages_and_by_filters,
    a_case_tells_all_that_a_reviewer_looks_at,
    the_queue_says_where_a_case_stands_what_is_before_it_and_how_it_is_marked,
    who_is_asked_to_label_a_query_is_not_told_of_its_disagreements,
    a_judge_is_told_apart_and_holds_nothing_up,
    how_much_was_settled_is_counted_by_day_and_by_reason_as_far_as_it_holds_and_is_seen,
}

async fn the_queue_comes_in_order_in_pages_and_by_filters(store: Store) {
    let (set, omar, _) = apart(&store).await;
    let order = [
        (1, set.chunk(0), Kind::RelevanceFlip),
        (1, set.chunk(1), Kind::RelevanceFlip),
        (2, set.chunk(0), Kind::RelevanceFlip),
        (0, set.chunk(1), Kind::GradesApart),
        (2, set.chunk(1), Kind::GradesApart),
    ];
    assert_eq!(set.queue(&store, State::Open).await, order);
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = store.disagreements(set.id, CaseFilter::default(), after, 2).await.expect("read");
        let Some(last) = page.last() else { break };
        after = Some(last.cursor());
        paged.extend(page.into_iter().map(|case| (case.query, case.subject, case.kind)));
    }
    let beyond =
        Cursor { weight: i64::MIN, ..store.disagreements(set.id, CaseFilter::default(), None, 1).await.expect("read")[0].cursor() };
    let after = store.disagreements(set.id, CaseFilter::default(), Some(beyond), 9).await.expect("read");
    assert_eq!(after.len(), 2, "after all of its kind");
    assert_eq!(paged, order.map(|(query, subject, kind)| (set.queries[query], subject, kind)));

    let count = async |filter| store.disagreements(set.id, filter, None, 100).await.expect("read").len();
    let any = CaseFilter::default();
    assert_eq!(count(CaseFilter { kind: Some(Kind::GradesApart), ..any.clone() }).await, 2);
    assert_eq!(count(CaseFilter { query: Some(set.queries[1]), ..any.clone() }).await, 2);
    assert_eq!(count(CaseFilter { labeller: Some(omar), ..any.clone() }).await, 5);
    assert_eq!(count(CaseFilter { labeller: Some(id()), ..any.clone() }).await, 0);
    assert_eq!(count(CaseFilter { style: Some(Style::Identifier), ..any.clone() }).await, 0);
    assert_eq!(count(CaseFilter { state: State::Settled, ..any }).await, 0);
    let counts = store.disagreement_counts(set.id).await.expect("counts");
    assert_eq!((counts.of(State::Open, Kind::RelevanceFlip), counts.total(State::Open), counts.total(State::ByRule)), (3, 5, 0));
    let number = store.disagreements(set.id, CaseFilter::default(), None, 2).await.expect("read")[1].number;
    assert_eq!(number, Some(2));
}

async fn a_case_tells_all_that_a_reviewer_looks_at(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    set.settle_grade(&store, rosa, 1, 1, 2).await;
    let case = set.case(&store, rosa, 1, set.chunk(0)).await.expect("a case");
    assert_eq!((case.query.external_id.as_str(), case.kind, case.state), ("q1", Kind::RelevanceFlip, State::Open));
    assert_eq!(case.voices.iter().map(|voice| voice.name.as_str()).collect::<Vec<_>>(), ["lena", "omar"]);
    let strip: Vec<_> = case.strip.iter().map(|chunk| (chunk.number, chunk.state)).collect();
    assert_eq!(strip, [(1, Some(State::Open)), (2, Some(State::Settled)), (3, None)]);
    let grade = |grade| Some(Judgement::Grade(Grade(grade)));
    assert_eq!(case.strip[1].given, [grade(3), grade(1)]);
    assert_eq!(case.given.iter().map(|given| Some(given.judgement)).collect::<Vec<_>>(), [grade(0), grade(3)]);
    let chunk = case.chunk.expect("a chunk");
    assert_eq!((chunk.external_id.as_str(), chunk.text.as_str(), chunk.before, chunk.after), ("c0", "text 0", None, None));
    let settled = set.case(&store, rosa, 1, set.chunk(1)).await.expect("a case");
    assert_eq!((settled.decisions.len(), settled.decisions[0].in_force), (1, true));
    assert_eq!(settled.decisions[0].verdict, Some(Verdict::Grade(Grade(2))));
    assert_eq!(set.case(&store, rosa, 1, set.chunk(2)).await, None, "nobody differs on it");
    assert_eq!(store.disagreement(id(), set.queries[1], set.chunk(0), rosa).await.expect("read"), None, "of another set");
}

async fn the_queue_says_where_a_case_stands_what_is_before_it_and_how_it_is_marked(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    let filter = CaseFilter::default();
    let all = store.disagreements(set.id, filter.clone(), None, 100).await.expect("read");
    for (place, case) in all.iter().enumerate() {
        let before = store.count_disagreements_before(set.id, &filter, case.cursor()).await.expect("counted");
        assert_eq!(usize::try_from(before).expect("few"), place);
        let nearest = store.disagreements_before(set.id, &filter, case.cursor(), 2).await.expect("read");
        assert_eq!(nearest, all[place.saturating_sub(2)..place]);
    }
    assert_eq!(store.count_disagreements(set.id, &filter).await.expect("counted"), 5);
    let marks = store.grades_of_cases(&[set.queries[1], set.queries[2]]).await.expect("read");
    assert_eq!(marks[&(set.queries[1], set.chunks[0])], (Grade(0), Grade(3)));
    assert_eq!(marks[&(set.queries[2], set.chunks[1])], (Grade(0), Grade(1)));
    assert_eq!(store.settled_grades(set.queries[1]).await.expect("read"), [(set.chunks[2], Grade(1))]);
    set.settle_grade(&store, rosa, 1, 0, 2).await;
    assert_eq!(store.settled_grades(set.queries[1]).await.expect("read"), [(set.chunks[0], Grade(2)), (set.chunks[2], Grade(1))]);
}

async fn who_is_asked_to_label_a_query_is_not_told_of_its_disagreements(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    let reader = reviewer(rosa);
    let filter = CaseFilter { reader: Some(reader.clone()), ..CaseFilter::default() };
    let told = async || {
        let cases = store.disagreements(set.id, filter.clone(), None, 100).await.expect("read").len();
        let counts = store.disagreement_counts_for(set.id, &reader).await.expect("counted");
        assert_eq!(i64::try_from(cases).expect("few"), counts.total(State::Open));
        assert_eq!(store.count_disagreements(set.id, &filter).await.expect("counted"), counts.total(State::Open));
        cases
    };
    assert_eq!(told().await, 5);
    set.label_from_file(&store, rosa, 1, 0, Judgement::CantTell).await;
    assert_eq!(told().await, 3, "the two of the second query are hidden");
    keep(&store, set.operation(rosa, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(told().await, 5);
}

async fn a_judge_is_told_apart_and_holds_nothing_up(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    let rosa = labeller(&store, "rosa").await;
    set.label(&store, set.labeller, 0, &[3, 1]).await;
    let judged = async |version: &str, grades: [i16; 2]| {
        let judge = store.ensure_judge(id(), set.id, "judge".into(), version.into()).await.expect("a judge");
        let row = |(chunk, grade): (usize, i16)| PrelabelRow {
            query: set.queries[0],
            chunk: set.chunks[chunk],
            judge,
            grade: Grade(grade),
            rationale: "because".into(),
            evidence: vec![],
        };
        store.add_prelabels(grades.into_iter().enumerate().map(row).collect()).await.expect("added");
    };
    judged("1", [0, 0]).await;
    assert_eq!(set.queue(&store, State::Open).await, [(0, set.chunk(0), Kind::Judge), (0, set.chunk(1), Kind::Judge)]);
    judged("2", [3, 0]).await;
    assert_eq!(set.queue(&store, State::Open).await, [(0, set.chunk(1), Kind::Judge)], "the latest prompt's grade counts");
    assert_eq!(set.status(&store, 0).await, QueryStatus::Completed);
    let case = set.case(&store, rosa, 0, set.chunk(1)).await.expect("a case");
    let said: Vec<_> = case.prelabels.iter().map(|prelabel| (prelabel.prompt_version.as_str(), prelabel.grade.0)).collect();
    assert_eq!(said, [("1", 0), ("2", 0)]);
    set.settle(&store, rosa, 0, set.chunk(1), Verdict::Seen).await;
    assert_eq!(set.queue(&store, State::Settled).await, [(0, set.chunk(1), Kind::Judge)]);
    set.freeze(&store).await;
    assert!(set.export(&store, 1).await.contains(r#""grade":1"#), "what the labeller said stands");
}

async fn how_much_was_settled_is_counted_by_day_and_by_reason_as_far_as_it_holds_and_is_seen(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    let counts = async |since| store.settled_counts(set.id, &reviewer(rosa), since).await.expect("counts");
    assert_eq!(counts(NOW).await, SettledCounts::default());
    // The seed's decisions say that the guideline is unclear.
    set.settle_grade(&store, rosa, 1, 0, 1).await;
    set.settle_grade(&store, rosa, 1, 1, 1).await;
    let two = SettledCounts { today: 2, by_reason: [(Reason::GuidelineUnclear, 2)].into() };
    assert_eq!(counts(NOW).await, two);
    assert_eq!(counts(NOW.plus_seconds(1)).await.today, 0, "a later day");
    let with_reason = |reason| CaseFilter { state: State::Settled, reason: Some(reason), ..CaseFilter::default() };
    for (reason, count) in [(Reason::GuidelineUnclear, 2), (Reason::Slip, 0)] {
        assert_eq!(store.count_disagreements(set.id, &with_reason(reason)).await.expect("counted"), count, "{reason:?}");
    }
    let mut again = set.grade(1, 0, 2, 1);
    again.actor = set.labeller;
    keep(&store, again).await;
    assert_eq!(
        counts(NOW).await,
        SettledCounts { today: 1, by_reason: [(Reason::GuidelineUnclear, 1)].into() },
        "one does not hold any more"
    );
    set.label_from_file(&store, rosa, 1, 0, Judgement::CantTell).await;
    assert_eq!(counts(NOW).await, SettledCounts::default(), "who is asked to label the query sees none of it");
}
