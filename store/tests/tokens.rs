//! A token is known by its hash.

use domain::token::{Scope, Token};
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id};

on_both_databases! {
    a_token_is_found_by_its_hash_and_revoked_once,
}

async fn a_token_is_found_by_its_hash_and_revoked_once(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let token = Token {
        id: id(),
        set: set.id,
        name: "ci".into(),
        scopes: vec![Scope::ExportRead, Scope::Evaluate],
        created_at: NOW,
        expires_at: NOW.plus_seconds(60),
        last_used_at: None,
        revoked_at: None,
    };
    store.add_token(token.clone(), vec![7; 32]).await.expect("kept");
    assert_eq!(store.token(&[7; 32], NOW).await.expect("read"), Some(token.clone()));
    assert_eq!(store.tokens(set.id).await.expect("tokens")[0].last_used_at, Some(NOW), "that it is used is written down");
    assert_eq!(store.token(&[8; 32], NOW).await.expect("read"), None);
    assert!(store.revoke_token(set.id, token.id, NOW).await.expect("revoked"));
    assert!(!store.revoke_token(set.id, token.id, NOW).await.expect("once"));
}
