//! A version is absent or whole, and the same bytes for ever.

use domain::diff::Diff;
use domain::finding::Rule;
use domain::query::Answerable;
use domain::scale::Grade;
use domain::version::Head;
use store::{AddedVersion, Error, Freezing, Items, OnErrors, Store};

use crate::databases::on_both_databases;
use crate::seed::{SetBuilder, id, keep};

on_both_databases! {
    a_version_holds_the_settled_queries_with_the_text_of_every_judged_chunk,
    labels_that_come_later_are_in_the_next_version_and_never_in_this_one,
    an_error_stops_the_freeze_unless_its_query_is_left_out,
    a_set_in_which_nothing_is_settled_gives_no_version,
    many_queries_are_frozen_in_the_byte_order_of_their_ids,
    two_versions_differ_in_what_was_changed_between_them,
    the_grades_of_a_version_are_read_without_its_texts,
    a_version_from_elsewhere_is_added_once_and_contradicted_never,
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
    keep(&store, set.grade(0, 0, 2, 1)).await;
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
    keep(&store, set.grade(0, 0, 3, 0)).await;
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

async fn two_versions_differ_in_what_was_changed_between_them(store: Store) {
    let set = SetBuilder::new().queries(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    set.freeze(&store).await;
    keep(&store, set.grade(0, 0, 2, 1)).await;
    set.complete(&store, set.labeller, 1, 3, "Thus [1].").await;
    set.freeze(&store).await;
    let version = async |number| store.version(set.id, number).await.expect("read").expect("the version");
    let mut diff = Diff::default();
    store.diff(version(1).await.id, version(2).await.id, |_, of_query| diff.append(of_query)).await.expect("a diff");
    assert_eq!(diff.queries.added.iter().map(|query| query.query_id.as_str()).collect::<Vec<_>>(), ["q1"]);
    let grades: Vec<_> = diff.grades.changed.iter().map(|change| (change.from, change.to)).collect();
    assert_eq!(grades, [(Some(Grade(3)), Some(Grade(2)))]);
}

async fn the_grades_of_a_version_are_read_without_its_texts(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    set.freeze(&store).await;
    let version = store.version(set.id, 1).await.expect("read").expect("the version");
    let (last, grades) = store.version_grades(version.id, 0).await.expect("grades");
    assert_eq!((grades.len(), grades[0].external_id.as_str(), grades[0].answerable), (1, "q0", Answerable::Yes));
    assert_eq!(grades[0].labels, [(set.chunks[0], Grade(3))]);
    assert!(store.version_grades(version.id, last).await.expect("the end").1.is_empty());
}

async fn a_version_from_elsewhere_is_added_once_and_contradicted_never(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    let head = set.freeze(&store).await;
    let version = store.version(set.id, 1).await.expect("read").expect("the version");
    let (_, items) = store.version_items(version.id, 0).await.expect("items");
    let other = SetBuilder::new().named("elsewhere").create(&store).await;
    let add = async |head: Head| {
        let items: Items = Box::new(items.clone().into_iter().map(Ok));
        store.add_version(other.id, Some(other.chunking), id(), head, items).await
    };
    assert_eq!(add(head.clone()).await.expect("added"), AddedVersion::New);
    assert_eq!(other.export(&store, 1).await, set.export(&store, 1).await);
    assert_eq!(add(head.clone()).await.expect("known"), AddedVersion::Known);
    let another = Head { note: "another".into(), ..head };
    assert!(matches!(add(another).await, Err(Error::Conflict(store::Rule::VersionOnce))));
}
