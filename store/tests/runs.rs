//! What runs found is pooled, and what nobody judged of it goes to labelling.

use store::{ListRow, NewRun, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, chunk, id};

on_both_databases! {
    a_second_run_adds_to_the_pool_behind_what_is_there,
    what_nobody_judged_in_a_run_goes_to_labelling_and_what_was_said_stays,
    a_run_gives_its_lists_in_order,
    chunks_that_are_put_into_a_pool_keep_their_numbers,
    a_chunks_ranks_are_those_of_each_run_and_the_newest_list_of_a_query_is_that_of_the_newest_run_which_has_one,
}

async fn a_second_run_adds_to_the_pool_behind_what_is_there(store: Store) {
    let set = SetBuilder::new().chunks(3).create(&store).await;
    let extra: Vec<_> = (0..3).map(|n| (id(), chunk(&format!("x{n}"), "x"))).collect();
    let first_extra = extra[0].0;
    store.add_chunks(set.chunking, extra).await.expect("added");
    let run = NewRun { id: id(), set: set.id, chunking: set.chunking, retriever: "second".into(), commit: "c".into(), created_at: NOW };
    let run = store.ensure_run(run).await.expect("a run");
    let list = ListRow {
        query: set.queries[0],
        hits: vec![(first_extra, Some(2.0)), (set.chunks[0], Some(1.0))],
        latency_ms: Some(5.0),
        cost_usd: None,
    };
    assert_eq!(store.add_lists(run, 20, vec![list.clone()]).await.expect("added"), 1);
    assert_eq!(store.add_lists(run, 20, vec![list]).await.expect("added"), 0, "the same list twice");
    let numbers: Vec<_> = store.pool(set.queries[0]).await.expect("pool").iter().map(|p| (p.chunk.id, p.number)).collect();
    assert_eq!((numbers.len(), numbers[0], numbers[3]), (4, (set.chunks[0], 1), (first_extra, 4)));
    assert_eq!(store.runs(set.id).await.expect("runs")[0].hits, 2);
}

async fn what_nobody_judged_in_a_run_goes_to_labelling_and_what_was_said_stays(store: Store) {
    let set = SetBuilder::new().chunks(3).completed(0, "lena", 3, "So [1].").create(&store).await;
    let run = store.runs(set.id).await.expect("runs")[0].id;
    assert_eq!(store.reopen_for_holes(set.id, run, set.queries.clone(), 20).await.expect("sent"), (2, 1));
    let again = store.next_query(set.id, set.labeller, vec![], NOW).await.expect("read");
    assert_eq!(again, Some(set.queries[0]), "the query is given out again");
    assert_eq!(store.labels(set.queries[0], set.labeller).await.expect("labels").len(), 1);
    assert_eq!(store.pool(set.queries[0]).await.expect("a pool").len(), 3, "what was in the pool is not there twice");
}

async fn a_run_gives_its_lists_in_order(store: Store) {
    let set = SetBuilder::new().queries(2).chunks(2).create(&store).await;
    let run = store.runs(set.id).await.expect("runs")[0].id;
    let ranked = store.ranked_queries(run, None).await.expect("lists");
    assert_eq!(ranked.iter().map(|list| list.external_id.as_str()).collect::<Vec<_>>(), ["q0", "q1"]);
    assert_eq!(ranked[0].chunks, set.chunks);
    let rest = store.ranked_queries(run, Some(set.queries[0])).await.expect("lists");
    assert_eq!(rest.iter().map(|list| list.query).collect::<Vec<_>>(), [set.queries[1]]);
    let hits = store.named_hits(run, set.queries[0]).await.expect("hits");
    assert_eq!(hits, [("c0".to_owned(), Some(1.0)), ("c1".to_owned(), Some(1.0))]);
}

async fn a_chunks_ranks_are_those_of_each_run_and_the_newest_list_of_a_query_is_that_of_the_newest_run_which_has_one(store: Store) {
    let set = SetBuilder::new().queries(2).chunks(3).create(&store).await;
    let run = NewRun { id: id(), set: set.id, chunking: set.chunking, retriever: "newer".into(), commit: "c".into(), created_at: NOW };
    let run = store.ensure_run(run).await.expect("a run");
    let hits = vec![(set.chunks[2], None), (set.chunks[0], None)];
    store.add_lists(run, 20, vec![ListRow { query: set.queries[0], hits, latency_ms: None, cost_usd: None }]).await.expect("added");
    let ranks = async |query: usize, chunk: usize| {
        let ranks = store.ranks(set.id, set.queries[query], set.chunks[chunk]).await.expect("read");
        ranks.into_iter().map(|rank| (rank.retriever, rank.rank)).collect::<Vec<_>>()
    };
    assert_eq!(ranks(0, 2).await, [("newer".to_owned(), 1), ("r".to_owned(), 3)]);
    assert_eq!(ranks(0, 1).await, [("r".to_owned(), 2)]);
    let newest = async |query: usize| store.newest_list(set.id, set.queries[query]).await.expect("read").expect("a list");
    assert_eq!(newest(0).await.1, [set.chunks[2], set.chunks[0]]);
    let (run, list) = newest(1).await;
    assert_eq!((run.retriever.as_str(), list), ("r", set.chunks.clone()));
    assert!(store.newest_list(set.id, id()).await.expect("read").is_none());
}

async fn chunks_that_are_put_into_a_pool_keep_their_numbers(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let found = id();
    store.add_chunks(set.chunking, vec![(found, chunk("found", "found text"))]).await.expect("added");
    let numbers = store.pool_chunks(set.queries[0], vec![found, set.chunks[0]]).await.expect("numbers");
    assert_eq!(numbers, [2, 1]);
}
