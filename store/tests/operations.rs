//! What labellers do is kept once, in order, and never lost.

mod common;

use common::{NOW, fixture, user};
use domain::operation::{Action, Current, Outcome};
use domain::query::Answerable;
use domain::scale::{Grade, Judgement};
use store::Store;

on_both_databases! {
    async fn the_same_operation_ten_times_at_once_is_one_label_and_ten_equal_answers(store: Store) {
        let f = fixture(&store, 1, 2, 1).await;
        let operation = f.grade(0, 0, 3, 0);
        let sent: Vec<_> = (0..10).map(|_| { let (store, operation) = (store.clone(), operation.clone()); tokio::spawn(async move { store.record(operation).await }) }).collect();
        for answer in sent {
            assert_eq!(answer.await.expect("joined").expect("kept"), Outcome::Saved { revision: 1 });
        }
        assert_eq!(store.labels(f.queries[0], f.labeller).await.expect("labels").len(), 1);
        assert_eq!(store.count_operations(f.set.id, f.labeller).await.expect("count"), 1);
    }

    async fn undo_is_a_new_entry_and_the_history_keeps_both(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        store.record(f.grade(0, 0, 3, 0)).await.expect("kept");
        let undo = Action::Judge { chunk: f.chunks[0], judgement: None, evidence: vec![], note: String::new(), prelabel_visible: false, base: 1 };
        let outcome = store.record(f.operation(f.labeller, f.queries[0], undo, NOW)).await.expect("kept");
        assert_eq!(outcome, Outcome::Saved { revision: 2 });
        assert_eq!(store.labels(f.queries[0], f.labeller).await.expect("labels")[0].judgement, None);
        assert_eq!(store.history(f.set.id, f.queries[0], None, 0, 10).await.expect("history").len(), 2);
    }

    async fn a_second_tab_with_an_older_view_gets_what_is_stored_and_changes_nothing(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        store.record(f.grade(0, 0, 3, 0)).await.expect("kept");
        let Outcome::Conflict { current: Current::Label(label) } = store.record(f.grade(0, 0, 1, 0)).await.expect("answered") else {
            panic!("a conflict was expected");
        };
        assert_eq!((label.judgement, label.revision), (Some(Judgement::Grade(Grade(3))), 1));
        assert_eq!(store.count_operations(f.set.id, f.labeller).await.expect("count"), 1);
    }

    async fn two_labellers_never_overwrite_one_another(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let other = user(&store, "omar").await;
        store.record(f.grade(0, 0, 3, 0)).await.expect("kept");
        let mut second = f.grade(0, 0, 0, 0);
        second.actor = other;
        assert_eq!(store.record(second).await.expect("kept"), Outcome::Saved { revision: 1 });
        assert_eq!(store.labels(f.queries[0], f.labeller).await.expect("labels")[0].judgement, Some(Judgement::Grade(Grade(3))));
    }

    async fn a_chunk_outside_the_pool_is_refused_in_words(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let mut operation = f.grade(0, 0, 3, 0);
        if let Action::Judge { chunk, .. } = &mut operation.operation.action {
            *chunk = common::id();
        }
        assert!(matches!(store.record(operation).await.expect("answered"), Outcome::Refused { .. }));
        assert_eq!(store.count_operations(f.set.id, f.labeller).await.expect("count"), 0);
    }

    async fn a_query_of_another_set_is_refused(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let mut operation = f.grade(0, 0, 3, 0);
        operation.set = common::id();
        assert!(matches!(store.record(operation).await.expect("answered"), Outcome::Refused { .. }));
    }

    async fn an_answer_cites_the_chunks_whose_numbers_it_names(store: Store) {
        let f = fixture(&store, 1, 3, 1).await;
        let action = Action::Answer { text: "so [2] and [3]".into(), answerable: Answerable::Yes, base: 0 };
        store.record(f.operation(f.labeller, f.queries[0], action, NOW)).await.expect("kept");
        let answer = store.answer(f.queries[0], f.labeller).await.expect("read").expect("an answer");
        assert_eq!(answer.citations, [f.chunks[1], f.chunks[2]]);
    }

    async fn a_draft_that_arrives_late_does_not_replace_a_later_one(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        for (text, sequence) in [("second", 2), ("first", 1)] {
            store.put_draft(f.queries[0], f.labeller, text.into(), sequence, 0).await.expect("kept");
        }
        assert_eq!(store.draft(f.queries[0], f.labeller, 0).await.expect("read").as_deref(), Some("second"));
        assert_eq!(store.draft(f.queries[0], f.labeller, 1).await.expect("read"), None);
    }

    async fn a_chunk_that_was_found_by_search_comes_after_the_others_and_only_once(store: Store) {
        let f = fixture(&store, 1, 2, 1).await;
        let found: domain::id::ChunkId = common::id();
        store.add_chunks(f.chunking, vec![(found, common::chunk("found", "found text"))]).await.expect("added");
        for _ in 0..2 {
            let outcome = store.record(f.operation(f.labeller, f.queries[0], Action::AddToPool { chunk: found }, NOW)).await.expect("kept");
            assert_eq!(outcome, Outcome::Saved { revision: 3 });
        }
        let pool = store.pool(f.queries[0]).await.expect("pool");
        assert_eq!(pool.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3]);
    }
}
