//! Members, their roles and their sessions.

use domain::id::UserId;
use domain::page::PAGE_SIZE;
use domain::role::Role;
use domain::user::User;
use store::{ChangedBy, Error, GaveRole, NewSession, NewUser, Rule, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id, labeller};

async fn user(store: &Store, name: &str) -> User {
    store.user_named(name).await.expect("read").expect("the user")
}

fn new_user(name: &str) -> NewUser {
    NewUser { id: id(), name: name.into(), password_hash: "hash".into(), role: Role::Viewer, created_at: NOW }
}

on_both_databases! {
    a_session_ends_by_time_by_idleness_by_sign_out_and_when_its_member_is_shut_out,
    members_are_listed_by_name_with_their_roles,
    members_come_in_pages,
    a_session_that_is_used_lives_on_and_forgets_those_that_ended,
    a_member_is_seen_when_a_session_is_used_and_after_it_has_ended,
    the_last_admin_who_can_sign_in_stays_one,
    two_admins_who_take_each_others_role_at_once_do_not_both_lose_it,
    of_two_admins_of_a_set_who_take_each_others_role_at_once_one_does,
    who_lost_their_role_meanwhile_changes_nobody,
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
    assert!(store.set_disabled(ChangedBy::CommandLine, member, Some(NOW)).await.expect("shut out"));
    assert!(!there(NOW, NOW.plus_seconds(-10)).await);
}

async fn members_are_listed_by_name_with_their_roles(store: Store) {
    for name in ["vera", "adam"] {
        store.add_user(new_user(name)).await.expect("a user");
    }
    let adam = user(&store, "adam").await.id;
    assert!(store.set_role(ChangedBy::CommandLine, adam, Role::Admin).await.expect("changed"));
    let vera = user(&store, "vera").await.id;
    for name in ["b-set", "a-set"] {
        let set = SetBuilder::new().named(name).queries(0).create(&store).await;
        assert_eq!(store.give_role(ChangedBy::CommandLine, set.id, vera, Some(Role::Labeller)).await.expect("given"), GaveRole::Given);
    }
    let listed = store.users(1).await.expect("users");
    let of = |name: &str| listed.rows.iter().find(|listed| listed.user.name == name).expect("listed").clone();
    assert!(listed.rows.is_sorted_by_key(|listed| listed.user.name.clone()));
    assert_eq!((of("adam").user.role, of("adam").roles), (Role::Admin, vec![]));
    let in_sets: Vec<_> = of("vera").roles.into_iter().map(|role| (role.set.to_string(), role.role)).collect();
    assert_eq!(in_sets, [("a-set".to_owned(), Role::Labeller), ("b-set".to_owned(), Role::Labeller)]);
    assert_eq!(store.count_users().await.expect("a count"), 3, "and Lena");
}

async fn members_come_in_pages(store: Store) {
    for n in 0..=PAGE_SIZE {
        store.add_user(new_user(&format!("member {n:03}"))).await.expect("a user");
    }
    let (first, second) = (store.users(1).await.expect("a page"), store.users(2).await.expect("a page"));
    assert_eq!((first.rows.len(), first.total, first.last()), (50, 51, 2));
    assert_eq!(second.rows.iter().map(|listed| listed.user.name.as_str()).collect::<Vec<_>>(), ["member 050"]);
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

async fn a_member_is_seen_when_a_session_is_used_and_after_it_has_ended(store: Store) {
    let member = labeller(&store, "lena").await;
    let last_seen = async || user(&store, "lena").await.last_seen;
    assert_eq!(last_seen().await, None);
    let session = NewSession { token_hash: vec![1], user: member, created_at: NOW, expires_at: NOW.plus_seconds(1000) };
    store.add_session(session).await.expect("begun");
    assert_eq!(last_seen().await, Some(NOW));
    let later = NOW.plus_seconds(100);
    store.touch_session(vec![1], later).await.expect("touched");
    store.end_session(vec![1]).await.expect("ended");
    assert_eq!(last_seen().await, Some(later), "signing out does not lose it");
}

/// Two admins who can sign in, and one who cannot.
async fn two_admins(store: &Store) -> [UserId; 2] {
    let admin = |name: &str| NewUser { role: Role::Admin, ..new_user(name) };
    store.add_user(NewUser { password_hash: String::new(), ..admin("from a file") }).await.expect("a user");
    let (ada, zoe) = (admin("ada"), admin("zoe"));
    let ids = [ada.id, zoe.id];
    for user in [ada, zoe] {
        store.add_user(user).await.expect("a user");
    }
    ids
}

const fn admin(id: UserId) -> ChangedBy {
    ChangedBy::Member { id, role: Role::Admin }
}

async fn the_last_admin_who_can_sign_in_stays_one(store: Store) {
    let [ada, zoe] = two_admins(&store).await;
    assert!(store.set_disabled(ChangedBy::CommandLine, zoe, Some(NOW)).await.expect("shut out"));
    let refused = |done: store::Result<bool>| assert!(matches!(done, Err(Error::Conflict(Rule::LastAdmin))), "{done:?}");
    refused(store.set_role(ChangedBy::CommandLine, ada, Role::Reviewer).await);
    refused(store.set_disabled(ChangedBy::CommandLine, ada, Some(NOW)).await);
    assert!(store.set_role(ChangedBy::CommandLine, ada, Role::Admin).await.expect("nothing changes"));
    assert!(store.set_disabled(ChangedBy::CommandLine, zoe, None).await.expect("let in"));
    assert!(store.set_role(ChangedBy::CommandLine, ada, Role::Reviewer).await.expect("another is left"));
}

async fn two_admins_who_take_each_others_role_at_once_do_not_both_lose_it(store: Store) {
    let [ada, zoe] = two_admins(&store).await;
    for round in 0..10 {
        let (by_zoe, by_ada) = (admin(zoe), admin(ada));
        let (a, b) = tokio::join!(store.set_role(by_zoe, ada, Role::Viewer), store.set_disabled(by_ada, zoe, Some(NOW)));
        assert_eq!([a.is_ok(), b.is_ok()].into_iter().filter(|done| *done).count(), 1, "round {round}: {a:?} {b:?}");
        assert!(store.set_disabled(ChangedBy::CommandLine, zoe, None).await.expect("let in"));
        assert!(store.set_role(ChangedBy::CommandLine, ada, Role::Admin).await.expect("an admin"));
    }
}

async fn of_two_admins_of_a_set_who_take_each_others_role_at_once_one_does(store: Store) {
    let set = SetBuilder::new().queries(0).create(&store).await;
    let (ada, zoe) = (labeller(&store, "ada").await, labeller(&store, "zoe").await);
    for round in 0..10 {
        for user in [ada, zoe] {
            store.give_role(ChangedBy::CommandLine, set.id, user, Some(Role::Admin)).await.expect("given");
        }
        let viewer = Some(Role::Viewer);
        let (a, b) = tokio::join!(store.give_role(admin(ada), set.id, zoe, viewer), store.give_role(admin(zoe), set.id, ada, viewer));
        let (done, refused) = if a.is_ok() { (a, b) } else { (b, a) };
        assert_eq!(done.expect("one of them does"), GaveRole::Given);
        assert!(matches!(refused, Err(Error::Conflict(Rule::RoleChanged))), "round {round}: {refused:?}");
    }
}

async fn who_lost_their_role_meanwhile_changes_nobody(store: Store) {
    let [ada, zoe] = two_admins(&store).await;
    let set = SetBuilder::new().queries(0).create(&store).await;
    store.set_disabled(ChangedBy::CommandLine, zoe, Some(NOW)).await.expect("shut out");
    let moe = labeller(&store, "moe").await;
    let refused = |why: Error| assert!(matches!(why, Error::Conflict(Rule::RoleChanged)), "{why:?}");
    refused(store.set_role(admin(zoe), moe, Role::Admin).await.expect_err("shut out"));
    refused(store.set_disabled(admin(zoe), ada, Some(NOW)).await.expect_err("shut out"));
    refused(store.give_role(admin(zoe), set.id, moe, Some(Role::Admin)).await.expect_err("shut out"));
    refused(store.set_role(admin(moe), ada, Role::Viewer).await.expect_err("never an admin"));
    assert!(store.set_role(admin(ada), moe, Role::Reviewer).await.expect("an admin still"));
}
