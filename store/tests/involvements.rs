//! What a member has to do with queries is known for many of them at once.

use domain::assignment::AssignmentStatus;
use domain::blind::Involvement;
use domain::operation::Action;
use domain::scale::Judgement;
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, id, keep, labeller};

on_both_databases! {
    a_members_involvement_is_told_for_many_queries_at_once,
    the_queries_of_a_version_are_counted_by_what_a_member_has_to_do_with_them,
    a_query_needs_somebody_while_who_has_it_may_leave_it,
}

async fn a_members_involvement_is_told_for_many_queries_at_once(store: Store) {
    let set = SetBuilder::new().queries(4).completed(3, "omar", 3, "So [1].").create(&store).await;
    let act = |query: usize, action| set.operation(set.labeller, set.queries[query], action, NOW);
    store.lease_query(set.id, set.queries[0], set.labeller, NOW).await.expect("an answer").expect("leased");
    keep(&store, act(1, COMPLETE)).await;
    keep(&store, act(2, Action::Skip)).await;
    let names: Vec<String> = ["q0", "q1", "q2", "q3", "elsewhere"].map(String::from).into();
    let all = store.involvements(set.id, set.labeller, &names).await.expect("read");
    let of = |name: &str| all.get(name).map(|(query, Involvement { status, needs_labeller })| (*query, *status, *needs_labeller));
    assert_eq!(of("q0"), Some((set.queries[0], Some(AssignmentStatus::Leased), true)));
    assert_eq!(of("q1"), Some((set.queries[1], Some(AssignmentStatus::Completed), false)));
    assert_eq!(of("q2"), Some((set.queries[2], Some(AssignmentStatus::Skipped), true)));
    assert_eq!(of("q3"), Some((set.queries[3], None, false)));
    assert_eq!(of("elsewhere"), None);
    let one = store.involvement(set.id, set.queries[2], set.labeller).await.expect("read");
    assert_eq!(one, Some(Involvement { status: Some(AssignmentStatus::Skipped), needs_labeller: true }));
    assert_eq!(store.involvement(id(), set.queries[2], set.labeller).await.expect("read"), None, "the query is of another set");
}

async fn the_queries_of_a_version_are_counted_by_what_a_member_has_to_do_with_them(store: Store) {
    let set = (0..3).fold(SetBuilder::new().queries(3), |set, query| set.completed(query, "lena", 3, "So [1].")).create(&store).await;
    set.freeze(&store).await;
    let version = store.version(set.id, 1).await.expect("read").expect("the version").id;
    let omar = labeller(&store, "omar").await;
    set.label_from_file(&store, omar, 0, 0, Judgement::CantTell).await;
    let named = store.involvements_in(set.id, version, omar).await.expect("read");
    let leased = Involvement { status: Some(AssignmentStatus::Leased), needs_labeller: true };
    assert_eq!(named, [("q0".to_owned(), set.queries[0], leased)]);
    let mut counted = store.version_involvements(set.id, version, omar).await.expect("read");
    counted.sort_by_key(|counted| counted.queries);
    let settled = Involvement { status: None, needs_labeller: false };
    assert_eq!(counted.iter().map(|counted| (counted.involvement, counted.queries)).collect::<Vec<_>>(), [(leased, 1), (settled, 2)]);
}

async fn a_query_needs_somebody_while_who_has_it_may_leave_it(store: Store) {
    let set = SetBuilder::new().queries(1).create(&store).await;
    let kim = labeller(&store, "kim").await;
    let needs = async || store.involvement(set.id, set.queries[0], kim).await.expect("read").expect("the query").needs_labeller;
    store.lease_query(set.id, set.queries[0], set.labeller, NOW).await.expect("an answer").expect("leased");
    assert!(needs().await, "the only place is taken, and can come back");
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert!(!needs().await);
}
