//! Reviewers give queries to labellers by hand, where a place is free, and take back what is not begun.

use domain::assigning::{NotAssigned, NotTakenBack};
use domain::assignment::AssignmentStatus;
use domain::id::{QueryId, UserId};
use domain::operation::Action;
use store::{ChangedBy, NewAssignments, QueryFilter, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller, member, query};

on_both_databases! {
    what_was_given_by_hand_comes_before_what_is_new_and_to_nobody_else,
    what_cannot_be_given_is_refused_with_the_reason,
    a_place_is_never_given_twice_to_those_who_ask_at_once,
    what_is_not_begun_is_taken_back_and_goes_to_others,
    the_first_queries_of_a_filter_that_can_be_given_are_found,
    a_query_that_is_handed_back_goes_to_another_and_its_labels_stay,
    a_labeller_sees_what_they_have_and_who_gave_it,
}

async fn next(store: &Store, set: &SeededSet, labeller: UserId) -> Option<QueryId> {
    store.next_query(set.id, labeller, vec![], NOW).await.expect("an answer")
}

async fn assign_one(store: &Store, set: &SeededSet, labeller: UserId, query: QueryId) -> Result<(), NotAssigned> {
    let new = NewAssignments { set: set.id, labeller, by: set.labeller, queries: vec![query] };
    store.assign(new).await.expect("an answer")[0].1
}

async fn what_was_given_by_hand_comes_before_what_is_new_and_to_nobody_else(store: Store) {
    let set = SetBuilder::new().queries(3).create(&store).await;
    let (anna, omar) = (member(&store, "anna").await, labeller(&store, "omar").await);
    set.assign(&store, anna, &[2, 1]).await;
    let left = async |labeller| store.progress(set.id, labeller).await.expect("read").left;
    assert_eq!((left(anna).await, left(omar).await), (3, 1));
    assert_eq!(next(&store, &set, omar).await, Some(set.queries[0]), "the others are Anna's");
    assert_eq!(next(&store, &set, anna).await, Some(set.queries[1]));
    keep(&store, set.operation(anna, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(next(&store, &set, anna).await, Some(set.queries[2]));
    keep(&store, set.operation(anna, set.queries[2], COMPLETE, NOW)).await;
    assert_eq!(next(&store, &set, anna).await, None);
}

async fn what_cannot_be_given_is_refused_with_the_reason(store: Store) {
    let set = SetBuilder::new().queries(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    let elsewhere = SetBuilder::new().named("elsewhere").create(&store).await;
    let (anna, omar) = (member(&store, "anna").await, labeller(&store, "omar").await);
    assert_eq!(assign_one(&store, &set, anna, set.queries[0]).await, Err(NotAssigned::NoPlace));
    assert_eq!(assign_one(&store, &set, anna, elsewhere.queries[0]).await, Err(NotAssigned::NoSuchQuery));
    assert_eq!(assign_one(&store, &set, anna, id()).await, Err(NotAssigned::NoSuchQuery));
    assert_eq!(assign_one(&store, &set, omar, set.queries[1]).await, Err(NotAssigned::MayNotLabel), "nobody can sign in as Omar");
    let bare = id();
    store.add_queries(set.id, vec![(bare, query("bare", "has no pool"))], NOW).await.expect("added");
    assert_eq!(assign_one(&store, &set, anna, bare).await, Err(NotAssigned::NothingToJudge));
    assert_eq!(assign_one(&store, &set, anna, set.queries[1]).await, Ok(()));
    assert_eq!(assign_one(&store, &set, anna, set.queries[1]).await, Err(NotAssigned::HasIt));
    keep(&store, set.operation(anna, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(assign_one(&store, &set, anna, set.queries[1]).await, Err(NotAssigned::CompletedIt));
    store.set_disabled(ChangedBy::CommandLine, anna, Some(NOW)).await.expect("shut out");
    assert_eq!(assign_one(&store, &set, anna, set.queries[1]).await, Err(NotAssigned::MayNotLabel));
}

async fn a_place_is_never_given_twice_to_those_who_ask_at_once(store: Store) {
    let set = SetBuilder::new().queries(1).create(&store).await;
    let mut asked = Vec::new();
    for n in 0..8 {
        let labeller = member(&store, &format!("labeller {n}")).await;
        let (store, new) = (store.clone(), NewAssignments { set: set.id, labeller, by: labeller, queries: set.queries.clone() });
        asked.push(tokio::spawn(async move { store.assign(new).await }));
    }
    let mut given = 0;
    for answer in asked {
        given += usize::from(answer.await.expect("joined").expect("an answer")[0].1.is_ok());
    }
    assert_eq!(given, 1);
}

async fn what_is_not_begun_is_taken_back_and_goes_to_others(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let (anna, omar) = (member(&store, "anna").await, labeller(&store, "omar").await);
    let take_back = async |query: usize| store.take_back(set.id, set.queries[query], anna, NOW).await.expect("an answer");
    assert_eq!(take_back(0).await, Err(NotTakenBack::NotGiven));
    set.assign(&store, anna, &[0, 1]).await;
    assert_eq!(next(&store, &set, anna).await, Some(set.queries[0]));
    assert_eq!(take_back(0).await, Err(NotTakenBack::Begun));
    assert_eq!(take_back(1).await, Ok(()));
    assert_eq!(store.take_back(set.id, id(), anna, NOW).await.expect("an answer"), Err(NotTakenBack::NoSuchQuery));
    assert_eq!(store.involvement(set.id, set.queries[1], anna).await.expect("read").expect("it").status, None, "she never had it");
    assert_eq!(next(&store, &set, omar).await, Some(set.queries[1]));
}

async fn the_first_queries_of_a_filter_that_can_be_given_are_found(store: Store) {
    let set = SetBuilder::new().queries(5).completed(1, "lena", 3, "So [1].").create(&store).await;
    let anna = member(&store, "anna").await;
    set.assign(&store, anna, &[0]).await;
    let find = async |search: &str, limit| {
        let filter = QueryFilter { search: search.into(), ..QueryFilter::default() };
        store.assignable(set.id, &filter, anna, limit).await.expect("read")
    };
    assert_eq!(find("", 2).await, set.queries[2..4]);
    assert_eq!(find("number 4", 9).await, [set.queries[4]]);
    assert_eq!(find("number 1", 9).await, []);
}

async fn a_query_that_is_handed_back_goes_to_another_and_its_labels_stay(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let other = labeller(&store, "omar").await;
    let anna = member(&store, "anna").await;
    set.assign(&store, anna, &[0]).await;
    keep(&store, set.operation(anna, set.queries[0], set.grade(0, 0, 2, 0).operation.action, NOW)).await;
    keep(&store, set.operation(anna, set.queries[0], Action::HandBack { note: "not my field".into() }, NOW)).await;
    let assignment = store.assignments(set.id, set.queries[0]).await.expect("read").remove(0);
    assert_eq!((assignment.status, assignment.assigned_by), (AssignmentStatus::HandedBack, None));
    assert_eq!(next(&store, &set, anna).await, None, "she gets it again only by hand");
    let history = store.history(set.id, set.queries[0], None, 0, 9).await.expect("history");
    assert_eq!(history[1].action, Action::HandBack { note: "not my field".into() });
    assert_eq!(assign_one(&store, &set, anna, set.queries[0]).await, Ok(()));
    assert_eq!(store.labels(set.queries[0], anna).await.expect("labels").len(), 1, "she finds what she had said");
    keep(&store, set.operation(anna, set.queries[0], Action::HandBack { note: String::new() }, NOW)).await;
    assert_eq!(next(&store, &set, other).await, Some(set.queries[0]));
}

async fn a_labeller_sees_what_they_have_and_who_gave_it(store: Store) {
    let set = SetBuilder::new().queries(3).create(&store).await;
    let anna = member(&store, "anna").await;
    set.assign(&store, anna, &[2]).await;
    store.lease_query(set.id, set.queries[1], anna, NOW).await.expect("an answer").expect("leased");
    let held = store.held(set.id, anna, 9).await.expect("read");
    let held: Vec<_> = held.iter().map(|held| (held.query, held.begun, held.assigned_by.as_deref())).collect();
    assert_eq!(held, [(set.queries[1], false, None), (set.queries[2], false, Some("lena"))], "nothing was done with either");
    keep(&store, set.operation(anna, set.queries[1], set.grade(1, 0, 2, 0).operation.action, NOW)).await;
    assert!(store.held(set.id, anna, 9).await.expect("read")[0].begun);
    assert_eq!(next(&store, &set, anna).await, Some(set.queries[2]), "what was given by hand comes first");
    let opened = store.lease_query(set.id, set.queries[2], anna, NOW).await.expect("leased").expect("it");
    assert_eq!((opened.status, opened.assigned_by.as_deref()), (AssignmentStatus::Leased, Some("lena")));
}
