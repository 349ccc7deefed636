//! Of a query that was erased nothing is left but its hash.

use domain::version::RootHash;
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::SetBuilder;

on_both_databases! {
    a_query_that_was_erased_leaves_its_hash_and_the_root_hash_holds,
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
    assert_eq!(root.finish(), head.root_hash);
    assert_eq!((items[0].item.is_none(), store.erased(version.id).await.expect("count")), (true, 1));
    assert_eq!(store.query(set.id, set.queries[0]).await.expect("read"), None);
    assert!(history().await.is_empty());
    assert!(!store.erase_query(set.id, set.queries[0]).await.expect("nothing left"));
    assert_eq!(set.freeze(&store).await.counts.queries, 1);
}
