//! What a member has to do with queries is known for many of them at once.

use domain::assignment::AssignmentStatus;
use domain::blind::Involvement;
use domain::member::Member;
use domain::operation::Action;
use domain::query::QueryStatus;
use domain::role::Role;
use domain::scale::Judgement;
use store::{HiddenItem, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, id, keep, labeller};

on_both_databases! {
    a_members_involvement_is_told_for_many_queries_at_once,
    the_queries_of_a_version_that_are_hidden_from_a_member_are_known,
    what_somebody_labels_alone_hides_no_counts_from_them,
    a_query_that_is_hidden_stands_where_the_blind_may_know,
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

async fn the_queries_of_a_version_that_are_hidden_from_a_member_are_known(store: Store) {
    let set = (0..3).fold(SetBuilder::new().queries(3), |set, query| set.completed(query, "lena", 3, "So [1].")).create(&store).await;
    set.freeze(&store).await;
    let version = store.version(set.id, 1).await.expect("read").expect("the version").id;
    let omar = labeller(&store, "omar").await;
    set.label_from_file(&store, omar, 0, 0, Judgement::CantTell).await;
    let member = |role| Member { id: omar, name: "omar".into(), role };
    for role in [Role::Labeller, Role::Reviewer, Role::Admin] {
        let hidden = store.hidden_items(set.id, version, &member(role)).await.expect("read");
        assert_eq!(hidden, [HiddenItem { external_id: "q0".into(), query: set.queries[0], text: "query number 0".into() }]);
        assert_eq!(store.hidden_by_version(set.id, &member(role)).await.expect("read"), [(version, 1)].into());
        assert_eq!(store.count_hidden(set.id, &member(role)).await.expect("read"), 1);
    }
    assert_eq!(store.count_hidden(set.id, &member(Role::Viewer)).await.expect("read"), 0, "a viewer is asked to label nothing");
}

async fn what_somebody_labels_alone_hides_no_counts_from_them(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let omar = labeller(&store, "omar").await;
    store.lease_query(set.id, set.queries[0], set.labeller, NOW).await.expect("an answer").expect("leased");
    let lena = |role| Member { id: set.labeller, name: "lena".into(), role };
    let hidden = async |role| store.count_hidden(set.id, &lena(role)).await.expect("read");
    assert_eq!(hidden(Role::Admin).await, 0);
    assert_eq!(hidden(Role::Labeller).await, 1, "the other query may be another's already");
    set.label_from_file(&store, omar, 0, 0, Judgement::CantTell).await;
    assert_eq!(hidden(Role::Admin).await, 1, "omar said something of it");
    let shared = SetBuilder::new().named("shared").overlap(2).create(&store).await;
    store.lease_query(shared.id, shared.queries[0], shared.labeller, NOW).await.expect("an answer").expect("leased");
    let admin = Member { id: shared.labeller, name: "lena".into(), role: Role::Admin };
    assert_eq!(store.count_hidden(shared.id, &admin).await.expect("read"), 1, "another is to label it too");
}

async fn a_query_that_is_hidden_stands_where_the_blind_may_know(store: Store) {
    let set = SetBuilder::new().queries(3).completed(0, "lena", 3, "So [1].").completed(1, "lena", 3, "So [1].").create(&store).await;
    let omar = labeller(&store, "omar").await;
    set.label_from_file(&store, omar, 0, 0, Judgement::CantTell).await;
    for (role, settled, started) in [(Role::Viewer, 2, 0), (Role::Labeller, 1, 1), (Role::Admin, 1, 1)] {
        let member = Member { id: omar, name: "omar".into(), role };
        let counts = store.query_counts_for(set.id, &member).await.expect("counts");
        assert_eq!((counts.settled(), counts.of(QueryStatus::Started), counts.total()), (settled, started, 3), "{role:?}");
    }
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
