//! Where queries stand follows from one rule, whatever changed last: an assignment, a flag, the overlap, an adjudication.

use domain::adjudication::Adjudication;
use domain::operation::{Action, Outcome};
use domain::query::QueryStatus;
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller};

on_both_databases! {
    an_overlap_that_goes_up_and_down_again_leaves_every_query_as_it_was,
    a_query_with_more_completions_than_the_overlap_is_completed,
    an_adjudication_takes_a_flagged_query_out_of_review,
    two_labellers_who_complete_a_query_at_once_complete_it,
    a_place_that_a_labeller_leaves_goes_to_who_has_the_query_beside_them,
    holes_are_sent_while_labellers_complete_and_reopen_and_nobody_waits_for_ever,
}

async fn statuses(store: &Store, set: &SeededSet) -> Vec<QueryStatus> {
    let mut statuses = Vec::new();
    for query in &set.queries {
        statuses.push(store.query(set.id, *query).await.expect("read").expect("the query").status);
    }
    statuses
}

async fn put_overlap(store: &Store, set: &SeededSet, overlap: i32) {
    let golden_set = store.set_by_id(set.id).await.expect("read").expect("the set");
    let settings = domain::golden_set::Settings { overlap, ..golden_set.settings };
    store.put_settings(set.id, golden_set.revision, settings).await.expect("changed");
}

async fn an_overlap_that_goes_up_and_down_again_leaves_every_query_as_it_was(store: Store) {
    let set = SetBuilder::new().queries(3).completed(0, "lena", 3, "So [1].").create(&store).await;
    keep(&store, set.grade(1, 0, 2, 0)).await;
    let before = statuses(&store, &set).await;
    assert_eq!(before, [QueryStatus::Completed, QueryStatus::Started, QueryStatus::Open]);

    put_overlap(&store, &set, 2).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Started, QueryStatus::Started, QueryStatus::Open]);
    let omar = labeller(&store, "omar").await;
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("taken"), Some(set.queries[0]), "a second place is free");
    keep(&store, set.operation(omar, set.queries[0], Action::Skip, NOW)).await;

    put_overlap(&store, &set, 1).await;
    assert_eq!(statuses(&store, &set).await, before);
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("taken"), Some(set.queries[2]));
}

async fn a_query_with_more_completions_than_the_overlap_is_completed(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "So [1].").completed(0, "omar", 3, "So [1].").create(&store).await;
    put_overlap(&store, &set, 1).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Completed]);
    assert_eq!(set.freeze(&store).await.counts.queries, 1);
}

async fn an_adjudication_takes_a_flagged_query_out_of_review(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "odd".into() }, NOW)).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Flagged]);
    let reviewer = labeller(&store, "rosa").await;
    assert!(store.adjudicate(set.id, set.queries[0], reviewer, Adjudication::default(), String::new(), NOW).await.expect("kept"));
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Completed]);
}

async fn two_labellers_who_complete_a_query_at_once_complete_it(store: Store) {
    let set = SetBuilder::new().queries(8).overlap(2).create(&store).await;
    let omar = labeller(&store, "omar").await;
    let complete = |actor, query| {
        let (store, operation) = (store.clone(), set.operation(actor, query, COMPLETE, NOW));
        tokio::spawn(async move { store.record(operation).await })
    };
    let completing: Vec<_> = set.queries.iter().flat_map(|query| [complete(set.labeller, *query), complete(omar, *query)]).collect();
    for task in completing {
        assert_eq!(task.await.expect("joined").expect("kept"), Outcome::Saved { revision: 0 });
    }
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Completed; 8]);
}

async fn a_place_that_a_labeller_leaves_goes_to_who_has_the_query_beside_them(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let [omar, rosa] = [labeller(&store, "omar").await, labeller(&store, "rosa").await];
    store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken");
    store.lease_query(set.id, set.queries[0], omar, NOW).await.expect("taken").expect("the query");
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Skip, NOW)).await;
    assert_eq!(store.next_query(set.id, rosa, vec![], NOW).await.expect("taken"), None, "omar has the only place");
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Started]);
}

async fn holes_are_sent_while_labellers_complete_and_reopen_and_nobody_waits_for_ever(store: Store) {
    let set = SetBuilder::new().queries(4).chunks(3).overlap(2).create(&store).await;
    let run = store.runs(set.id).await.expect("runs")[0].id;
    let mut working = Vec::new();
    for labeller in [set.labeller, labeller(&store, "omar").await, labeller(&store, "rosa").await] {
        let actions = (0..20).map(|turn| (turn % 4, if turn % 8 < 4 { COMPLETE } else { Action::Reopen }));
        let operations: Vec<_> = actions.map(|(at, action)| set.operation(labeller, set.queries[at], action, NOW)).collect();
        let store = store.clone();
        working.push(tokio::spawn(async move {
            for operation in operations {
                keep(&store, operation).await;
            }
        }));
    }
    let (sending, queries, id) = (store.clone(), set.queries.iter().rev().copied().collect::<Vec<_>>(), set.id);
    working.push(tokio::spawn(async move {
        for _ in 0..20 {
            sending.reopen_for_holes(id, run, queries.clone(), 20).await.expect("sent");
        }
    }));
    for work in working {
        work.await.expect("joined");
    }
}
