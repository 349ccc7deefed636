//! A set gives its members roles of their own.

use domain::role::Role;
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{SetBuilder, id, labeller};

on_both_databases! {
    a_set_gives_a_user_a_role_and_takes_it_back,
    a_role_is_of_one_set_and_of_one_user,
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
    for role in [Some(Role::Reviewer), Some(Role::Viewer), None, None] {
        assert!(store.give_role(set.id, set.labeller, role).await.expect("given"));
        assert_eq!(given().await, role);
    }
    assert!(!store.give_role(set.id, id(), Some(Role::Viewer)).await.expect("asked"), "there is no such user");
    assert_eq!(store.set_for("no-set", set.labeller).await.expect("read"), None);
}

async fn a_role_is_of_one_set_and_of_one_user(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let other = SetBuilder::new().named("other").create(&store).await;
    let omar = labeller(&store, "omar").await;
    assert!(store.give_role(set.id, omar, Some(Role::Admin)).await.expect("given"));
    assert_eq!(store.given_role(other.id, omar).await.expect("read"), None);
    assert_eq!(store.given_role(set.id, set.labeller).await.expect("read"), None);
}
