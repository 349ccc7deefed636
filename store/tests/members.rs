//! Members get in by invitation, once.

use domain::role::Role;
use domain::timestamp::Timestamp;
use store::{Error, NewInvitation, NewSession, NewUser, Rule, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, id, labeller};

fn new_user(name: &str) -> NewUser {
    NewUser { id: id(), name: name.into(), password_hash: "hash".into(), role: Role::Viewer, created_at: NOW }
}

fn invitation(role: Role, expires_at: Timestamp) -> NewInvitation {
    NewInvitation { token_hash: vec![1], role, created_at: NOW, expires_at }
}

on_both_databases! {
    an_invitation_makes_one_member_of_its_role,
    an_invitation_is_not_used_up_by_a_name_that_is_taken,
    an_invitation_that_ended_lets_nobody_in,
    a_session_ends_by_time_by_idleness_by_sign_out_and_when_its_member_is_shut_out,
    members_are_listed_by_name_with_their_roles,
    a_session_that_is_used_lives_on_and_forgets_those_that_ended,
}

async fn an_invitation_makes_one_member_of_its_role(store: Store) {
    store.add_invitation(invitation(Role::Reviewer, NOW.plus_seconds(60))).await.expect("kept");
    assert_eq!(store.invitation(&[1], NOW).await.expect("read"), Some(Role::Reviewer));
    assert_eq!(store.accept_invitation(vec![1], new_user("rosa")).await.expect("used"), Some(Role::Reviewer));
    assert_eq!(store.accept_invitation(vec![1], new_user("rita")).await.expect("used"), None);
    assert_eq!(store.credentials("rosa").await.expect("read").expect("it").0.role, Role::Reviewer);
}

async fn an_invitation_is_not_used_up_by_a_name_that_is_taken(store: Store) {
    store.add_user(new_user("rosa")).await.expect("a user");
    store.add_invitation(invitation(Role::Viewer, NOW.plus_seconds(60))).await.expect("kept");
    let taken = store.accept_invitation(vec![1], new_user("rosa")).await;
    assert!(matches!(taken, Err(Error::Conflict(Rule::UserNameOnce))));
    assert!(store.invitation(&[1], NOW).await.expect("read").is_some());
}

async fn an_invitation_that_ended_lets_nobody_in(store: Store) {
    store.add_invitation(invitation(Role::Viewer, NOW.plus_seconds(-1))).await.expect("kept");
    assert_eq!(store.accept_invitation(vec![1], new_user("rosa")).await.expect("used"), None);
}

async fn a_session_ends_by_time_by_idleness_by_sign_out_and_when_its_member_is_shut_out(store: Store) {
    let member = labeller(&store, "lena").await;
    let begin = async || {
        store
            .add_session(NewSession { token_hash: vec![7], user: member, created_at: NOW, expires_at: NOW.plus_seconds(100) })
            .await
            .expect("begun");
    };
    let there = async |at, idle_since| store.session(&[7], at, idle_since).await.expect("read").is_some();
    begin().await;
    assert!(there(NOW, NOW.plus_seconds(-10)).await);
    assert!(!there(NOW.plus_seconds(100), NOW.plus_seconds(-10)).await);
    assert!(!there(NOW, NOW).await, "idle");
    store.end_session(vec![7]).await.expect("ended");
    assert!(!there(NOW, NOW.plus_seconds(-10)).await);
    begin().await;
    assert!(store.set_disabled(member, Some(NOW)).await.expect("shut out"));
    assert!(!there(NOW, NOW.plus_seconds(-10)).await);
}

async fn members_are_listed_by_name_with_their_roles(store: Store) {
    for name in ["vera", "adam"] {
        store.add_user(new_user(name)).await.expect("a user");
    }
    let adam = store.credentials("adam").await.expect("read").expect("adam").0.id;
    assert!(store.set_role(adam, Role::Admin).await.expect("changed"));
    let users = store.users().await.expect("users");
    let listed: Vec<_> = users.iter().map(|user| (user.name.as_str(), user.role)).collect();
    assert_eq!(listed, [("adam", Role::Admin), ("vera", Role::Viewer)]);
    assert_eq!(store.count_users().await.expect("a count"), 2);
}

async fn a_session_that_is_used_lives_on_and_forgets_those_that_ended(store: Store) {
    let member = labeller(&store, "lena").await;
    for (token, seconds) in [(1, 100), (2, 5)] {
        let session = NewSession { token_hash: vec![token], user: member, created_at: NOW, expires_at: NOW.plus_seconds(seconds) };
        store.add_session(session).await.expect("begun");
    }
    let later = NOW.plus_seconds(10);
    store.touch_session(vec![1], later).await.expect("touched");
    let last_seen = async |token| store.session(&[token], NOW, NOW.plus_seconds(-1)).await.expect("read").map(|(_, seen)| seen);
    assert_eq!((last_seen(1).await, last_seen(2).await), (Some(later), None));
}
