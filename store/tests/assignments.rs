//! A query goes to as many labellers as it needs, and comes back from those who left it.

mod common;

use common::{NOW, fixture, user};
use domain::assignment::LEASE_SECONDS;
use domain::operation::Action;
use domain::query::QueryStatus;
use store::{QueryFilter, Store};

on_both_databases! {
    async fn a_query_with_overlap_one_is_given_to_one_labeller(store: Store) {
        let f = fixture(&store, 2, 1, 1).await;
        let other = user(&store, "omar").await;
        assert_eq!(store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken"), Some(f.queries[0]));
        assert_eq!(store.take_next(f.set.id, other, vec![], NOW).await.expect("taken"), Some(f.queries[1]));
        assert_eq!(store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken"), Some(f.queries[0]), "still held");
        assert_eq!(store.take_next(f.set.id, f.labeller, vec![f.queries[0]], NOW).await.expect("taken"), None);
    }

    async fn a_hundred_labellers_at_once_never_get_the_same_query(store: Store) {
        let f = fixture(&store, 40, 1, 1).await;
        let mut labellers = Vec::new();
        for n in 0..40 {
            labellers.push(user(&store, &format!("labeller {n}")).await);
        }
        let taking: Vec<_> = labellers.into_iter().map(|labeller| { let (store, set) = (store.clone(), f.set.id); tokio::spawn(async move { store.take_next(set, labeller, vec![], NOW).await }) }).collect();
        let mut taken = Vec::new();
        for task in taking {
            taken.extend(task.await.expect("joined").expect("taken"));
        }
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), 40);
    }

    async fn a_lease_that_ended_gives_the_query_to_another_and_a_late_grade_is_kept_and_flagged(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let other = user(&store, "omar").await;
        store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken");
        let later = NOW.plus_seconds(LEASE_SECONDS + 1);
        assert_eq!(store.take_next(f.set.id, other, vec![], later).await.expect("taken"), Some(f.queries[0]));
        let mut late = f.grade(0, 0, 2, 0);
        late.at = later;
        store.record(late).await.expect("kept");
        assert!(store.history(f.set.id, f.queries[0], None, 0, 9).await.expect("history")[0].late);
    }

    async fn a_completed_query_is_not_given_out_again_and_can_be_reopened(store: Store) {
        let f = fixture(&store, 2, 1, 1).await;
        let first = store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken").expect("a query");
        store.record(f.operation(f.labeller, first, Action::Complete, NOW)).await.expect("kept");
        assert_eq!(store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken"), Some(f.queries[1]));
        assert_eq!(store.query(f.set.id, first).await.expect("read").expect("it").status, QueryStatus::Completed);
        assert_eq!(store.progress(f.set.id, f.labeller).await.expect("progress").completed, 1);
        store.record(f.operation(f.labeller, first, Action::Reopen, NOW)).await.expect("kept");
        assert_eq!(store.query(f.set.id, first).await.expect("read").expect("it").status, QueryStatus::Started);
    }

    async fn a_skipped_query_goes_to_another_and_not_back(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let other = user(&store, "omar").await;
        store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken");
        store.record(f.operation(f.labeller, f.queries[0], Action::Skip, NOW)).await.expect("kept");
        assert_eq!(store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("taken"), None);
        assert_eq!(store.take_next(f.set.id, other, vec![], NOW).await.expect("taken"), Some(f.queries[0]));
    }

    async fn with_overlap_two_a_query_is_completed_by_the_second_labeller(store: Store) {
        let f = fixture(&store, 1, 1, 2).await;
        let other = user(&store, "omar").await;
        for labeller in [f.labeller, other] {
            assert_eq!(store.take_next(f.set.id, labeller, vec![], NOW).await.expect("taken"), Some(f.queries[0]));
        }
        let status = async || store.query(f.set.id, f.queries[0]).await.expect("read").expect("it").status;
        store.record(f.operation(f.labeller, f.queries[0], Action::Complete, NOW)).await.expect("kept");
        assert_eq!(status().await, QueryStatus::Started);
        store.record(f.operation(other, f.queries[0], Action::Complete, NOW)).await.expect("kept");
        assert_eq!(status().await, QueryStatus::Completed);
    }

    async fn a_flag_shows_in_the_list_until_it_is_taken_back(store: Store) {
        let f = fixture(&store, 2, 1, 1).await;
        let flagged = QueryFilter { status: Some(QueryStatus::Flagged), ..QueryFilter::default() };
        let count = async || store.queries(f.set.id, &flagged).await.expect("list").total;
        store.record(f.operation(f.labeller, f.queries[0], Action::Flag { note: "odd".into() }, NOW)).await.expect("kept");
        assert_eq!(count().await, 1);
        store.record(f.operation(f.labeller, f.queries[0], Action::Flag { note: String::new() }, NOW)).await.expect("kept");
        assert_eq!(count().await, 0);
    }

    async fn going_back_leads_through_what_was_completed(store: Store) {
        let f = fixture(&store, 3, 1, 1).await;
        for (query, second) in f.queries.iter().zip(1..) {
            store.record(f.operation(f.labeller, *query, Action::Complete, NOW.plus_seconds(second))).await.expect("kept");
        }
        let back = async |from| store.previous(f.set.id, f.labeller, from).await.expect("read");
        assert_eq!(back(None).await, Some(f.queries[2]));
        assert_eq!(back(Some(f.queries[2])).await, Some(f.queries[1]));
        assert_eq!(back(Some(f.queries[0])).await, None);
    }
}
