//! How a set makes one grade of several, and what a version leaves out of what stays disputed.

use domain::adjudication::Resolution;
use domain::disagreement::{Kind, State};
use domain::operation::Action;
use domain::query::QueryStatus;
use domain::scale::Grade;
use store::{Freezing, Store};

use crate::apart::apart;
use crate::databases::on_both_databases;
use crate::seed::{NOW, keep};

on_both_databases! {
    a_resolution_settles_what_it_can_and_a_change_of_it_works_everything_out_anew,
    a_query_is_frozen_without_its_disputed_chunks_where_that_is_asked_for,
}

async fn a_resolution_settles_what_it_can_and_a_change_of_it_works_everything_out_anew(store: Store) {
    let (set, ..) = apart(&store).await;
    assert_eq!(set.status(&store, 0).await, QueryStatus::GradesDiffer);
    set.change_settings(&store, |settings| settings.resolution = Resolution::Median).await;
    assert_eq!((set.queue(&store, State::Open).await, set.queue(&store, State::ByRule).await.len()), (vec![], 5));
    assert_eq!(set.status(&store, 0).await, QueryStatus::Completed);
    set.change_settings(&store, |settings| settings.resolution = Resolution::Majority).await;
    assert_eq!(set.queue(&store, State::Open).await.len(), 5, "two who differ are no majority");
    set.change_settings(&store, |settings| settings.cutoff = Grade(3)).await;
    let flips = set.queue(&store, State::Open).await.into_iter().filter(|(.., kind)| *kind == Kind::RelevanceFlip).count();
    assert_eq!(flips, 3, "q0 c1 flips at the cut-off 3, and q2 c0 does not");
}

async fn a_query_is_frozen_without_its_disputed_chunks_where_that_is_asked_for(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    set.settle_grade(&store, rosa, 1, 0, 3).await;
    keep(&store, set.operation(set.labeller, set.queries[2], Action::Flag { note: "odd".into() }, NOW)).await;
    assert!(matches!(set.try_freeze(&store, store::OnErrors::Refuse).await, Freezing::Refused(errors) if errors.is_empty()));
    let Freezing::Frozen(head) = set.freeze_without_disputed_chunks(&store).await else { panic!("two queries are settled but for chunks") };
    assert_eq!((head.counts.queries, head.counts.labels, head.counts.disputed, head.counts.left_out), (2, 4, 2, 1));
    assert!(head.warnings.iter().any(|warning| warning.message.contains("frozen without 2 chunks of 2 queries")), "{:?}", head.warnings);
    assert_eq!(head.resolution, Resolution::Agreed);
    let lines = set.export(&store, 1).await;
    assert_eq!(lines.matches(r#""disputed":["c1"]"#).count(), 2, "{lines}");
    assert!(!lines.contains("odd"), "a flagged query is left out still");
}
