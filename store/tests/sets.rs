//! Settings that two change are not overwritten.

use domain::overlap::Overlap;
use domain::query::QueryStatus;
use store::{Error, Rule, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id, query};

on_both_databases! {
    settings_that_somebody_changed_meanwhile_are_a_conflict,
    sets_are_listed_with_how_far_they_are,
    how_many_queries_stand_where_is_counted,
}

async fn settings_that_somebody_changed_meanwhile_are_a_conflict(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let mut settings = set.golden_set.settings.clone();
    settings.overlap = Overlap::exactly(2);
    store.put_settings(set.id, set.golden_set.revision, settings.clone()).await.expect("changed");
    let second = store.put_settings(set.id, set.golden_set.revision, settings).await;
    assert!(matches!(second, Err(Error::Conflict(Rule::Revision))));
    assert_eq!(store.set_by_id(set.id).await.expect("read").expect("it").settings.overlap, Overlap::exactly(2));
}

async fn sets_are_listed_with_how_far_they_are(store: Store) {
    SetBuilder::new().named("first").queries(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    let lena = SetBuilder::new().named("second").create(&store).await.labeller;
    let sets = store.sets(lena).await.expect("sets");
    let listed: Vec<_> = sets.iter().map(|set| (set.name.as_str(), set.title.as_str(), set.queries, set.waiting)).collect();
    assert_eq!(listed, [("second", "A set", 1, 1), ("first", "A set", 2, 1)]);
}

async fn how_many_queries_stand_where_is_counted(store: Store) {
    let set = SetBuilder::new().queries(3).completed(0, "lena", 3, "So [1].").create(&store).await;
    let counts = store.query_counts(set.id).await.expect("counts");
    assert_eq!(counts, [(QueryStatus::Completed, 1), (QueryStatus::Open, 2)].into_iter().collect());
    assert_eq!(store.queries_without_pool(set.id).await.expect("a count"), 0);
    store.add_queries(set.id, vec![(id(), query("bare", "has no pool"))], NOW).await.expect("added");
    assert_eq!(store.queries_without_pool(set.id).await.expect("a count"), 1);
}
