//! Fifty people label a thousand queries, each query twice, and every tenth time somebody leaves with a query and never comes back:
//! the overlap is met and never exceeded, and nothing that was acknowledged is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::id::UserId;
use domain::operation::Outcome;
use domain::query::QueryStatus;
use store::{ChangedBy, Error, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller, member};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases! {
    who_completed_most_of_a_set_finds_what_is_left,
}

on_both_databases_with_sql! {
    fifty_labellers_meet_the_overlap_of_a_thousand_queries_although_every_tenth_assignment_vanishes,
}

const LABELLERS: usize = 50;
const QUERIES: usize = 1000;
const OVERLAP: i32 = 2;
/// Who got so many queries leaves with the last of them.
const STAYS_FOR: usize = 10;

/// Everybody at work, and what they were told.
struct Work {
    set: SeededSet,
    sql: Sql,
    people: AtomicUsize,
    acknowledged: AtomicUsize,
    vanished: AtomicUsize,
}

impl Work {
    async fn newcomer(&self, store: &Store) -> UserId {
        member(store, &format!("labeller {}", self.people.fetch_add(1, Ordering::SeqCst))).await
    }

    /// Labels until the set is done. Who leaves is followed by somebody new.
    async fn label(&self, store: &Store) {
        let (mut person, mut taken) = (self.newcomer(store).await, 0);
        loop {
            let query = match store.next_query(self.set.id, person, vec![], NOW).await {
                Ok(Some(query)) => query,
                Ok(None) if self.is_done(store).await => return,
                Ok(None) | Err(Error::Busy) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            taken += 1;
            if taken == STAYS_FOR {
                store.set_disabled(ChangedBy::CommandLine, person, Some(NOW)).await.expect("gone");
                self.sql.end_leases_of(person).await;
                self.vanished.fetch_add(1, Ordering::SeqCst);
                (person, taken) = (self.newcomer(store).await, 0);
            } else {
                let outcome = store.record(self.set.operation(person, query, COMPLETE, NOW)).await.expect("kept");
                assert_eq!(outcome, Outcome::Saved { revision: 0 });
                self.acknowledged.fetch_add(1, Ordering::SeqCst);
            }
        }
    }

    async fn is_done(&self, store: &Store) -> bool {
        store.query_counts(self.set.id).await.expect("counts").of(QueryStatus::Completed) == i64::try_from(QUERIES).expect("a count")
    }
}

async fn fifty_labellers_meet_the_overlap_of_a_thousand_queries_although_every_tenth_assignment_vanishes(store: Store, sql: Sql) {
    let set = SetBuilder::new().queries(QUERIES).overlap(OVERLAP).create(&store).await;
    let second = sql.second_store().await.unwrap_or_else(|| store.clone());
    let work = Arc::new(Work { set, sql, people: 0.into(), acknowledged: 0.into(), vanished: 0.into() });
    let labelling: Vec<_> = (0..LABELLERS)
        .map(|n| {
            let (work, store) = (Arc::clone(&work), if n % 2 == 0 { store.clone() } else { second.clone() });
            tokio::spawn(async move { work.label(&store).await })
        })
        .collect();
    for labelling in labelling {
        labelling.await.expect("joined");
    }
    let mut completed = 0;
    for query in &work.set.queries {
        let assignments = store.assignments(work.set.id, *query).await.expect("read");
        let times = assignments.iter().filter(|known| known.status == domain::assignment::AssignmentStatus::Completed).count();
        assert_eq!(times, 2, "over- or under-assigned: {assignments:?}");
        completed += times;
    }
    assert_eq!(completed, work.acknowledged.load(Ordering::SeqCst), "nothing that was acknowledged is lost");
    let vanished = work.vanished.load(Ordering::SeqCst);
    assert!(vanished >= 150, "{vanished}");
}

async fn who_completed_most_of_a_set_finds_what_is_left(store: Store) {
    let set = SetBuilder::new().queries(60).overlap(2).create(&store).await;
    let omar = labeller(&store, "omar").await;
    for query in set.queries.iter().skip(1) {
        keep(&store, set.operation(omar, *query, COMPLETE, NOW)).await;
    }
    let next = store.next_query(set.id, omar, vec![], NOW).await.expect("an answer");
    assert_eq!(next, Some(set.queries[0]), "what is before the last one that he completed is found too");
}
