//! Members get in by invitation, once.

use domain::id::InvitationId;
use domain::role::Role;
use domain::timestamp::Timestamp;
use store::{ChangedBy, Error, Inviter, NewInvitation, NewUser, Rule, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id, labeller};

on_both_databases! {
    an_invitation_makes_one_member_of_its_role,
    an_invitation_to_a_set_makes_a_viewer_with_that_role_in_it,
    an_invitation_is_not_used_up_by_a_name_that_is_taken,
    an_invitation_that_ended_or_was_taken_back_lets_nobody_in,
    invitations_are_listed_until_they_are_used_or_end,
    an_invitation_works_as_long_as_who_made_it_is_an_admin,
    the_links_of_a_first_start_work_until_an_admin_can_sign_in,
    of_links_of_first_starts_that_are_used_at_once_one_works,
    a_link_that_many_use_at_once_lets_one_in,
}

fn new_user(name: &str) -> NewUser {
    NewUser { id: id(), name: name.into(), password_hash: "hash".into(), role: Role::Viewer, created_at: NOW }
}

fn invitation(token: u8, role: Role, expires_at: Timestamp) -> NewInvitation {
    NewInvitation { id: id(), token_hash: vec![token], role, set: None, created_by: Inviter::CommandLine, created_at: NOW, expires_at }
}

const SOON: Timestamp = NOW.plus_seconds(60);

async fn role(store: &Store, name: &str) -> Role {
    store.user_named(name).await.expect("read").expect("the user").role
}

async fn an_invitation_makes_one_member_of_its_role(store: Store) {
    store.add_invitation(invitation(1, Role::Reviewer, SOON)).await.expect("kept");
    assert!(store.is_invited(&[1], NOW).await.expect("read"));
    assert!(store.accept_invitation(vec![1], new_user("rosa")).await.expect("used"));
    assert!(!store.accept_invitation(vec![1], new_user("rita")).await.expect("used"));
    assert_eq!(role(&store, "rosa").await, Role::Reviewer);
    assert_eq!(store.user_named("rita").await.expect("read"), None);
}

async fn an_invitation_to_a_set_makes_a_viewer_with_that_role_in_it(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let other = SetBuilder::new().named("other").create(&store).await;
    let invitation = NewInvitation { set: Some(set.id), ..invitation(1, Role::Admin, SOON) };
    store.add_invitation(invitation).await.expect("kept");
    let rosa = new_user("rosa");
    let id = rosa.id;
    assert!(store.accept_invitation(vec![1], rosa).await.expect("used"));
    assert_eq!(role(&store, "rosa").await, Role::Viewer);
    assert_eq!(store.given_role(set.id, id).await.expect("read"), Some(Role::Admin));
    assert_eq!(store.given_role(other.id, id).await.expect("read"), None);
}

async fn an_invitation_is_not_used_up_by_a_name_that_is_taken(store: Store) {
    store.add_user(new_user("rosa")).await.expect("a user");
    store.add_invitation(invitation(1, Role::Viewer, SOON)).await.expect("kept");
    let taken = store.accept_invitation(vec![1], new_user("rosa")).await;
    assert!(matches!(taken, Err(Error::Conflict(Rule::UserNameOnce))));
    assert!(store.is_invited(&[1], NOW).await.expect("read"));
}

async fn an_invitation_that_ended_or_was_taken_back_lets_nobody_in(store: Store) {
    store.add_invitation(invitation(1, Role::Viewer, NOW)).await.expect("kept");
    let back = invitation(2, Role::Viewer, SOON);
    let revoked = back.id;
    store.add_invitation(back).await.expect("kept");
    assert!(store.revoke_invitation(revoked, NOW).await.expect("taken back"));
    assert!(!store.revoke_invitation(revoked, NOW).await.expect("once"));
    assert!(!store.revoke_invitation(id::<InvitationId>(), NOW).await.expect("no such"));
    for token in [1, 2] {
        assert!(!store.is_invited(&[token], NOW).await.expect("read"));
        assert!(!store.accept_invitation(vec![token], new_user("rosa")).await.expect("used"));
    }
}

async fn invitations_are_listed_until_they_are_used_or_end(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let lena = labeller(&store, "lena").await;
    assert!(store.set_role(ChangedBy::CommandLine, lena, Role::Admin).await.expect("changed"));
    store.add_invitation(invitation(1, Role::Viewer, SOON)).await.expect("kept");
    let to_set =
        NewInvitation { set: Some(set.id), created_by: Inviter::Member(lena), ..invitation(2, Role::Labeller, SOON.plus_seconds(60)) };
    store.add_invitation(to_set).await.expect("kept");
    let listed = async |now| {
        let invitations = store.invitations(now).await.expect("read");
        let told = invitations.into_iter().map(|of| (of.role, of.set.map(String::from), of.created_by));
        told.collect::<Vec<_>>()
    };
    let (to_all, to_set) = ((Role::Viewer, None, None), (Role::Labeller, Some("a-set".into()), Some("lena".into())));
    assert_eq!(listed(NOW).await, [to_set.clone(), to_all.clone()], "the newest first");
    assert_eq!(listed(SOON).await, [to_set]);
    assert!(store.accept_invitation(vec![2], new_user("rosa")).await.expect("used"));
    assert_eq!(listed(NOW).await, [to_all]);
}

async fn an_invitation_works_as_long_as_who_made_it_is_an_admin(store: Store) {
    store.add_user(NewUser { role: Role::Admin, ..new_user("ada") }).await.expect("an admin");
    let mallory = new_user("mallory").id;
    store.add_user(NewUser { id: mallory, role: Role::Admin, ..new_user("mallory") }).await.expect("another");
    let made = NewInvitation { created_by: Inviter::Member(mallory), ..invitation(1, Role::Admin, SOON) };
    store.add_invitation(made).await.expect("kept");
    let works = async || {
        let listed = store.invitations(NOW).await.expect("read").len() == 1;
        assert_eq!(store.is_invited(&[1], NOW).await.expect("read"), listed);
        listed
    };
    assert!(works().await);
    assert!(store.set_disabled(ChangedBy::CommandLine, mallory, Some(NOW)).await.expect("shut out"));
    assert!(!works().await);
    assert!(!store.accept_invitation(vec![1], new_user("moe")).await.expect("asked"));
    assert!(store.set_disabled(ChangedBy::CommandLine, mallory, None).await.expect("let in again"));
    assert!(store.set_role(ChangedBy::CommandLine, mallory, Role::Reviewer).await.expect("changed"));
    assert!(!works().await);
    assert!(!store.accept_invitation(vec![1], new_user("moe")).await.expect("asked"));
    assert_eq!(store.user_named("moe").await.expect("read"), None);
}

async fn the_links_of_a_first_start_work_until_an_admin_can_sign_in(store: Store) {
    for token in [1, 2] {
        let printed = NewInvitation { created_by: Inviter::FirstStart, ..invitation(token, Role::Admin, SOON) };
        store.add_invitation(printed).await.expect("kept");
    }
    store.add_invitation(invitation(3, Role::Admin, SOON)).await.expect("kept");
    labeller(&store, "lena").await;
    assert!(store.is_invited(&[2], NOW).await.expect("read"), "she cannot sign in, and is no admin");
    assert!(store.accept_invitation(vec![1], new_user("ada")).await.expect("used"));
    assert!(!store.is_invited(&[2], NOW).await.expect("read"));
    assert!(!store.accept_invitation(vec![2], new_user("moe")).await.expect("asked"));
    assert!(store.accept_invitation(vec![3], new_user("amy")).await.expect("used"), "the command line's is another matter");
}

/// How many get in who use links at the same moment.
async fn let_in(store: &Store, tokens: impl Iterator<Item = u8>) -> usize {
    let uses = tokens.enumerate().map(|(at, token)| store.accept_invitation(vec![token], new_user(&format!("user {at}"))));
    let accepted = futures_util::future::join_all(uses).await;
    accepted.into_iter().filter(|used| *used.as_ref().expect("answered")).count()
}

async fn of_links_of_first_starts_that_are_used_at_once_one_works(store: Store) {
    for token in 0..8 {
        let printed = NewInvitation { created_by: Inviter::FirstStart, ..invitation(token, Role::Admin, SOON) };
        store.add_invitation(printed).await.expect("kept");
    }
    assert_eq!(let_in(&store, 0..8).await, 1);
}

async fn a_link_that_many_use_at_once_lets_one_in(store: Store) {
    store.add_invitation(invitation(1, Role::Labeller, SOON)).await.expect("kept");
    assert_eq!(let_in(&store, [1; 8].into_iter()).await, 1);
}
