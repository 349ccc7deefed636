//! A query is a labeller's until their lease ends, by the database's time.

use domain::assignment::{AssignmentStatus, LEASE_SECONDS};
use domain::operation::Action;
use domain::timestamp::Timestamp;
use store::Store;

use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller, member};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases_with_sql! {
    a_lease_that_ended_gives_the_query_to_another_and_a_late_grade_is_kept_and_flagged,
    what_was_given_by_hand_waits_for_its_labeller_when_their_lease_ends_and_what_comes_then_is_late,
    a_query_that_is_handed_back_late_is_handed_back_and_flagged,
    a_lease_is_renewed_by_who_works_and_ends_for_who_does_not,
    on_postgresql_a_servers_clock_ends_no_lease,
}

async fn next(store: &Store, set: &SeededSet, labeller: domain::id::UserId) -> Option<domain::id::QueryId> {
    store.next_query(set.id, labeller, vec![], NOW).await.expect("an answer")
}

async fn late(store: &Store, set: &SeededSet) -> Vec<bool> {
    store.history(set.id, set.queries[0], None, 0, 9).await.expect("history").iter().map(|entry| entry.late).collect()
}

async fn a_lease_that_ended_gives_the_query_to_another_and_a_late_grade_is_kept_and_flagged(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    let other = labeller(&store, "omar").await;
    next(&store, &set, set.labeller).await;
    sql.end_leases().await;
    assert_eq!(next(&store, &set, other).await, Some(set.queries[0]));
    assert_eq!(store.late_submits(set.id, 9).await.expect("read"), []);
    keep(&store, set.grade(0, 0, 2, 0)).await;
    assert_eq!(late(&store, &set).await, [true]);
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(late(&store, &set).await, [true, true], "her place is omar's now");
    let listed = store.late_submits(set.id, 9).await.expect("read");
    assert_eq!((listed[0].query, listed[0].labeller.as_str(), listed[0].operations), (set.queries[0], "lena", 2));
}

async fn what_was_given_by_hand_waits_for_its_labeller_when_their_lease_ends_and_what_comes_then_is_late(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    let (anna, other) = (member(&store, "anna").await, labeller(&store, "omar").await);
    set.assign(&store, anna, &[0]).await;
    assert_eq!(next(&store, &set, anna).await, Some(set.queries[0]));
    sql.end_leases().await;
    assert_eq!(next(&store, &set, other).await, None, "it is Anna's still");
    let status = store.assignments(set.id, set.queries[0]).await.expect("read")[0].status;
    assert_eq!(status, AssignmentStatus::Assigned);
    keep(&store, set.operation(anna, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(late(&store, &set).await, [true]);
}

async fn a_query_that_is_handed_back_late_is_handed_back_and_flagged(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    let other = labeller(&store, "omar").await;
    next(&store, &set, set.labeller).await;
    sql.end_leases().await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::HandBack { note: "no time".into() }, NOW)).await;
    assert_eq!(late(&store, &set).await, [true]);
    assert_eq!(next(&store, &set, other).await, Some(set.queries[0]));
}

async fn a_lease_is_renewed_by_who_works_and_ends_for_who_does_not(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    next(&store, &set, set.labeller).await;
    let ends = async || store.assignments(set.id, set.queries[0]).await.expect("read")[0].lease_ends.expect("a lease");
    let given = ends().await;
    keep(&store, set.grade(0, 0, 2, 0)).await;
    assert_eq!(ends().await, given, "it has more than half of its time");
    assert_eq!(sql.run("UPDATE assignments SET lease_ends = lease_ends - 1000000").await, 1);
    keep(&store, set.grade(0, 0, 3, 1)).await;
    assert!(ends().await >= given);
    assert_eq!(late(&store, &set).await, [false, false]);
}

/// Another server's clock may run ahead: it takes no query from its labeller.
async fn on_postgresql_a_servers_clock_ends_no_lease(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    let other = labeller(&store, "omar").await;
    next(&store, &set, set.labeller).await;
    let ahead = Timestamp(NOW.0).plus_seconds(LEASE_SECONDS + 1);
    let taken = store.next_query(set.id, other, vec![], ahead).await.expect("an answer");
    assert_eq!(taken.is_some(), matches!(sql, Sql::Sqlite(_)), "on SQLite the one process's clock is the database's");
}
