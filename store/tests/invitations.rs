//! Members get in by invitation, once.

use domain::id::InvitationId;
use domain::role::Role;
use domain::timestamp::Timestamp;
use store::{Error, NewInvitation, NewUser, Rule, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id, labeller};

on_both_databases! {
    an_invitation_makes_one_member_of_its_role,
    an_invitation_to_a_set_makes_a_viewer_with_that_role_in_it,
    an_invitation_is_not_used_up_by_a_name_that_is_taken,
    an_invitation_that_ended_or_was_taken_back_lets_nobody_in,
    invitations_are_listed_until_they_are_used_or_end,
}

fn new_user(name: &str) -> NewUser {
    NewUser { id: id(), name: name.into(), password_hash: "hash".into(), role: Role::Viewer, created_at: NOW }
}

fn invitation(token: u8, role: Role, expires_at: Timestamp) -> NewInvitation {
    NewInvitation { id: id(), token_hash: vec![token], role, set: None, created_by: None, created_at: NOW, expires_at }
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
    store.add_invitation(invitation(1, Role::Viewer, SOON)).await.expect("kept");
    let to_set = NewInvitation { set: Some(set.id), created_by: Some(lena), ..invitation(2, Role::Labeller, SOON.plus_seconds(60)) };
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
