//! Many disagreements are settled at once, and taken back at once.

use domain::adjudication::Verdict;
use domain::disagreement::{Batch, BulkRule, CaseFilter, Kind, State};
use domain::id::UserId;
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use store::{BulkUndo, ChangedBy, Error, NewBulk, Store, TakenBack};

use crate::apart::apart;
use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller, member, reviewer};

on_both_databases! {
    many_are_settled_at_once_as_the_preview_says_and_taken_back_but_for_what_was_decided_since,
    what_one_labeller_said_settles_many_at_once,
    the_id_of_what_was_settled_at_once_is_of_one_set,
    settling_many_and_taking_back_stop_when_they_are_told_to_and_go_on_where_they_stopped,
}

async fn many_are_settled_at_once_as_the_preview_says_and_taken_back_but_for_what_was_decided_since(store: Store) {
    let (set, omar, _) = apart(&store).await;
    let rosa = member(&store, "a reviewer who signs in").await;
    let noor = labeller(&store, "noor").await;
    for (chunk, grade) in [0, 3, 1].into_iter().enumerate() {
        set.label_from_file(&store, noor, 1, chunk, Judgement::Grade(Grade(grade))).await;
    }
    keep(&store, set.operation(noor, set.queries[1], COMPLETE, NOW)).await;
    for user in [rosa, omar] {
        store.give_role(ChangedBy::CommandLine, set.id, user, Some(Role::Reviewer)).await.expect("given");
    }
    let bulk = |by, kind: Option<Kind>, rule| NewBulk {
        operation: id(),
        set: set.id,
        filter: CaseFilter { kind, ..CaseFilter::default() },
        rule,
        reviewer: reviewer(by),
        note: String::new(),
        at: NOW,
    };
    let flips = bulk(rosa, Some(Kind::RelevanceFlip), BulkRule::Majority);
    let preview = store.preview_bulk(flips.clone()).await.expect("a preview");
    assert_eq!((preview.settled, preview.undecided, preview.own, preview.changed), (2, 1, 0, 0));
    assert_eq!(set.queue(&store, State::Settled).await, [], "nothing is written");
    assert_eq!(store.preview_bulk(NewBulk { reviewer: reviewer(omar), ..flips.clone() }).await.expect("a preview").own, 2, "omar's own");
    assert_eq!(store.settle_many(flips.clone(), always).await.expect("settled"), preview);
    assert_eq!(store.settle_many(flips.clone(), always).await.expect("settled").settled, 0, "what is settled is settled");
    assert_eq!(set.queue(&store, State::Settled).await.len(), 2);

    set.settle_grade(&store, rosa, 1, 0, 1).await;
    assert_eq!(store.take_back_many(undo(&flips, omar), always).await.expect("nothing"), TakenBack::default(), "omar settled nothing");
    assert_eq!(store.take_back_many(undo(&flips, rosa), always).await.expect("taken back").count, 1);
    assert_eq!(set.queue(&store, State::Settled).await, [(1, set.chunk(0), Kind::RelevanceFlip)], "it was decided anew");
    let again = store.settle_many(flips.clone(), always).await;
    assert!(matches!(&again, Err(Error::Invalid(reason)) if reason.0.contains("was taken back")), "{again:?}");
    assert_eq!(store.settled_at_once(set.id, rosa, flips.operation).await.expect("counted"), 2, "as many as it settled first");

    let wrong = [(None, BulkRule::Median, "one kind only"), (Some(Kind::Answers), BulkRule::Median, "does not settle")];
    for (kind, rule, words) in wrong {
        let refused = store.settle_many(bulk(rosa, kind, rule), always).await;
        assert!(matches!(&refused, Err(Error::Invalid(reason)) if reason.0.contains(words)), "{refused:?}");
    }
}

const fn always(_: i64) -> bool {
    true
}

fn undo(bulk: &NewBulk, reviewer: UserId) -> BulkUndo {
    BulkUndo { batch: bulk.operation, operation: id(), set: bulk.set, reviewer, at: NOW }
}

fn bulk_of(set: &SeededSet, by: UserId, kind: Kind, rule: BulkRule) -> NewBulk {
    let filter = CaseFilter { kind: Some(kind), ..CaseFilter::default() };
    NewBulk { operation: id(), set: set.id, filter, rule, reviewer: reviewer(by), note: String::new(), at: NOW }
}

async fn the_id_of_what_was_settled_at_once_is_of_one_set(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    let other = SetBuilder::new().named("other").overlap(2).completed(0, "lena", 3, "").completed(0, "omar", 0, "").create(&store).await;
    let filter = CaseFilter { kind: Some(Kind::RelevanceFlip), ..CaseFilter::default() };
    let (rule, reviewer, note) = (BulkRule::Median, reviewer(rosa), String::new());
    let first = NewBulk { operation: id(), set: set.id, filter, rule, reviewer, note, at: NOW };
    let settled = store.settle_many(first.clone(), always).await.expect("settled").settled;
    assert!(settled > 0);
    let elsewhere = NewBulk { set: other.id, ..first.clone() };
    let refused = store.settle_many(elsewhere.clone(), always).await;
    assert!(matches!(&refused, Err(Error::Invalid(reason)) if reason.0.contains("another set")), "{refused:?}");
    assert_eq!(store.take_back_many(undo(&elsewhere, rosa), always).await.expect("nothing"), TakenBack::default());
    assert_eq!(store.settle_many(first.clone(), always).await.expect("it was not taken back").settled, 0);
    assert_eq!(store.take_back_many(undo(&first, rosa), always).await.expect("taken back").count, settled);
}

async fn what_one_labeller_said_settles_many_at_once(store: Store) {
    let (set, omar, rosa) = apart(&store).await;
    let noor = labeller(&store, "noor").await;
    let mut voices = store.voices_of(set.id).await.expect("voices");
    voices.retain(|(voice, _)| *voice != set.labeller);
    assert_eq!(voices, [(omar, "omar".into())], "who completed a query, and nobody else");
    let preview = store.preview_cases(bulk_of(&set, rosa, Kind::RelevanceFlip, BulkRule::Labeller(omar)), None, 10).await.expect("cases");
    let becomes: Vec<_> = preview.iter().map(|(case, verdict)| (case.query, *verdict)).collect();
    let grade = |query: usize, grade| (set.queries[query], Some(Verdict::Grade(Grade(grade))));
    assert_eq!(becomes.len(), 3);
    assert!([grade(1, 3), grade(1, 1), grade(2, 2)].iter().all(|settled| becomes.contains(settled)), "{becomes:?}");
    let by_noor = store.preview_bulk(bulk_of(&set, rosa, Kind::RelevanceFlip, BulkRule::Labeller(noor))).await.expect("a preview");
    assert_eq!((by_noor.settled, by_noor.undecided), (0, 3), "who labelled nothing decides nothing");
    let settled = store.settle_many(bulk_of(&set, rosa, Kind::RelevanceFlip, BulkRule::Labeller(omar)), always).await.expect("settled");
    assert_eq!((settled.settled, settled.unfinished), (3, false));
}

async fn settling_many_and_taking_back_stop_when_they_are_told_to_and_go_on_where_they_stopped(store: Store) {
    let set = SetBuilder::new().queries(120).chunks(1).overlap(2).create(&store).await;
    let (omar, rosa) = (labeller(&store, "omar").await, labeller(&store, "rosa").await);
    for query in 0..set.queries.len() {
        set.label(&store, set.labeller, query, &[0]).await;
        set.label(&store, omar, query, &[3]).await;
    }
    let bulk = bulk_of(&set, rosa, Kind::RelevanceFlip, BulkRule::Lower);
    let never = |_: i64| false;
    let first = store.settle_many(bulk.clone(), never).await.expect("settled");
    assert_eq!((first.settled, first.unfinished), (50, true));
    let second = store.settle_many(bulk.clone(), |settled| settled < 50).await.expect("settled");
    assert_eq!((second.settled, second.unfinished), (50, true), "the same goes on");
    let rest = store.settle_many(bulk.clone(), never).await.expect("settled");
    assert_eq!((rest.settled, rest.unfinished), (20, false));
    assert_eq!(store.settled_at_once(set.id, rosa, bulk.operation).await.expect("counted"), 120);
    let batch = |last| {
        let NewBulk { operation, rule, at, .. } = bulk.clone();
        Batch { operation, kind: Kind::RelevanceFlip, rule, at, settled: 120, last }
    };
    assert_eq!(store.batches(set.id, rosa, 5).await.expect("batches"), [batch(120)], "it can be found again");
    assert_eq!(store.batches(set.id, omar, 5).await.expect("batches"), [], "by who settled them alone");
    let made = store.decisions(set.id, set.queries[0], 5).await.expect("decisions");
    assert_eq!(made[0].rule, Some(BulkRule::Lower), "each says that it was settled by a rule");

    let undo = undo(&bulk, rosa);
    let first = store.take_back_many(undo.clone(), never).await.expect("taken back");
    assert_eq!(first, TakenBack { count: 50, unfinished: true });
    let rest = store.take_back_many(undo, always).await.expect("taken back");
    assert_eq!(rest, TakenBack { count: 70, unfinished: false });
    assert_eq!(set.queue(&store, State::Open).await.len(), 120);
    assert_eq!(store.batches(set.id, rosa, 5).await.expect("batches"), [batch(0)]);
}
