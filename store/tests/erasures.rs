//! Of a query that was erased nothing is left but its hash.

use domain::version::{Head, RootHash};
use store::{AddedVersion, Items, Store};

use crate::databases::on_both_databases;
use crate::seed::{SetBuilder, id};

on_both_databases! {
    a_query_that_was_erased_leaves_its_hash_and_the_root_hash_holds,
    what_the_linter_said_of_an_erased_query_is_erased_too,
}

async fn a_query_that_was_erased_leaves_its_hash_and_the_root_hash_holds(store: Store) {
    let set = SetBuilder::new().queries(2).completed(0, "lena", 3, "So [1].").completed(1, "lena", 3, "Thus [1].").create(&store).await;
    let head = set.freeze(&store).await;
    let history = async || store.history(set.id, set.queries[0], None, 0, 10).await.expect("history");
    assert_eq!(history().await.len(), 3);
    assert!(store.erase_query(set.id, set.queries[0]).await.expect("erased"));
    let version = store.version(set.id, 1).await.expect("read").expect("the version");
    let (_, items) = store.version_items(version.id, 0).await.expect("items");
    let mut root = RootHash::default();
    for item in &items {
        root.push(&item.hash);
    }
    assert_eq!(root.finish(&head), head.root_hash);
    assert_eq!((items[0].item.is_none(), store.erased(version.id).await.expect("count")), (true, 1));
    assert_eq!(store.query(set.id, set.queries[0]).await.expect("read"), None);
    assert!(history().await.is_empty());
    assert!(!store.erase_query(set.id, set.queries[0]).await.expect("nothing left"));
    assert_eq!(set.freeze(&store).await.counts.queries, 1);
}

async fn what_the_linter_said_of_an_erased_query_is_erased_too(store: Store) {
    let set =
        SetBuilder::new().queries(2).completed(0, "lena", 3, "It cites nothing.").completed(1, "lena", 3, "So [1].").create(&store).await;
    let frozen = set.freeze(&store).await;
    let about = |head: &Head| head.warnings.iter().filter(|warning| warning.query_id.as_deref() == Some("q0")).count();
    assert!(about(&frozen) > 0, "{frozen:?}");
    assert!(store.erase_query(set.id, set.queries[0]).await.expect("erased"));
    let version = store.version(set.id, 1).await.expect("read").expect("the version");
    assert!(about(&version.head) == 0 && version.head.is_same(&frozen), "{:?}", version.head);
    // The version that was exported before is still known.
    let items = || -> Items { Box::new(std::iter::empty()) };
    let added = store.add_version(set.id, Some(set.chunking), id(), frozen.clone(), items()).await;
    assert_eq!(added.expect("known"), AddedVersion::Known);
}
