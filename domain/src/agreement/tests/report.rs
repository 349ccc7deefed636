//! The report over what voices and judges said.

use super::super::*;
use super::{is, why};
use crate::id::uuid_v7;
use crate::query::Style;
use crate::role::Role;
use crate::scale::{Grade, Judgement};
use crate::timestamp::Timestamp;

const WEEK: i64 = 7 * 86_400_000;

fn id<T: From<uuid::Uuid>>(number: u64) -> T {
    uuid_v7(number, &[0; 10]).into()
}

/// What one labeller, the judge, and another labeller gave to the one chunk of a query; in view where the query's place is even.
fn query(place: u64, given: &[Option<i16>], said: i16) -> HeardQuery {
    let label = |(judgement, labeller): (&Option<i16>, u32)| HeardLabel {
        item: 0,
        labeller,
        judgement: judgement.map_or(Judgement::CantTell, |grade| Judgement::Grade(Grade(grade))),
        prelabel_visible: place.is_multiple_of(2),
        saw_others: false,
        guideline: i32::from(place > 4),
        at: Timestamp(i64::try_from(place).expect("a place") * WEEK),
    };
    HeardQuery {
        id: id(place),
        style: if place > 4 { Style::Keyword } else { Style::Question },
        labels: given.iter().zip(0..).map(label).collect(),
        prelabels: vec![HeardPrelabel { item: 0, judge: 0, grade: Grade(said) }],
    }
}

fn heard(queries: Vec<HeardQuery>) -> Heard {
    let labellers = ["ana", "ben", "cleo"].into_iter().zip(0..).map(|(name, n)| Labeller { id: id(n), name: name.into() }).collect();
    Heard { labellers, judges: vec![JudgeName { name: "judge".into(), prompt_version: "3".into() }], queries, left_out: 0 }
}

fn eight() -> Heard {
    let given = [(3, 3, 3), (2, 1, 1), (0, 0, 0), (1, 1, 2), (3, 2, 3), (0, 0, 0), (0, 1, 0), (2, 2, 0)];
    let query = |(place, (a, b, said)): (u64, (i16, i16, i16))| query(place, &[Some(a), Some(b)], said);
    heard((0..).zip(given).map(query).collect())
}

fn report(heard: &Heard, filter: AgreementFilter, persons: Persons) -> AgreementReport {
    let scale = ItemScale { grades: ["no", "related", "part", "yes"].map(String::from).into(), cutoff: 2 };
    AgreementReport::of(heard, scale, filter, persons)
}

#[test]
fn cant_tell_is_missing_and_counted() {
    let told = heard(vec![query(0, &[Some(1), None], 0), query(1, &[Some(1), Some(1)], 0), query(2, &[None, None], 0)]);
    let report = report(&told, AgreementFilter::default(), Persons::All);
    assert_eq!((report.cant_tell, report.all.items, report.all.single), (3, 1, 1));
}

/// The eight queries, and of the first three what ben gave after he could see what ana gave.
fn three_after_seeing() -> Heard {
    let mut heard = eight();
    for query in &mut heard.queries[..3] {
        query.labels[1].saw_others = true;
    }
    heard
}

#[test]
fn labels_that_were_given_after_seeing_others_are_left_out_of_every_measure_and_counted() {
    let without = {
        let mut heard = eight();
        heard.queries[..3].iter_mut().for_each(|query| query.labels.truncate(1));
        report(&heard, AgreementFilter::default(), Persons::All)
    };
    let left_out = report(&three_after_seeing(), AgreementFilter::default(), Persons::All);
    assert_eq!(left_out.after_seeing, AfterSeeing { labels: 3, queries: 3 });
    assert_eq!(AgreementReport { after_seeing: AfterSeeing::default(), ..left_out }, without);
    let counting = AgreementFilter { seen: Seen::Counted, ..AgreementFilter::default() };
    let counted = report(&three_after_seeing(), counting, Persons::All);
    assert_eq!(counted.after_seeing, AfterSeeing { labels: 3, queries: 3 });
    let AgreementReport { filter, after_seeing, .. } = report(&eight(), AgreementFilter::default(), Persons::All);
    assert_eq!(AgreementReport { filter, after_seeing, ..counted }, report(&eight(), AgreementFilter::default(), Persons::All));
    let cell = Cell { raters: Raters::Pair { a: "ana".into(), b: "ben".into() }, row: 2, column: 1 };
    let cell = CellPage { cell, page: 1 };
    let cases = |filter| cell.of(&three_after_seeing(), &filter).expect("the pair").total;
    assert_eq!((cases(AgreementFilter::default()), cases(counting)), (0, 1));
}

#[test]
fn styles_guidelines_and_weeks_take_their_items_apart() {
    let whole = report(&eight(), AgreementFilter::default(), Persons::All);
    let items = |of: &Agreement| of.items;
    assert_eq!(
        whole.styles.iter().map(|of| (of.style, items(&of.agreement))).collect::<Vec<_>>(),
        [(Style::Keyword, 3), (Style::Question, 5)]
    );
    assert_eq!(whole.guidelines.iter().map(|of| (of.guideline, items(&of.agreement))).collect::<Vec<_>>(), [(0, 5), (1, 3)]);
    assert_eq!(whole.guidelines[1].since, Timestamp(5 * WEEK));
    assert_eq!((whole.weeks.len(), whole.weeks[0].week.to_string().as_str()), (8, "1969-12-29 00:00"));
    let keyword = AgreementFilter { style: Some(Style::Keyword), ..AgreementFilter::default() };
    let keyword = report(&eight(), keyword, Persons::All);
    assert_eq!((keyword.all.items, keyword.weeks.len(), keyword.styles.len()), (3, 3, 2));
    assert_eq!(keyword.pairs[0].agreement.n, 3);
}

/// With the pre-label hidden the eight labels are (row a person, column the judge) 2-1, 1-1, 1-2, 1-2, 0-0, 0-0, 2-0, 2-0; the value
/// of κ is that of scikit-learn 1.9.1.
#[test]
fn people_and_a_judge_are_told_apart_by_whether_a_prelabel_was_in_view() {
    let report = report(&eight(), AgreementFilter::default(), Persons::Nobody);
    let judge = &report.judges[0];
    assert_eq!((judge.judge.as_str(), judge.prompt.as_str(), judge.hidden.n, judge.in_view.n), ("judge", "3", 8, 8));
    is(&judge.hidden.cohen_quadratic, 0.043_478_260_869_565_19);
    is(&judge.anchoring, 0.9375 - 0.043_478_260_869_565_19);
    assert_eq!(judge.errors(2), [2, 3], "calls 2 of 5 relevant that are not, and misses 3 of 3");
    is(&judge.false_relevant, 2.0 / 5.0);
    is(&judge.missed, 1.0);
    assert_eq!((judge.false_relevant.n(), judge.missed.n()), (5, 3));
    assert!(report.pairs.is_empty(), "nobody's pairs");
}

#[test]
fn what_no_label_tells_of_a_judge_is_undefined_in_words() {
    let report = report(&heard(vec![query(0, &[Some(1), Some(1)], 1)]), AgreementFilter::default(), Persons::All);
    assert_eq!(why(&report.judges[0].hidden.cohen), "no label of a chunk that the judge graded was given so");
    assert_eq!(why(&report.judges[0].anchoring), why(&report.judges[0].in_view.cohen_quadratic));
    assert_eq!(why(&report.judges[0].missed), "no label of a chunk that the judge graded was given so");
}

#[test]
fn a_labeller_sees_their_own_pairs_without_names() {
    let three = heard((0..4).map(|place| query(place, &[Some(1), Some(2), Some(3)], 1)).collect());
    let names = |persons| -> Vec<(String, String)> {
        report(&three, AgreementFilter::default(), persons).pairs.into_iter().map(|pair| (pair.a, pair.b)).collect()
    };
    let expected = |pairs: &[(&str, &str)]| -> Vec<(String, String)> { pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect() };
    assert_eq!(names(Persons::of(Role::Reviewer, id(1))), expected(&[("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")]));
    assert_eq!(names(Persons::of(Role::Labeller, id(1))), expected(&[("other labeller 1", "ben"), ("ben", "other labeller 2")]));
    assert_eq!(names(Persons::of(Role::Viewer, id(1))), expected(&[]));
}

#[test]
fn a_cell_leads_to_the_queries_that_are_in_it() {
    let cases = |raters, row, column| CellPage { cell: Cell { raters, row, column }, page: 1 }.of(&eight(), &AgreementFilter::default());
    let pair = |a: &str, b: &str| Raters::Pair { a: a.into(), b: b.into() };
    let judge = |name: &str, prompt: &str| Raters::Judge { judge: name.into(), prompt: prompt.into() };
    let apart = cases(pair("ana", "ben"), 2, 1).expect("the pair");
    assert_eq!((apart.total, apart.rows[0].query, apart.rows[0].items), (1, id(1), 1));
    assert_eq!(cases(pair("ana", "ben"), 0, 0).expect("the pair").total, 2);
    assert_eq!(cases(pair("ben", "ana"), 1, 2).expect("the pair").total, 1, "the other way round");
    assert_eq!(cases(pair("ana", "nobody"), 2, 1), None);
    let missed = cases(judge("judge", "3"), 2, 0).expect("the judge");
    assert_eq!((missed.total, missed.rows[0].query, missed.rows[0].items), (1, id(7), 2));
    assert_eq!((cases(judge("judge", "4"), 2, 0), cases(judge("another", "3"), 2, 0)), (None, None));
}

#[test]
fn every_query_of_a_cell_is_on_one_of_its_pages() {
    let many = heard((0..120).map(|place| query(place, &[Some(3), Some(1)], 1)).collect());
    let cell = Cell { raters: Raters::Pair { a: "ana".into(), b: "ben".into() }, row: 3, column: 1 };
    let page = |page| CellPage { cell: cell.clone(), page }.of(&many, &AgreementFilter::default()).expect("the pair");
    let listed: Vec<_> = (1..=page(1).last()).flat_map(|number| page(number).rows).map(|case| case.query).collect();
    assert_eq!(listed, (0..120).map(id).collect::<Vec<_>>());
}

/// However many grades there are, and whatever is looked at: a scale of eleven fills several blocks of a row.
#[test]
fn a_report_of_nothing_is_undefined_in_words() {
    let nothing = AgreementFilter { style: Some(Style::Identifier), ..AgreementFilter::default() };
    for grades in [2, 4, 11] {
        let scale = || ItemScale { grades: (0..grades).map(|grade| grade.to_string()).collect(), cutoff: 1 };
        for heard in [eight(), heard(vec![]), heard(vec![query(0, &[], 1)]), heard(vec![query(0, &[Some(1), Some(0)], 1)])] {
            let report = AgreementReport::of(&heard, scale(), nothing, Persons::All);
            assert!(report.all.krippendorff.ordinal.value().is_none() && report.judges[0].hidden.percent.value().is_none());
            AgreementReport::of(&heard, scale(), AgreementFilter::default(), Persons::All);
        }
    }
}
