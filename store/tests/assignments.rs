//! A query goes to as many labellers as it needs, and comes back from those who left it.

use domain::assigning::{NoPlace, NotOpened};
use domain::assignment::AssignmentStatus;
use domain::operation::Action;
use domain::query::QueryStatus;
use store::{QueryFilter, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, id, keep, labeller};

on_both_databases! {
    a_query_that_one_has_in_hand_is_not_given_out_to_them_again,
    a_query_with_overlap_one_is_given_to_one_labeller,
    many_labellers_at_once_never_get_the_same_query,
    a_completed_query_is_not_given_out_again_and_can_be_reopened,
    a_skipped_query_goes_to_another_and_not_back,
    with_overlap_two_a_query_is_completed_by_the_second_labeller,
    a_flag_shows_in_the_list_until_it_is_taken_back,
    going_back_leads_through_what_was_completed,
    a_query_that_is_asked_for_is_given_where_a_place_is_free,
    a_query_counts_once_in_what_is_left_whatever_the_overlap,
}

async fn a_query_with_overlap_one_is_given_to_one_labeller(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let other = labeller(&store, "omar").await;
    assert_eq!(store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken"), Some(set.queries[0]));
    assert_eq!(store.next_query(set.id, other, vec![], NOW).await.expect("taken"), Some(set.queries[1]));
    assert_eq!(store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken"), Some(set.queries[0]), "still held");
    assert_eq!(store.next_query(set.id, set.labeller, vec![set.queries[0]], NOW).await.expect("taken"), None);
}

async fn many_labellers_at_once_never_get_the_same_query(store: Store) {
    let set = SetBuilder::new().queries(40).create(&store).await;
    let mut labellers = Vec::new();
    for n in 0..40 {
        labellers.push(labeller(&store, &format!("labeller {n}")).await);
    }
    let taking: Vec<_> = labellers
        .into_iter()
        .map(|labeller| {
            let (store, set) = (store.clone(), set.id);
            tokio::spawn(async move { store.next_query(set, labeller, vec![], NOW).await })
        })
        .collect();
    let mut taken = Vec::new();
    for task in taking {
        taken.extend(task.await.expect("joined").expect("taken"));
    }
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), 40);
}

async fn a_completed_query_is_not_given_out_again_and_can_be_reopened(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let first = store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken").expect("a query");
    keep(&store, set.operation(set.labeller, first, COMPLETE, NOW)).await;
    assert_eq!(store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken"), Some(set.queries[1]));
    assert_eq!(store.query(set.id, first).await.expect("read").expect("it").status, QueryStatus::Completed);
    assert_eq!(store.progress(set.id, set.labeller).await.expect("progress").completed, 1);
    keep(&store, set.operation(set.labeller, first, Action::Reopen, NOW)).await;
    assert_eq!(store.query(set.id, first).await.expect("read").expect("it").status, QueryStatus::Started);
}

async fn a_skipped_query_goes_to_another_and_not_back(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let other = labeller(&store, "omar").await;
    store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken");
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Skip, NOW)).await;
    assert_eq!(store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken"), None);
    assert_eq!(store.next_query(set.id, other, vec![], NOW).await.expect("taken"), Some(set.queries[0]));
}

async fn with_overlap_two_a_query_is_completed_by_the_second_labeller(store: Store) {
    let set = SetBuilder::new().overlap(2).create(&store).await;
    let other = labeller(&store, "omar").await;
    for labeller in [set.labeller, other] {
        assert_eq!(store.next_query(set.id, labeller, vec![], NOW).await.expect("taken"), Some(set.queries[0]));
    }
    let status = async || store.query(set.id, set.queries[0]).await.expect("read").expect("it").status;
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(status().await, QueryStatus::Started);
    keep(&store, set.operation(other, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(status().await, QueryStatus::Completed);
}

async fn a_flag_shows_in_the_list_until_it_is_taken_back(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let flagged = QueryFilter { status: Some(QueryStatus::Flagged), ..QueryFilter::default() };
    let count = async || store.queries(set.id, &flagged).await.expect("list").total;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "odd".into() }, NOW)).await;
    assert_eq!(count().await, 1);
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Flag { note: String::new() }, NOW)).await;
    assert_eq!(count().await, 0);
}

async fn going_back_leads_through_what_was_completed(store: Store) {
    let set = SetBuilder::new().queries(3).create(&store).await;
    for (query, second) in set.queries.iter().zip(1..) {
        keep(&store, set.operation(set.labeller, *query, COMPLETE, NOW.plus_seconds(second))).await;
    }
    let back = async |from| store.previous_query(set.id, set.labeller, from).await.expect("read");
    assert_eq!(back(None).await, Some(set.queries[2]));
    assert_eq!(back(Some(set.queries[2])).await, Some(set.queries[1]));
    assert_eq!(back(Some(set.queries[0])).await, None);
}

async fn a_query_that_is_asked_for_is_given_where_a_place_is_free(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    let (omar, mia) = (labeller(&store, "omar").await, labeller(&store, "mia").await);
    let open = async |labeller| store.lease_query(set.id, set.queries[0], labeller, NOW).await.expect("an answer");
    let taken = open(omar).await.expect("taken");
    assert_eq!((taken.query, taken.status, taken.flag), (set.queries[0], AssignmentStatus::Leased, None));
    assert_eq!(open(set.labeller).await.expect("hers").status, AssignmentStatus::Completed);
    assert_eq!(open(mia).await, Err(NotOpened::NoPlace(NoPlace { needed: 2, held: 1, completed: 1 })));
    let nowhere = store.lease_query(set.id, id(), omar, NOW).await.expect("an answer");
    assert_eq!(nowhere, Err(NotOpened::NoSuchQuery));
    for (labeller, completed) in [(set.labeller, true), (omar, false)] {
        assert_eq!(store.has_completed(set.queries[0], labeller).await.expect("read"), completed);
    }
}

async fn a_query_that_one_has_in_hand_is_not_given_out_to_them_again(store: Store) {
    let set = SetBuilder::new().queries(2).overlap(3).create(&store).await;
    let next = async |in_hand| store.next_query(set.id, set.labeller, in_hand, NOW).await.expect("read");
    assert_eq!(next(vec![]).await, Some(set.queries[0]));
    assert_eq!(next(vec![set.queries[0]]).await, Some(set.queries[1]), "the first has places for others still");
    assert_eq!(next(set.queries.clone()).await, None);
}

async fn a_query_counts_once_in_what_is_left_whatever_the_overlap(store: Store) {
    let set = SetBuilder::new().queries(4).overlap(3).create(&store).await;
    let left = async || store.progress(set.id, set.labeller).await.expect("read").left;
    assert_eq!(left().await, 4);
    store.lease_query(set.id, set.queries[0], set.labeller, NOW).await.expect("an answer").expect("leased");
    store.lease_query(set.id, set.queries[1], set.labeller, NOW).await.expect("an answer").expect("leased");
    assert_eq!(left().await, 4, "what one has at hand is left once");
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(left().await, 3);
    keep(&store, set.operation(set.labeller, set.queries[1], Action::Skip, NOW)).await;
    assert_eq!(left().await, 2);
}
