//! A query that is sent back to its labellers with a question: who is asked, until when, and what taking it back leaves.

use domain::assigning::NotTakenBack;
use domain::disagreement::{Kind, State, Subject};
use domain::id::UserId;
use domain::operation::{Action, Outcome};
use domain::query::QueryStatus;
use domain::role::Role;
use store::{Asked, ChangedBy, Error, NewQuestion, Store};

use crate::apart::members_apart;
use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, id, keep, member};

on_both_databases! {
    a_query_that_is_sent_back_leaves_the_queue_until_all_who_were_asked_completed_it_again,
    a_question_that_is_taken_back_leaves_everything_as_it_was,
    only_those_who_can_label_are_asked_and_where_none_can_nothing_is_written,
    a_question_is_asked_once_and_another_one_under_its_id_is_refused,
    who_gave_their_place_away_is_not_asked,
}

fn question(set: &SeededSet, reviewer: UserId, query: usize, subject: Subject) -> NewQuestion {
    let question = "Is plan B meant?".to_owned();
    NewQuestion { id: id(), set: set.id, query: set.queries[query], subject, question, reviewer, at: NOW }
}

async fn a_query_that_is_sent_back_leaves_the_queue_until_all_who_were_asked_completed_it_again(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    let asked = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    assert_eq!(store.send_back(asked).await.expect("answered"), Asked::Kept, "twice is once");
    assert_eq!(store.given_by_hand(set.id, omar).await.expect("a count"), 1, "he has not begun it");
    let again = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(again).await.expect("answered"), Asked::NothingDisputed, "it is with them already");
    assert_eq!(set.status(&store, 1).await, QueryStatus::Started);
    assert!(set.queue(&store, State::Open).await.iter().all(|(query, ..)| *query != 1));
    let open = store.open_questions(set.id).await.expect("questions");
    assert_eq!((open.len(), &open[0].waits_for, open[0].reviewer.as_str()), (1, &vec!["anna".to_owned(), "omar".to_owned()], "rosa"));
    assert_eq!(store.question(set.queries[1], omar).await.expect("read").map(|asked| asked.question).as_deref(), Some("Is plan B meant?"));

    let next = store.next_query(set.id, omar, vec![], NOW).await.expect("taken");
    assert_eq!(next, Some(set.queries[1]), "it is given to them first");
    assert_eq!(store.given_by_hand(set.id, omar).await.expect("a count"), 0, "he has begun it");
    let mut changed = set.grade(1, 0, 0, 1);
    changed.actor = omar;
    keep(&store, changed).await;
    keep(&store, set.operation(omar, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(store.question(set.queries[1], omar).await.expect("read"), None);
    assert_eq!(store.open_questions(set.id).await.expect("questions")[0].waits_for, ["anna"]);
    assert!(set.queue(&store, State::Open).await.iter().all(|(query, ..)| *query != 1), "anna is asked still");
    keep(&store, set.operation(anna, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(store.open_questions(set.id).await.expect("questions"), []);
    let of_query: Vec<_> = set.queue(&store, State::Open).await.into_iter().filter(|(query, ..)| *query == 1).collect();
    assert_eq!(of_query, [(1, set.chunk(1), Kind::RelevanceFlip)], "they agree on the first chunk now");
}

async fn a_question_that_is_taken_back_leaves_everything_as_it_was(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    let before = set.queue(&store, State::Open).await;
    let asked = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    assert!(store.assignments(set.id, set.queries[1]).await.expect("read").iter().all(|assignment| assignment.asked));
    store.set_disabled(ChangedBy::CommandLine, omar, Some(NOW)).await.expect("shut out");
    assert_eq!(store.take_back(set.id, set.queries[1], anna, NOW).await.expect("answered"), Ok(()), "omar would never answer");
    assert_eq!((set.queue(&store, State::Open).await, store.open_questions(set.id).await.expect("questions")), (before, vec![]));
    let again = store.take_back(set.id, set.queries[1], omar, NOW).await.expect("answered");
    assert_eq!(again, Err(NotTakenBack::NotGiven), "it was taken back from all");
    let nowhere = NewQuestion { id: id(), query: id(), ..asked };
    assert_eq!(store.send_back(nowhere).await.expect("answered"), Asked::NoSuchQuery);
}

async fn only_those_who_can_label_are_asked_and_where_none_can_nothing_is_written(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    let waits_for = async || {
        let open = store.open_questions(set.id).await.expect("questions");
        open.into_iter().flat_map(|question| question.waits_for).collect::<Vec<_>>()
    };
    store.give_role(ChangedBy::CommandLine, set.id, omar, Some(Role::Viewer)).await.expect("given");
    assert_eq!(store.send_back(question(&set, rosa, 1, set.chunk(0))).await.expect("answered"), Asked::Kept);
    assert_eq!(waits_for().await, ["anna"], "omar may only read");
    keep(&store, set.operation(anna, set.queries[1], COMPLETE, NOW)).await;
    assert!(set.queue(&store, State::Open).await.iter().any(|(query, ..)| *query == 1), "it is back");

    store.set_disabled(ChangedBy::CommandLine, anna, Some(NOW)).await.expect("shut out");
    let before = set.queue(&store, State::Open).await;
    assert_eq!(store.send_back(question(&set, rosa, 1, set.chunk(0))).await.expect("answered"), Asked::NobodyCanAnswer);
    assert_eq!((set.queue(&store, State::Open).await, waits_for().await), (before, vec![]));
}

async fn a_question_is_asked_once_and_another_one_under_its_id_is_refused(store: Store) {
    let (set, _, rosa) = members_apart(&store).await;
    let asked = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    let others = [
        NewQuestion { question: "Is plan A meant?".into(), ..asked.clone() },
        NewQuestion { subject: set.chunk(1), ..asked.clone() },
        NewQuestion { reviewer: set.labeller, ..asked.clone() },
        NewQuestion { query: set.queries[2], ..asked },
    ];
    let told = store.asked_questions(set.id, set.queries[1], 10).await.expect("questions");
    let told: Vec<_> = told.into_iter().map(|asked| (asked.subject, asked.number, asked.question, asked.reviewer)).collect();
    assert_eq!(told, [(set.chunk(0), Some(1), others[1].question.clone(), "rosa".to_owned())], "what the query's history says");
    for other in others {
        let refused = store.send_back(other).await;
        assert!(matches!(&refused, Err(Error::Invalid(reason)) if reason.0.contains("an id of its own")), "{refused:?}");
    }
    assert_eq!(store.open_questions(set.id).await.expect("questions").len(), 1);
}

async fn who_gave_their_place_away_is_not_asked(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    keep(&store, set.operation(omar, set.queries[1], Action::HandBack { note: String::new() }, NOW)).await;
    let noor = member(&store, "noor").await;
    set.label(&store, noor, 1, &[3, 1, 1]).await;
    assert_eq!(store.send_back(question(&set, rosa, 1, set.chunk(0))).await.expect("answered"), Asked::Kept);
    assert_eq!(store.open_questions(set.id).await.expect("questions")[0].waits_for, ["anna", "noor"]);
    for person in [anna, noor] {
        keep(&store, set.operation(person, set.queries[1], COMPLETE, NOW)).await;
    }
    let late = store.record(set.operation(omar, set.queries[1], COMPLETE, NOW)).await.expect("answered");
    assert!(matches!(late, Outcome::NoPlace { .. }), "{late:?}");
}
