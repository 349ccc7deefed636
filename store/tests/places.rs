//! The overlap of a query is never exceeded by who opens it by its link or sends what they did, and who could see what others said is
//! known.

use domain::assigning::{NoPlace, NotOpened};
use domain::assignment::AssignmentStatus;
use domain::id::UserId;
use domain::operation::{Action, Outcome};
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use store::{ChangedBy, GaveRole, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller, member};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases! {
    who_never_had_a_full_query_or_left_it_cannot_open_it_and_nothing_that_they_send_is_kept,
    who_left_a_query_takes_a_place_again_by_opening_it_or_labelling_it,
    a_skip_is_taken_back_only_while_the_place_is_free,
    who_completed_a_query_comes_back_to_it_while_it_has_a_place_for_them,
    a_file_is_a_fact_wherever_the_places_are,
    of_many_who_open_a_query_at_once_as_many_as_it_needs_get_it,
    a_labeller_who_asks_for_a_query_many_times_at_once_gets_one,
    what_comes_from_who_lost_their_place_with_their_rights_is_late,
    many_operations_over_the_same_queries_in_any_order_wait_for_each_other,
    who_can_no_longer_label_frees_their_places,
    who_is_let_in_again_keeps_nothing_from_before_and_a_reader_elsewhere_keeps_all_here,
}

on_both_databases_with_sql! {
    a_late_submit_to_a_full_query_is_kept_and_flagged_and_takes_no_place,
    who_left_a_query_that_they_completed_comes_back_only_where_a_place_is_free,
    a_lease_that_ended_hides_nothing_once_the_query_needs_nobody,
}

async fn status(store: &Store, set: &SeededSet, person: UserId) -> Option<AssignmentStatus> {
    let all = store.assignments(set.id, set.queries[0]).await.expect("read");
    all.into_iter().find(|known| known.labeller == person).map(|known| known.status)
}

async fn saw_others(store: &Store, set: &SeededSet, person: UserId) -> bool {
    let all = store.assignments(set.id, set.queries[0]).await.expect("read");
    all.into_iter().find(|known| known.labeller == person).expect("an assignment").saw_others
}

async fn open(store: &Store, set: &SeededSet, person: UserId) -> Result<AssignmentStatus, NotOpened> {
    store.lease_query(set.id, set.queries[0], person, NOW).await.expect("an answer").map(|opened| opened.status)
}

async fn send(store: &Store, set: &SeededSet, person: UserId, action: Action) -> Outcome {
    store.record(set.operation(person, set.queries[0], action, NOW)).await.expect("answered")
}

/// All that is labelling.
fn labelling(set: &SeededSet) -> [Action; 5] {
    let judge = set.grade(0, 0, 2, 0).operation.action;
    [judge, set.answer("So [1].", None), COMPLETE, Action::Reopen, Action::AddToPool { chunk: set.chunks[0] }]
}

const FULL: NoPlace = NoPlace { needed: 1, held: 0, completed: 1 };

async fn who_never_had_a_full_query_or_left_it_cannot_open_it_and_nothing_that_they_send_is_kept(store: Store) {
    let set = SetBuilder::new().overlap(3).create(&store).await;
    let [omar, noor, kim] = [labeller(&store, "omar").await, labeller(&store, "noor").await, labeller(&store, "kim").await];
    keep(&store, set.operation(omar, set.queries[0], Action::Skip, NOW)).await;
    keep(&store, set.operation(noor, set.queries[0], Action::HandBack { note: "odd".into() }, NOW)).await;
    set.complete(&store, set.labeller, 0, 3, "So [1].").await;
    set.put_overlap(&store, 1).await;
    for (person, stands) in [(omar, Some(AssignmentStatus::Skipped)), (noor, Some(AssignmentStatus::HandedBack)), (kim, None)] {
        assert_eq!(open(&store, &set, person).await, Err(NotOpened::NoPlace(FULL)));
        let before = store.count_operations(set.id, person).await.expect("counted");
        for action in labelling(&set) {
            assert!(matches!(send(&store, &set, person, action).await, Outcome::NoPlace { place: FULL, .. }));
        }
        assert_eq!(store.count_operations(set.id, person).await.expect("counted"), before);
        assert_eq!(store.labels(set.queries[0], person).await.expect("read"), []);
        assert_eq!(status(&store, &set, person).await, stands);
    }
    let flag = send(&store, &set, noor, Action::Flag { note: String::new() }).await;
    assert!(matches!(flag, Outcome::Saved { .. }), "who left it can say why, and take that back: {flag:?}");
    assert!(matches!(send(&store, &set, kim, Action::Skip).await, Outcome::NoPlace { .. }), "who never had it has nothing to leave");
    set.put_overlap(&store, 2).await;
    assert_eq!(open(&store, &set, kim).await, Ok(AssignmentStatus::Leased), "a reviewer raised the overlap");
    assert_eq!(open(&store, &set, omar).await, Err(NotOpened::NoPlace(NoPlace { needed: 2, held: 1, completed: 1 })));
}

async fn who_left_a_query_takes_a_place_again_by_opening_it_or_labelling_it(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let omar = labeller(&store, "omar").await;
    for action in [Action::Skip, Action::HandBack { note: String::new() }] {
        keep(&store, set.operation(set.labeller, set.queries[0], action.clone(), NOW)).await;
        assert_eq!(open(&store, &set, set.labeller).await, Ok(AssignmentStatus::Leased));
        assert!(open(&store, &set, omar).await.is_err(), "the only place is hers again");
        keep(&store, set.operation(set.labeller, set.queries[0], action, NOW)).await;
        let revision = store.labels(set.queries[0], set.labeller).await.expect("read").first().map_or(0, |label| label.revision);
        keep(&store, set.grade(0, 0, 2, revision)).await;
        assert_eq!(status(&store, &set, set.labeller).await, Some(AssignmentStatus::Leased));
        assert!(open(&store, &set, omar).await.is_err());
    }
}

async fn a_skip_is_taken_back_only_while_the_place_is_free(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let omar = labeller(&store, "omar").await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Skip, NOW)).await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Reopen, NOW)).await;
    assert_eq!(status(&store, &set, set.labeller).await, Some(AssignmentStatus::Leased));
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Skip, NOW)).await;
    assert_eq!(open(&store, &set, omar).await, Ok(AssignmentStatus::Leased));
    let refused = send(&store, &set, set.labeller, Action::Reopen).await;
    assert_eq!(refused, Outcome::no_place(NoPlace { needed: 1, held: 1, completed: 0 }));
    assert_eq!(status(&store, &set, set.labeller).await, Some(AssignmentStatus::Skipped));
}

async fn who_completed_a_query_comes_back_to_it_while_it_has_a_place_for_them(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    assert_eq!(open(&store, &set, set.labeller).await, Ok(AssignmentStatus::Completed));
    for action in [Action::Reopen, Action::Skip] {
        keep(&store, set.operation(set.labeller, set.queries[0], action, NOW)).await;
        assert_eq!(open(&store, &set, set.labeller).await, Ok(AssignmentStatus::Leased), "nobody took her place");
    }
    assert!(!saw_others(&store, &set, set.labeller).await);
}

/// How somebody who completed a query gives their place away.
const WAYS_TO_LEAVE: [(&str, &[Action]); 3] = [
    ("skipped", &[Action::Skip]),
    ("handed back", &[Action::HandBack { note: String::new() }]),
    ("opened again, and their time ended", &[Action::Reopen]),
];

async fn who_left_a_query_that_they_completed_comes_back_only_where_a_place_is_free(store: Store, sql: Sql) {
    for (way, actions) in WAYS_TO_LEAVE {
        let set = SetBuilder::new().named(&way.replace([' ', ','], "-")).completed(0, "lena", 3, "So [1].").create(&store).await;
        for action in actions {
            keep(&store, set.operation(set.labeller, set.queries[0], action.clone(), NOW)).await;
        }
        sql.end_leases().await;
        let omar = labeller(&store, &format!("omar, {way}")).await;
        assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("an answer"), Some(set.queries[0]), "{way}");
        keep(&store, set.operation(omar, set.queries[0], COMPLETE, NOW)).await;
        assert_eq!(open(&store, &set, set.labeller).await, Err(NotOpened::NoPlace(FULL)), "{way}");
        let again = send(&store, &set, set.labeller, Action::Reopen).await;
        let kept_late = actions.contains(&Action::Reopen);
        assert_eq!(matches!(again, Outcome::NoPlace { .. }), !kept_late, "{way}: {again:?}");
        let completed = store.assignments(set.id, set.queries[0]).await.expect("read");
        let completed = completed.iter().filter(|assignment| assignment.status == AssignmentStatus::Completed).count();
        assert_eq!(completed, 1, "{way}: as many as it needs");
    }
}

async fn a_file_is_a_fact_wherever_the_places_are(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    let omar = member(&store, "omar").await;
    store.give_role(ChangedBy::CommandLine, set.id, omar, Some(Role::Reviewer)).await.expect("given");
    set.label_from_file(&store, omar, 0, 0, Judgement::Grade(Grade(1))).await;
    assert_eq!(store.labels(set.queries[0], omar).await.expect("read").len(), 1);
    assert!(!saw_others(&store, &set, omar).await, "a file says nothing of what its labeller saw");
}

async fn of_many_who_open_a_query_at_once_as_many_as_it_needs_get_it(store: Store) {
    let set = SetBuilder::new().overlap(2).create(&store).await;
    let mut opening = Vec::new();
    for n in 0..10 {
        let (store, set_id, query, person) = (store.clone(), set.id, set.queries[0], labeller(&store, &format!("labeller {n}")).await);
        let skip = set.operation(person, query, Action::Skip, NOW);
        let complete = set.operation(person, query, COMPLETE, NOW);
        opening.push(tokio::spawn(async move {
            if n % 2 == 0 {
                return store.lease_query(set_id, query, person, NOW).await.expect("an answer").is_ok();
            }
            let skipped = store.record(skip).await.expect("answered");
            assert!(matches!(skipped, Outcome::Saved { .. } | Outcome::NoPlace { .. }), "{skipped:?}");
            matches!(store.record(complete).await.expect("answered"), Outcome::Saved { .. })
        }));
    }
    let mut got = 0;
    for opened in opening {
        got += usize::from(opened.await.expect("joined"));
    }
    assert_eq!(got, 2);
}

async fn a_labeller_who_asks_for_a_query_many_times_at_once_gets_one(store: Store) {
    let set = SetBuilder::new().queries(20).create(&store).await;
    let asking: Vec<_> = (0..10)
        .map(|_| {
            let (store, id, labeller) = (store.clone(), set.id, set.labeller);
            tokio::spawn(async move { store.next_query(id, labeller, vec![], NOW).await.expect("an answer") })
        })
        .collect();
    for asked in asking {
        assert_eq!(asked.await.expect("joined"), Some(set.queries[0]));
    }
    assert_eq!(store.held(set.id, set.labeller, 20).await.expect("read").len(), 1);
}

async fn a_late_submit_to_a_full_query_is_kept_and_flagged_and_takes_no_place(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    let omar = labeller(&store, "omar").await;
    assert_eq!(open(&store, &set, set.labeller).await, Ok(AssignmentStatus::Leased));
    sql.end_leases().await;
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("an answer"), Some(set.queries[0]));
    assert!(open(&store, &set, set.labeller).await.is_err(), "her place is his now");
    keep(&store, set.grade(0, 0, 2, 0)).await;
    assert_eq!(status(&store, &set, set.labeller).await, Some(AssignmentStatus::Expired), "what she did is kept, and takes no place");
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(status(&store, &set, set.labeller).await, Some(AssignmentStatus::Completed));
    let history = store.history(set.id, set.queries[0], None, 0, 9).await.expect("read");
    assert!(history.iter().all(|entry| entry.late), "{history:?}");
    keep(&store, set.operation(omar, set.queries[0], COMPLETE, NOW)).await;
    assert!(!saw_others(&store, &set, omar).await, "he had it before she was through");
}

async fn a_lease_that_ended_hides_nothing_once_the_query_needs_nobody(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    let (rosa, omar) = (member(&store, "rosa").await, labeller(&store, "omar").await);
    store.give_role(ChangedBy::CommandLine, set.id, rosa, Some(Role::Reviewer)).await.expect("given");
    assert_eq!(open(&store, &set, rosa).await, Ok(AssignmentStatus::Leased));
    sql.end_leases().await;
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("an answer"), Some(set.queries[0]));
    let statuses = async || store.assignment_statuses(set.id, rosa).await.expect("read");
    let hidden = async || {
        let involvement = store.involvement(set.id, set.queries[0], rosa).await.expect("read").expect("the query");
        domain::blind::is_blind(Role::Reviewer, involvement)
    };
    assert_eq!((statuses().await.len(), hidden().await), (1, true), "she may get it again");
    keep(&store, set.operation(omar, set.queries[0], set.grade(0, 0, 2, 0).operation.action, NOW)).await;
    keep(&store, set.operation(omar, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!((statuses().await.len(), hidden().await), (0, false), "she cannot get it any more");
    assert!(saw_others(&store, &set, rosa).await, "and what she gives later comes after that");
}

/// Takes the right to label in the set from a member who may label everywhere.
type TakesRights = fn(&Store, &SeededSet, UserId) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + 'static>>;

const RIGHTS: [(&str, TakesRights); 3] = [
    ("shut out", |store, _, person| {
        let store = store.clone();
        Box::pin(async move { assert!(store.set_disabled(ChangedBy::CommandLine, person, Some(NOW)).await.expect("shut out")) })
    }),
    ("a viewer everywhere", |store, _, person| {
        let store = store.clone();
        Box::pin(async move { assert!(store.set_role(ChangedBy::CommandLine, person, Role::Viewer).await.expect("changed")) })
    }),
    ("a viewer in the set", |store, set, person| {
        let (store, set) = (store.clone(), set.id);
        Box::pin(async move {
            assert_eq!(store.give_role(ChangedBy::CommandLine, set, person, Some(Role::Viewer)).await.expect("given"), GaveRole::Given);
        })
    }),
];

async fn who_can_no_longer_label_frees_their_places(store: Store) {
    for (what, take_rights) in RIGHTS {
        let set = SetBuilder::new().named(&what.replace(' ', "-")).queries(3).create(&store).await;
        let (anna, omar) = (member(&store, &format!("anna, {what}")).await, member(&store, &format!("omar, {what}")).await);
        set.assign(&store, anna, &[0, 1]).await;
        keep(&store, set.operation(anna, set.queries[0], set.grade(0, 0, 2, 0).operation.action, NOW)).await;
        assert_eq!(store.lease_query(set.id, set.queries[2], anna, NOW).await.expect("an answer").map(|opened| opened.status), {
            Ok(AssignmentStatus::Leased)
        });
        take_rights(&store, &set, anna).await;
        let held = store.held(set.id, anna, 9).await.expect("read");
        assert_eq!(held, [], "{what}");
        for query in &set.queries {
            let opened = store.lease_query(set.id, *query, omar, NOW).await.expect("an answer");
            assert_eq!(opened.map(|opened| opened.status), Ok(AssignmentStatus::Leased), "{what}: her place is free");
        }
        assert_eq!(status(&store, &set, anna).await, Some(AssignmentStatus::Expired), "{what}: what she began is kept");
        assert_eq!(store.labels(set.queries[0], anna).await.expect("read").len(), 1, "{what}");
    }
}

async fn who_is_let_in_again_keeps_nothing_from_before_and_a_reader_elsewhere_keeps_all_here(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let elsewhere = SetBuilder::new().named("elsewhere").create(&store).await;
    let anna = member(&store, "anna").await;
    set.assign(&store, anna, &[0]).await;
    store.give_role(ChangedBy::CommandLine, elsewhere.id, anna, Some(Role::Viewer)).await.expect("given");
    assert_eq!(status(&store, &set, anna).await, Some(AssignmentStatus::Assigned));
    store.set_disabled(ChangedBy::CommandLine, anna, Some(NOW)).await.expect("shut out");
    store.set_disabled(ChangedBy::CommandLine, anna, None).await.expect("let in");
    assert_eq!(status(&store, &set, anna).await, None, "who never began it never had it");
}

async fn what_comes_from_who_lost_their_place_with_their_rights_is_late(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let [anna, omar] = [member(&store, "anna").await, labeller(&store, "omar").await];
    assert_eq!(open(&store, &set, anna).await, Ok(AssignmentStatus::Leased));
    for role in [Some(Role::Viewer), None] {
        store.give_role(ChangedBy::CommandLine, set.id, anna, role).await.expect("given");
    }
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("an answer"), Some(set.queries[0]));
    keep(&store, set.operation(omar, set.queries[0], COMPLETE, NOW)).await;
    for action in [set.grade(0, 0, 2, 0).operation.action, COMPLETE] {
        keep(&store, set.operation(anna, set.queries[0], action, NOW)).await;
    }
    let history = store.history(set.id, set.queries[0], None, 0, 9).await.expect("read");
    assert_eq!(history.iter().map(|entry| entry.late).collect::<Vec<_>>(), [false, true, true], "omar's, then anna's");
}

async fn many_operations_over_the_same_queries_in_any_order_wait_for_each_other(store: Store) {
    let set = SetBuilder::new().queries(30).overlap(6).create(&store).await;
    let mut sending = Vec::new();
    for person in 0..6 {
        let labeller = labeller(&store, &format!("labeller {person}")).await;
        let grade = |query: usize| set.operation(labeller, set.queries[query], set.grade(query, 0, 2, 0).operation.action, NOW);
        let mut operations: Vec<_> = (0..30).map(grade).collect();
        if person % 2 == 0 {
            operations.reverse();
        }
        let store = store.clone();
        sending.push(tokio::spawn(async move { store.record_all(operations).await }));
    }
    for sent in sending {
        let outcomes = sent.await.expect("joined").expect("nobody is told to try again");
        assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Saved { .. })), "{outcomes:?}");
    }
}
