//! A set gives its members roles of their own, and tells what they did in it.

use domain::assignment::LEASE_SECONDS;
use domain::id::{SetId, UserId};
use domain::member::MemberWork;
use domain::operation::Action;
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use store::{ChangedBy, GaveRole, NewLabel, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, id, keep, labeller};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases! {
    a_set_gives_a_user_a_role_and_takes_it_back,
    a_role_is_of_one_set_and_of_one_user,
    a_set_cannot_make_less_of_who_is_an_admin_of_everything,
    what_is_left_is_free_or_held,
    labels_of_a_file_are_no_pace_however_far_its_pieces_are_apart,
}

on_both_databases_with_sql! {
    what_members_did_in_a_set_is_told_of_each,
}

async fn a_set_gives_a_user_a_role_and_takes_it_back(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let given = async || {
        let (found, given) = store.set_for("a-set", set.labeller).await.expect("read").expect("the set");
        assert_eq!(found.id, set.id);
        assert_eq!(store.given_role(set.id, set.labeller).await.expect("read"), given);
        given
    };
    assert_eq!(given().await, None);
    let give = async |user, role| store.give_role(ChangedBy::CommandLine, set.id, user, role).await.expect("asked");
    for role in [Some(Role::Reviewer), Some(Role::Viewer), None, None] {
        assert_eq!(give(set.labeller, role).await, GaveRole::Given);
        assert_eq!(given().await, role);
    }
    assert_eq!(give(id(), Some(Role::Viewer)).await, GaveRole::NoSuchUser);
    assert_eq!(give(id(), None).await, GaveRole::NoSuchUser);
    assert_eq!(store.set_for("no-set", set.labeller).await.expect("read"), None);
}

async fn a_role_is_of_one_set_and_of_one_user(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let other = SetBuilder::new().named("other").create(&store).await;
    let omar = labeller(&store, "omar").await;
    assert_eq!(store.give_role(ChangedBy::CommandLine, set.id, omar, Some(Role::Admin)).await.expect("given"), GaveRole::Given);
    let of_sets: Vec<_> = store.sets(omar).await.expect("sets").into_iter().map(|of| (of.name.to_string(), of.given)).collect();
    assert_eq!(of_sets, [("other".to_owned(), None), ("a-set".to_owned(), Some(Role::Admin))]);
    assert_eq!(store.given_role(other.id, omar).await.expect("read"), None);
    assert_eq!(store.given_role(set.id, set.labeller).await.expect("read"), None);
}

async fn a_set_cannot_make_less_of_who_is_an_admin_of_everything(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    assert_eq!(store.give_role(ChangedBy::CommandLine, set.id, set.labeller, Some(Role::Viewer)).await.expect("given"), GaveRole::Given);
    assert!(store.set_role(ChangedBy::CommandLine, set.labeller, Role::Admin).await.expect("changed"));
    let member = store.set_member(set.id, set.labeller).await.expect("read").expect("Lena");
    assert_eq!((member.given, member.role()), (Some(Role::Viewer), Role::Admin));
    let again = store.give_role(ChangedBy::CommandLine, set.id, set.labeller, Some(Role::Labeller)).await.expect("asked");
    assert_eq!(again, GaveRole::AdminEverywhere);
    assert_eq!(store.give_role(ChangedBy::CommandLine, set.id, set.labeller, None).await.expect("asked"), GaveRole::Given);
}

/// What a member did in a set.
async fn work(store: &Store, set: SetId, member: UserId) -> MemberWork {
    let alone = store.set_member(set, member).await.expect("read").expect("the member");
    let among_all = store.set_members(set, 1).await.expect("read").0.rows.into_iter().find(|of| of.user.id == member);
    assert_eq!(Some(&alone), among_all.as_ref());
    alone.work
}

async fn what_members_did_in_a_set_is_told_of_each(store: Store, sql: Sql) {
    let set = SetBuilder::new().queries(8).create(&store).await;
    let elsewhere = SetBuilder::new().named("elsewhere").completed(0, "lena", 3, "So [1].").create(&store).await;
    let (lena, omar) = (set.labeller, labeller(&store, "omar").await);
    let act = |query: usize, action, at| set.operation(lena, set.queries[query], action, at);
    for (query, minutes) in [(0, 0), (1, 2), (2, 4), (3, 6)] {
        keep(&store, act(query, COMPLETE, NOW.plus_seconds(60 * minutes))).await;
    }
    keep(&store, act(4, Action::Skip, NOW)).await;
    store.lease_query(set.id, set.queries[5], lena, NOW).await.expect("an answer").expect("leased");
    store.lease_query(set.id, set.queries[6], omar, NOW).await.expect("an answer").expect("leased");
    // Omar comes back to it when his lease is over, and does two things.
    sql.end_leases_of(omar).await;
    let late = NOW.plus_seconds(LEASE_SECONDS + 1);
    let mut grade = set.grade(6, 0, 2, 0);
    (grade.actor, grade.at) = (omar, late);
    keep(&store, grade).await;
    keep(&store, set.operation(omar, set.queries[6], COMPLETE, late)).await;
    let of_lena = MemberWork { completed: 4, leased: 1, assigned: 0, skipped: 1, late: 0, median_seconds: Some(120) };
    assert_eq!(work(&store, set.id, lena).await, of_lena);
    assert_eq!(store.progress(set.id, lena).await.expect("progress").median_seconds, Some(120), "the labelling page says the same");
    assert_eq!(work(&store, set.id, omar).await, MemberWork { completed: 1, late: 1, ..MemberWork::default() });
    assert_eq!(work(&store, elsewhere.id, lena).await, MemberWork { completed: 1, ..MemberWork::default() });
    assert_eq!(store.set_member(set.id, id()).await.expect("read"), None);
}

async fn what_is_left_is_free_or_held(store: Store) {
    let set = SetBuilder::new().queries(4).overlap(2).create(&store).await;
    let left = async || store.set_members(set.id, 1).await.expect("read").1.completions;
    assert_eq!(left().await, 8);
    store.lease_query(set.id, set.queries[0], set.labeller, NOW).await.expect("an answer").expect("leased");
    assert_eq!(left().await, 8, "who has a query has not labelled it yet");
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(left().await, 7);
}

async fn labels_of_a_file_are_no_pace_however_far_its_pieces_are_apart(store: Store) {
    let set = SetBuilder::new().queries(40).create(&store).await;
    for (place, minutes) in (0..40).zip(1..) {
        let label = NewLabel {
            operation: id(),
            query: set.queries[place],
            chunk: set.chunks[0],
            judgement: Judgement::Grade(Grade(2)),
            mapped_from: None,
            evidence: Vec::new(),
            note: String::new(),
        };
        let completions = [(set.queries[place], id())].into();
        let at = NOW.plus_seconds(60 * minutes);
        store.add_labels_and_complete(set.id, set.labeller, vec![label], completions, at).await.expect("added");
    }
    assert_eq!(work(&store, set.id, set.labeller).await, MemberWork { completed: 40, ..MemberWork::default() });
    for (place, minutes) in (0..4).zip(100..) {
        for action in [Action::Reopen, COMPLETE] {
            keep(&store, set.operation(set.labeller, set.queries[place], action, NOW.plus_seconds(120 * minutes))).await;
        }
    }
    let median_seconds = work(&store, set.id, set.labeller).await.median_seconds;
    assert_eq!(median_seconds, Some(120), "what she completed again by herself is her pace");
}
