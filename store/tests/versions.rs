//! A version is absent or whole, and the same bytes for ever.

use domain::lint::Rule;
use store::{Freezing, OnErrors, Store};

use crate::databases::on_both_databases;
use crate::seed::SetBuilder;

on_both_databases! {
    a_version_holds_the_settled_queries_with_the_text_of_every_judged_chunk,
    labels_that_come_later_are_in_the_next_version_and_never_in_this_one,
    an_error_stops_the_freeze_unless_its_query_is_left_out,
    a_set_in_which_nothing_is_settled_gives_no_version,
    many_queries_are_frozen_in_the_byte_order_of_their_ids,
}

async fn a_version_holds_the_settled_queries_with_the_text_of_every_judged_chunk(store: Store) {
    let set =
        SetBuilder::new().queries(3).chunks(2).completed(1, "lena", 3, "It is so [1].").completed(0, "lena", 0, "").create(&store).await;
    let head = set.freeze(&store).await;
    assert_eq!((head.version, head.counts.queries, head.counts.labels, head.counts.relevant, head.counts.left_out), (1, 2, 2, 1, 1));
    let text = set.export(&store, 1).await;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(r#"{"schema":"touchstone.golden/1","query_id":"q0","query":"query number 0""#), "{}", lines[0]);
    assert!(
        lines[1].contains(r#""answer":"It is so [1].","citations":["c0"],"labels":[{"chunk_id":"c0","doc_id":"c0","ordinal":0,"#),
        "{text}"
    );
    let label = r#""title":"","grade":3,"text":"text 0","evidence":[{"start":0,"end":4,"quote":"text"}]}]"#;
    assert!(lines[1].contains(label), "{text}");
}

async fn labels_that_come_later_are_in_the_next_version_and_never_in_this_one(store: Store) {
    let set = SetBuilder::new().queries(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    let first = set.freeze(&store).await;
    let before = set.export(&store, 1).await;
    store.record(set.grade(0, 0, 2, 1)).await.expect("kept");
    set.complete(&store, set.labeller, 1, 3, "Thus [1].").await;
    let second = set.freeze(&store).await;
    assert_eq!(set.export(&store, 1).await, before);
    assert_eq!((second.version, second.parent, second.counts.queries), (2, Some(1), 2));
    assert_ne!(first.root_hash, second.root_hash);
    assert_eq!(store.versions(set.id, None).await.expect("versions").len(), 2);
}

async fn an_error_stops_the_freeze_unless_its_query_is_left_out(store: Store) {
    let set = SetBuilder::new()
        .queries(2)
        .completed(0, "lena", 0, "Wrong: nothing is relevant.")
        .completed(1, "lena", 3, "So [1].")
        .create(&store)
        .await;
    let Freezing::Refused(errors) = set.try_freeze(&store, OnErrors::Refuse).await else { panic!("refused") };
    assert_eq!(errors.iter().map(|error| error.rule).collect::<Vec<_>>(), [Rule::AnswerableWithoutRelevant]);
    assert!(store.versions(set.id, None).await.expect("versions").is_empty());
    let Freezing::Frozen(head) = set.try_freeze(&store, OnErrors::LeaveOut).await else { panic!("frozen") };
    assert_eq!((head.version, head.counts.queries, head.counts.left_out), (1, 1, 1));
}

async fn a_set_in_which_nothing_is_settled_gives_no_version(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    store.record(set.grade(0, 0, 3, 0)).await.expect("kept");
    assert_eq!(set.try_freeze(&store, OnErrors::LeaveOut).await, Freezing::Refused(vec![]));
}

async fn many_queries_are_frozen_in_the_byte_order_of_their_ids(store: Store) {
    let all = SetBuilder::new().queries(450);
    let set = (0..450).fold(all, |set, query| set.completed(query, "lena", 3, "So [1].")).create(&store).await;
    let head = set.freeze(&store).await;
    assert_eq!(head.counts.queries, 450);
    let version = store.version(set.id, 1).await.expect("read").expect("the version");
    let (mut after, mut ids) = (0, Vec::new());
    loop {
        let (last, items) = store.version_items(version.id, after).await.expect("items");
        if items.is_empty() {
            break;
        }
        after = last;
        ids.extend(items.into_iter().filter_map(|hashed| hashed.item).map(|(_, item)| item.query_id));
    }
    assert_eq!(ids.len(), 450);
    assert!(ids.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()));
}
