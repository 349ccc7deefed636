//! Queries that ask the same are one, and lists of them are filtered, searched and paged.

use domain::member::Member;
use domain::operation::Action;
use domain::query::{NewQuery, QueryStatus, Style};
use domain::role::Role;
use store::{AddedQuery, QueryFilter, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id, keep, labeller, query};

on_both_databases! {
    a_query_that_asks_the_same_is_merged_and_found_by_both_ids,
    lists_are_filtered_searched_and_paged,
    a_filter_by_status_finds_a_query_by_what_its_reader_may_know,
    sources_are_listed_once,
    all_queries_are_read_a_batch_at_a_time,
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

async fn a_filter_by_status_finds_a_query_by_what_its_reader_may_know(store: Store) {
    use QueryStatus::{Flagged, Open, Started};
    let set = SetBuilder::new().queries(3).overlap(2).completed(0, "carla", 3, "So [1].").create(&store).await;
    let carla = labeller(&store, "carla").await;
    keep(&store, set.operation(carla, set.queries[0], Action::Flag { note: "Odd.".into() }, NOW)).await;
    store.lease_query(set.id, set.queries[1], carla, NOW).await.expect("an answer").expect("leased");
    let (omar, rosa) = (labeller(&store, "omar").await, labeller(&store, "rosa").await);
    let found = async |status, id, role| {
        let reader = Some(Member { id, name: String::new(), role });
        let filter = QueryFilter { status: Some(status), reader, ..QueryFilter::default() };
        store.queries(set.id, &filter).await.expect("list").total
    };
    for (id, role, counts) in [
        (omar, Role::Viewer, [1, 1, 1]),
        (omar, Role::Labeller, [1, 2, 0]),
        (carla, Role::Labeller, [1, 1, 1]),
        (rosa, Role::Reviewer, [1, 1, 1]),
    ] {
        let told = [found(Open, id, role).await, found(Started, id, role).await, found(Flagged, id, role).await];
        assert_eq!(told, counts, "{role:?}");
    }
    store.lease_query(set.id, set.queries[0], rosa, NOW).await.expect("an answer").expect("leased");
    assert_eq!([found(Started, rosa, Role::Reviewer).await, found(Flagged, rosa, Role::Reviewer).await], [2, 0]);
}

async fn sources_are_listed_once(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let from = |source: &str, n: usize| {
        let new = query(&format!("{source}{n}"), &format!("query {n} of {source}"));
        (id(), NewQuery { source: Some(source.into()), ..new })
    };
    store.add_queries(set.id, vec![from("log", 1), from("chat", 2), from("log", 3)], NOW).await.expect("added");
    assert_eq!(store.sources(set.id).await.expect("sources"), ["chat", "log"]);
}

async fn all_queries_are_read_a_batch_at_a_time(store: Store) {
    let set = SetBuilder::new().queries(3).create(&store).await;
    let first = store.queries_after(set.id, None, 2).await.expect("read");
    assert_eq!(first, [(set.queries[0], "query number 0".into()), (set.queries[1], "query number 1".into())]);
    let rest = store.queries_after(set.id, Some(set.queries[1]), 2).await.expect("read");
    assert_eq!(rest, [(set.queries[2], "query number 2".into())]);
}
