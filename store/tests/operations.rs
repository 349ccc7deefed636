//! What labellers do is kept once, in order, and never lost.

use domain::doubt::Doubt;
use domain::id::ChunkId;
use domain::operation::{Action, Current, Outcome};
use domain::query::{Answerable, QueryStatus};
use domain::scale::{Grade, Judgement};
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, chunk, id, keep, labeller};

on_both_databases! {
    the_same_operation_ten_times_at_once_is_one_label_and_ten_equal_answers,
    undo_is_a_new_entry_and_the_history_keeps_both,
    a_second_tab_with_an_older_view_gets_what_is_stored_and_changes_nothing,
    two_labellers_never_overwrite_one_another,
    a_chunk_outside_the_pool_is_refused_in_words,
    a_query_of_another_set_is_refused,
    a_chunk_that_was_found_by_search_comes_after_the_others_and_only_once,
    operations_that_are_done_at_once_are_all_in_the_history,
    of_operations_that_come_together_one_that_is_refused_leaves_the_others_and_nothing_of_itself,
    an_id_that_comes_again_with_another_content_is_refused_in_words,
    of_ten_operations_under_one_id_that_race_one_is_done_and_what_differs_from_it_is_refused,
    chunks_that_are_found_at_once_get_numbers_of_their_own,
    a_completion_with_nothing_judged_is_refused_until_it_is_confirmed,
    no_answer_beside_a_relevant_chunk_is_refused_until_it_is_confirmed_and_not_asked_again,
}

async fn the_same_operation_ten_times_at_once_is_one_label_and_ten_equal_answers(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    let operation = set.grade(0, 0, 3, 0);
    let answers: Vec<_> = (0..10)
        .map(|_| {
            let (store, operation) = (store.clone(), operation.clone());
            tokio::spawn(async move { store.record(operation).await })
        })
        .collect();
    for answer in answers {
        assert_eq!(answer.await.expect("joined").expect("kept"), Outcome::Saved { revision: 1 });
    }
    assert_eq!(store.labels(set.queries[0], set.labeller).await.expect("labels").len(), 1);
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 1);
}

async fn undo_is_a_new_entry_and_the_history_keeps_both(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    keep(&store, set.grade(0, 0, 3, 0)).await;
    let undo =
        Action::Judge { chunk: set.chunks[0], judgement: None, evidence: vec![], note: String::new(), prelabel_visible: false, base: 1 };
    let outcome = store.record(set.operation(set.labeller, set.queries[0], undo, NOW)).await.expect("kept");
    assert_eq!(outcome, Outcome::Saved { revision: 2 });
    assert_eq!(store.labels(set.queries[0], set.labeller).await.expect("labels")[0].judgement, None);
    assert_eq!(store.history(set.id, set.queries[0], None, 0, 10).await.expect("history").len(), 2);
}

async fn a_second_tab_with_an_older_view_gets_what_is_stored_and_changes_nothing(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    keep(&store, set.grade(0, 0, 3, 0)).await;
    let Outcome::Conflict { current: Current::Label(label) } = store.record(set.grade(0, 0, 1, 0)).await.expect("answered") else {
        panic!("a conflict was expected");
    };
    assert_eq!((label.judgement, label.revision), (Some(Judgement::Grade(Grade(3))), 1));
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 1);
}

async fn two_labellers_never_overwrite_one_another(store: Store) {
    let set = SetBuilder::new().overlap(2).create(&store).await;
    let other = labeller(&store, "omar").await;
    keep(&store, set.grade(0, 0, 3, 0)).await;
    let mut second = set.grade(0, 0, 0, 0);
    second.actor = other;
    assert_eq!(store.record(second).await.expect("kept"), Outcome::Saved { revision: 1 });
    assert_eq!(store.labels(set.queries[0], set.labeller).await.expect("labels")[0].judgement, Some(Judgement::Grade(Grade(3))));
}

async fn a_chunk_outside_the_pool_is_refused_in_words(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let mut operation = set.grade(0, 0, 3, 0);
    if let Action::Judge { chunk, .. } = &mut operation.operation.action {
        *chunk = id();
    }
    let reason = "the chunk is not in the query's pool".to_owned();
    assert_eq!(store.record(operation).await.expect("answered"), Outcome::Refused { reason });
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 0);
}

async fn a_query_of_another_set_is_refused(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let other = SetBuilder::new().named("another-set").create(&store).await;
    let mut operation = set.grade(0, 0, 3, 0);
    operation.set = other.id;
    let reason = "the set has no such query".to_owned();
    assert_eq!(store.record(operation).await.expect("answered"), Outcome::Refused { reason });
}

async fn a_chunk_that_was_found_by_search_comes_after_the_others_and_only_once(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    let found = id();
    store.add_chunks(set.chunking, vec![(found, chunk("found", "found text"))]).await.expect("added");
    for _ in 0..2 {
        let found = set.operation(set.labeller, set.queries[0], Action::AddToPool { chunk: found }, NOW);
        let outcome = store.record(found).await.expect("kept");
        assert_eq!(outcome, Outcome::InPool { number: 3 });
    }
    let pool = store.pool(set.queries[0]).await.expect("pool");
    assert_eq!(pool.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3]);
}

async fn operations_that_are_done_at_once_are_all_in_the_history(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let complete = set.operation(set.labeller, set.queries[0], COMPLETE, NOW);
    store.record_all(vec![set.grade(0, 0, 3, 0), complete]).await.expect("kept");
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 2);
    assert!(store.has_completed(set.queries[0], set.labeller).await.expect("read"));
}

async fn of_operations_that_come_together_one_that_is_refused_leaves_the_others_and_nothing_of_itself(store: Store) {
    let set = SetBuilder::new().queries(2).chunks(2).create(&store).await;
    let mut outside = set.grade(1, 0, 3, 0);
    if let Action::Judge { chunk, .. } = &mut outside.operation.action {
        *chunk = id();
    }
    let first = set.grade(0, 0, 3, 0);
    let operations = vec![first.clone(), outside, set.grade(0, 0, 1, 0), first, set.grade(0, 1, 2, 0)];
    let outcomes = store.record_all(operations).await.expect("answered");
    let saved = Outcome::Saved { revision: 1 };
    assert_eq!([&outcomes[0], &outcomes[3], &outcomes[4]], [&saved; 3], "{outcomes:?}");
    assert!(outcomes[1].refusal().is_some_and(|words| words.contains("not in the query's pool")), "{outcomes:?}");
    assert!(matches!(outcomes[2], Outcome::Conflict { .. }), "{outcomes:?}");
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 2);
    let untouched = store.query(set.id, set.queries[1]).await.expect("read").expect("the query");
    assert_eq!(untouched.status, QueryStatus::Open, "the labeller got nothing of the query whose operation was refused");
}

async fn an_id_that_comes_again_with_another_content_is_refused_in_words(store: Store) {
    let set = SetBuilder::new().queries(2).chunks(2).create(&store).await;
    let first = set.grade(0, 0, 3, 0);
    let mut others = [set.grade(0, 0, 2, 0), set.grade(0, 1, 3, 0), set.grade(1, 0, 3, 0), first.clone()];
    others[3].operation.action = COMPLETE;
    for other in &mut others {
        other.operation.id = first.operation.id;
    }
    let mut outcomes = store.record_all(vec![first.clone(), others[0].clone(), first.clone()]).await.expect("answered");
    let refused = outcomes.remove(1);
    assert_eq!(outcomes, [Outcome::Saved { revision: 1 }, Outcome::Saved { revision: 1 }]);
    assert!(refused.refusal().is_some_and(|words| words.contains("send it under an id of its own")), "{refused:?}");
    for other in others {
        let outcome = store.record(other).await.expect("answered");
        assert!(outcome.refusal().is_some_and(|words| words.contains("its id is that of another operation")), "{outcome:?}");
    }
    assert_eq!(store.record(first).await.expect("answered"), Outcome::Saved { revision: 1 });
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 1);
    assert_eq!(store.labels(set.queries[0], set.labeller).await.expect("labels").len(), 1);
}

async fn of_ten_operations_under_one_id_that_race_one_is_done_and_what_differs_from_it_is_refused(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let one = id();
    let send = |turn: usize| {
        let (store, mut operation) = (store.clone(), set.grade(turn % 2, 0, 3, 0));
        operation.operation.id = one;
        tokio::spawn(async move { store.record(operation).await.expect("answered") })
    };
    let mut outcomes = Vec::new();
    for sent in (0..10).map(send).collect::<Vec<_>>() {
        outcomes.push(sent.await.expect("joined"));
    }
    let done = outcomes.iter().filter(|outcome| **outcome == Outcome::Saved { revision: 1 }).count();
    assert_eq!((done, outcomes.iter().filter(|outcome| outcome.refusal().is_some()).count()), (5, 5), "{outcomes:?}");
    assert_eq!(store.count_operations(set.id, set.labeller).await.expect("count"), 1);
}

async fn chunks_that_are_found_at_once_get_numbers_of_their_own(store: Store) {
    let set = SetBuilder::new().chunks(2).overlap(2).create(&store).await;
    let found: Vec<ChunkId> = (0..6).map(|_| id()).collect();
    let new = found.iter().enumerate().map(|(n, chunk_id)| (*chunk_id, chunk(&format!("found{n}"), "found text")));
    store.add_chunks(set.chunking, new.collect()).await.expect("added");
    let members = [set.labeller, labeller(&store, "omar").await];
    let add = |(n, chunk): (usize, &ChunkId)| {
        let (store, chunk) = (store.clone(), *chunk);
        let operation = set.operation(members[n % 2], set.queries[0], Action::AddToPool { chunk }, NOW);
        tokio::spawn(async move { (chunk, store.record(operation).await.expect("kept")) })
    };
    let mut said = Vec::new();
    for added in found.iter().enumerate().map(add).collect::<Vec<_>>() {
        said.push(added.await.expect("joined"));
    }
    let pool = store.pool(set.queries[0]).await.expect("pool");
    assert_eq!(pool.iter().map(|entry| entry.number).collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
    for (chunk, outcome) in said {
        let number = pool.iter().find(|entry| entry.chunk.id == chunk).map(|entry| entry.number).expect("in the pool");
        assert_eq!(outcome, Outcome::InPool { number }, "each is told the number that the pool has");
    }
}

async fn a_completion_with_nothing_judged_is_refused_until_it_is_confirmed(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let complete = |confirmed| set.operation(set.labeller, set.queries[0], Action::Complete { confirmed }, NOW);
    for confirmed in [None, Some(Doubt::NoAnswerBesideRelevant)] {
        let outcome = store.record(complete(confirmed)).await.expect("answered");
        assert!(matches!(outcome, Outcome::Unconfirmed { doubt: Doubt::NothingJudged, .. }), "{outcome:?}");
        assert!(outcome.refusal().is_some_and(|words| words.contains(r#""confirmed": "nothing_judged""#)), "{outcome:?}");
    }
    assert!(!store.has_completed(set.queries[0], set.labeller).await.expect("read"));
    keep(&store, complete(Some(Doubt::NothingJudged))).await;
    let history = store.history(set.id, set.queries[0], None, 0, 10).await.expect("history");
    assert_eq!(history[0].action, COMPLETE, "what was confirmed is in the history");
    keep(&store, set.grade(0, 0, 3, 0)).await;
    keep(&store, complete(None)).await;
}

async fn no_answer_beside_a_relevant_chunk_is_refused_until_it_is_confirmed_and_not_asked_again(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let (doubt, query) = (Doubt::NoAnswerBesideRelevant, set.queries[0]);
    let act = |action| set.operation(set.labeller, query, action, NOW);
    keep(&store, act(set.answer("", None))).await;
    keep(&store, set.grade(0, 0, 2, 0)).await;
    let outcome = store.record(act(Action::Complete { confirmed: None })).await.expect("answered");
    assert_eq!(outcome, Outcome::unconfirmed(doubt), "a grade that came after the answer");
    let again = |confirmed| Action::Answer { text: String::new(), citations: Vec::new(), answerable: Answerable::No, confirmed, base: 1 };
    assert_eq!(store.record(act(again(None))).await.expect("answered"), Outcome::unconfirmed(doubt));
    keep(&store, act(again(Some(doubt)))).await;
    keep(&store, act(Action::Complete { confirmed: None })).await;
    assert_eq!(store.answer(query, set.labeller).await.expect("read").expect("an answer").confirmed, Some(doubt));
}
