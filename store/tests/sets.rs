//! Settings that two change are not overwritten.

use store::{Error, Rule, Store};

use crate::databases::on_both_databases;
use crate::seed::SetBuilder;

on_both_databases! {
    settings_that_somebody_changed_meanwhile_are_a_conflict,
}

async fn settings_that_somebody_changed_meanwhile_are_a_conflict(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let mut settings = set.golden_set.settings.clone();
    settings.overlap = 2;
    store.put_settings(set.id, set.golden_set.revision, settings.clone()).await.expect("changed");
    let second = store.put_settings(set.id, set.golden_set.revision, settings).await;
    assert!(matches!(second, Err(Error::Conflict(Rule::Revision))));
    assert_eq!(store.set_by_id(set.id).await.expect("read").expect("it").settings.overlap, 2);
}
