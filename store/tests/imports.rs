//! What comes in twice is kept once, and what contradicts is refused.

mod common;

use common::{NOW, chunk, fixture, id, query};
use domain::id::{JudgeId, QueryId};
use domain::label::Span;
use domain::query::Style;
use domain::scale::Grade;
use store::{AddedChunk, AddedQuery, Error, PrelabelRow, QueryFilter, Rule, Store};

on_both_databases! {
    async fn the_same_chunks_twice_change_nothing_and_another_text_under_a_known_id_is_refused(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let add = async |chunks: Vec<(&str, &str)>| {
            let new = chunks.into_iter().map(|(external, text)| (id(), chunk(external, text))).collect();
            store.add_chunks(f.chunking, new).await.expect("added")
        };
        assert_eq!(add(vec![("a", "1"), ("b", "2"), ("a", "1"), ("a", "9")]).await, [AddedChunk::New, AddedChunk::New, AddedChunk::Known, AddedChunk::Differs]);
        assert_eq!(add(vec![("a", "1"), ("b", "other"), ("c", "3")]).await, [AddedChunk::Known, AddedChunk::Differs, AddedChunk::New]);
        assert_eq!(store.chunking(f.chunking).await.expect("read").expect("it").chunks, 4);
    }

    async fn a_query_that_asks_the_same_is_merged_and_found_by_both_ids(store: Store) {
        let f = fixture(&store, 0, 0, 1).await;
        let new = vec![(id(), query("1", "How to undo?")), (id(), query("2", "how to  UNDO")), (id(), query("1", "something else"))];
        let added = store.add_queries(f.set.id, new, NOW).await.expect("added");
        assert_eq!(added, [AddedQuery::New, AddedQuery::Merged, AddedQuery::Differs]);
        let ids = store.query_ids(f.set.id, &["1".into(), "2".into(), "3".into()]).await.expect("ids");
        assert_eq!((ids.len(), ids["1"]), (2, ids["2"]));
        assert_eq!(store.query(f.set.id, ids["1"]).await.expect("read").expect("it").seen, 2);
        assert_eq!(store.query_by_text(f.set.id, "HOW TO UNDO").await.expect("read"), Some(ids["1"]));
    }

    async fn lists_are_filtered_searched_and_paged(store: Store) {
        let f = fixture(&store, 0, 0, 1).await;
        let new: Vec<(QueryId, _)> = (0..120).map(|n| (id(), query(&format!("q{n}"), &format!("what is {n}% of it")))).collect();
        store.add_queries(f.set.id, new, NOW).await.expect("added");
        let list = async |filter: QueryFilter| store.queries(f.set.id, &filter).await.expect("list");
        let third = list(QueryFilter { page: 3, ..QueryFilter::default() }).await;
        assert_eq!((third.rows.len(), third.total, third.last()), (20, 120, 3));
        assert_eq!(list(QueryFilter { search: "IS 11%".into(), ..QueryFilter::default() }).await.total, 2);
        assert_eq!(list(QueryFilter { style: Some(Style::Keyword), ..QueryFilter::default() }).await.total, 0);
        assert_eq!(list(QueryFilter { source: Some(String::new()), ..QueryFilter::default() }).await.total, 120);
    }

    async fn a_second_run_adds_to_the_pool_behind_what_is_there(store: Store) {
        let f = fixture(&store, 1, 3, 1).await;
        let extra: Vec<_> = (0..3).map(|n| (id(), chunk(&format!("x{n}"), "x"))).collect();
        let first_extra = extra[0].0;
        store.add_chunks(f.chunking, extra).await.expect("added");
        let run = store::NewRun { id: id(), set: f.set.id, chunking: f.chunking, retriever: "second".into(), commit: "c".into(), created_at: NOW };
        let run = store.ensure_run(run).await.expect("a run");
        let list = store::ListRow { query: f.queries[0], hits: vec![(first_extra, Some(2.0)), (f.chunks[0], Some(1.0))], latency_ms: Some(5.0), cost_usd: None };
        assert_eq!(store.add_lists(run, 20, vec![list.clone()]).await.expect("added"), 1);
        assert_eq!(store.add_lists(run, 20, vec![list]).await.expect("added"), 0, "the same list twice");
        let numbers: Vec<_> = store.pool(f.queries[0]).await.expect("pool").iter().map(|p| (p.chunk.id, p.number)).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[3]), (4, (f.chunks[0], 1), (first_extra, 4)));
        assert_eq!(store.runs(f.set.id).await.expect("runs")[0].hits, 2);
    }

    async fn a_newer_prompts_prelabel_is_shown_for_an_older_ones(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        for (version, grade) in [("1", 0), ("2", 3)] {
            let judge: JudgeId = store.ensure_judge(id(), f.set.id, "judge".into(), version.into()).await.expect("a judge");
            let row = PrelabelRow { query: f.queries[0], chunk: f.chunks[0], judge, grade: Grade(grade), rationale: "r".into(), evidence: vec![Span { start: 0, end: 2 }] };
            assert_eq!(store.add_prelabels(vec![row.clone(), row]).await.expect("added"), [true, false]);
        }
        let shown = store.prelabels(f.queries[0]).await.expect("pre-labels");
        assert_eq!((shown.len(), shown[0].grade), (1, Grade(3)));
    }

    async fn settings_that_somebody_changed_meanwhile_are_a_conflict(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let mut settings = f.set.settings.clone();
        settings.overlap = 2;
        store.put_settings(f.set.id, f.set.revision, settings.clone()).await.expect("changed");
        let second = store.put_settings(f.set.id, f.set.revision, settings).await;
        assert!(matches!(second, Err(Error::Conflict(Rule::Revision))));
        assert_eq!(store.set_of(f.set.id).await.expect("read").expect("it").settings.overlap, 2);
    }
}
