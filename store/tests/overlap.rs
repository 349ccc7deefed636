//! Every query needs as many labellers as the set's overlap says of it.

use domain::golden_set::Settings;
use domain::overlap::Overlap;
use domain::query::{QueryStatus, Style};
use store::{ChangedBy, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller, member};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases! {
    one_person_alone_finishes_a_set_with_a_share,
    the_share_is_for_what_nobody_has_begun_when_a_second_person_can_label,
    a_style_has_an_overlap_of_its_own,
    other_settings_leave_what_queries_need,
}

on_both_databases_with_sql! {
    what_was_half_done_is_finished_by_who_comes_next,
    what_was_half_done_is_finished_before_a_freeze,
}

async fn put(store: &Store, set: &SeededSet, overlap: Overlap) {
    let before = store.set_by_id(set.id).await.expect("read").expect("the set");
    store.put_settings(set.id, before.revision, Settings { overlap, ..before.settings }).await.expect("changed");
}

/// How many labellers get each query when many ask.
async fn places(store: &Store, set: &SeededSet) -> Vec<usize> {
    let mut given = vec![0; set.queries.len()];
    for n in 0..4 {
        let asking = labeller(store, &format!("asking {n}")).await;
        let mut in_hand = Vec::new();
        while let Some(query) = store.next_query(set.id, asking, in_hand.clone(), NOW).await.expect("an answer") {
            in_hand.push(query);
            given[set.queries.iter().position(|known| *known == query).expect("of the set")] += 1;
        }
    }
    given
}

fn needed(set: &SeededSet, overlap: &Overlap) -> Vec<usize> {
    let needed = |query| usize::try_from(overlap.needed(query, Style::Keyword)).expect("a number");
    set.queries.iter().map(|query| needed(*query)).collect()
}

fn half() -> Overlap {
    Overlap { share: 50, ..Overlap::usual() }
}

async fn one_person_alone_finishes_a_set_with_a_share(store: Store) {
    let set = SetBuilder::new().queries(8).create(&store).await;
    put(&store, &set, half()).await;
    let ada = member(&store, "ada").await;
    for query in &set.queries {
        keep(&store, set.operation(ada, *query, COMPLETE, NOW)).await;
    }
    assert_eq!(store.query_counts(set.id).await.expect("counts").of(QueryStatus::Completed), 8);
    assert!(!store.several_can_label(set.id).await.expect("read"), "Lena gave labels and cannot sign in");
}

async fn the_share_is_for_what_nobody_has_begun_when_a_second_person_can_label(store: Store) {
    let set = SetBuilder::new().queries(30).create(&store).await;
    put(&store, &set, half()).await;
    let ada = member(&store, "ada").await;
    for query in &set.queries[..10] {
        keep(&store, set.operation(ada, *query, COMPLETE, NOW)).await;
    }
    let bo = member(&store, "bo").await;
    assert!(store.several_can_label(set.id).await.expect("read"));
    assert_eq!(store.query_counts(set.id).await.expect("counts").of(QueryStatus::Completed), 10, "what was done is done");
    let mut expected = needed(&set, &half());
    assert!(expected[10..].contains(&2), "{expected:?}");
    expected[..10].fill(0);
    store.set_role(ChangedBy::CommandLine, bo, domain::role::Role::Viewer).await.expect("changed");
    let alone = SetBuilder::new().named("alone").queries(10).create(&store).await;
    put(&store, &alone, half()).await;
    assert_eq!(places(&store, &alone).await, [1; 10], "one alone again");
    store.set_role(ChangedBy::CommandLine, bo, domain::role::Role::Labeller).await.expect("changed");
    assert_eq!(places(&store, &set).await, expected);
}

async fn a_style_has_an_overlap_of_its_own(store: Store) {
    let set = SetBuilder::new().queries(4).create(&store).await;
    let style = store.query(set.id, set.queries[0]).await.expect("read").expect("it").style;
    let other = Style::ALL.into_iter().find(|known| *known != style).expect("another style");
    put(&store, &set, Overlap { by_style: [(style, 3), (other, 2)].into(), ..Overlap::exactly(1) }).await;
    assert_eq!(places(&store, &set).await, [3; 4]);
}

async fn other_settings_leave_what_queries_need(store: Store) {
    let set = SetBuilder::new().queries(4).create(&store).await;
    member(&store, "ada").await;
    put(&store, &set, half()).await;
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    member(&store, "bo").await;
    let before = store.set_by_id(set.id).await.expect("read").expect("the set");
    let settings = Settings { title: "Another".into(), ..before.settings };
    store.put_settings(set.id, before.revision, settings).await.expect("changed");
    assert_eq!(store.query_counts(set.id).await.expect("counts").of(QueryStatus::Completed), 1);
}

/// A server stopped when the first of the set's queries followed its new settings.
async fn half_done(store: &Store, sql: &Sql) -> SeededSet {
    let set = SetBuilder::new().queries(6).completed(5, "lena", 3, "So [1].").create(store).await;
    put(store, &set, Overlap::exactly(2)).await;
    sql.run("UPDATE queries SET overlap = 1, free_places = 1 WHERE external_id IN ('q1', 'q2', 'q3', 'q4')").await;
    sql.run("UPDATE queries SET overlap = 1, free_places = 0, status = 'completed' WHERE external_id = 'q5'").await;
    let stopped = "UPDATE sets
        SET restates_begun = TRUE, restated_until = (SELECT id FROM queries WHERE external_id = 'q0')";
    assert_eq!(sql.run(stopped).await, 1);
    set
}

async fn what_was_half_done_is_finished_by_who_comes_next(store: Store, sql: Sql) {
    let set = half_done(&store, &sql).await;
    assert_eq!(places(&store, &set).await, [2, 2, 2, 2, 2, 1], "Lena completed the last one");
}

async fn what_was_half_done_is_finished_before_a_freeze(store: Store, sql: Sql) {
    let set = half_done(&store, &sql).await;
    let before = store.set_revision(set.id).await.expect("read");
    let frozen = set.try_freeze(&store, store::OnErrors::LeaveOut).await;
    assert_eq!(frozen, store::Freezing::Refused(vec![]), "nothing is settled: the last query needs two");
    assert_ne!(store.set_revision(set.id).await.expect("read"), before, "what was linted before does not hold");
}
