//! Queries that ask the same are one, and lists of them are filtered, searched and paged.

use domain::query::Style;
use store::{AddedQuery, QueryFilter, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id, query};

on_both_databases! {
    a_query_that_asks_the_same_is_merged_and_found_by_both_ids,
    lists_are_filtered_searched_and_paged,
}

async fn a_query_that_asks_the_same_is_merged_and_found_by_both_ids(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let new = vec![(id(), query("1", "How to undo?")), (id(), query("2", "how to  UNDO")), (id(), query("1", "something else"))];
    let added = store.add_queries(set.id, new, NOW).await.expect("added");
    assert_eq!(added, [AddedQuery::New, AddedQuery::Merged, AddedQuery::Differs]);
    let ids = store.query_ids(set.id, &["1".into(), "2".into(), "3".into()]).await.expect("ids");
    assert_eq!((ids.len(), ids["1"]), (2, ids["2"]));
    assert_eq!(store.query(set.id, ids["1"]).await.expect("read").expect("it").seen, 2);
    assert_eq!(store.query_by_text(set.id, "HOW TO UNDO").await.expect("read"), Some(ids["1"]));
}

async fn lists_are_filtered_searched_and_paged(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let new: Vec<_> = (0..120).map(|n| (id(), query(&format!("q{n}"), &format!("what is {n}% of it")))).collect();
    store.add_queries(set.id, new, NOW).await.expect("added");
    let list = async |filter: QueryFilter| store.queries(set.id, &filter).await.expect("list");
    let third = list(QueryFilter { page: 3, ..QueryFilter::default() }).await;
    assert_eq!((third.rows.len(), third.total, third.last()), (20, 120, 3));
    assert_eq!(list(QueryFilter { search: "IS 11%".into(), ..QueryFilter::default() }).await.total, 2);
    assert_eq!(list(QueryFilter { style: Some(Style::Question), ..QueryFilter::default() }).await.total, 120);
    assert_eq!(list(QueryFilter { style: Some(Style::Keyword), ..QueryFilter::default() }).await.total, 0);
    assert_eq!(list(QueryFilter { source: Some(String::new()), ..QueryFilter::default() }).await.total, 120);
}
