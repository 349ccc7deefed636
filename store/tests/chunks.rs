//! A chunk's text never changes, and may come later than its id.

use domain::scale::{Grade, Judgement};
use store::{AddedChunk, AddedLabel, NewLabel, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, chunk, id};

on_both_databases! {
    the_same_chunks_twice_change_nothing_and_another_text_under_a_known_id_is_refused,
    a_chunk_that_is_known_by_its_id_gets_its_text_later_and_a_version_keeps_it_without,
    all_chunks_are_read_a_batch_at_a_time,
    chunkings_are_listed_the_newest_first,
    the_chunks_around_a_place_of_a_document_are_read_in_its_order_and_no_others,
}

async fn the_same_chunks_twice_change_nothing_and_another_text_under_a_known_id_is_refused(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let add = async |chunks: Vec<(&str, &str)>| {
        let new = chunks.into_iter().map(|(external, text)| (id(), chunk(external, text))).collect();
        store.add_chunks(set.chunking, new).await.expect("added")
    };
    assert_eq!(
        add(vec![("a", "1"), ("b", "2"), ("a", "1"), ("a", "9")]).await,
        [AddedChunk::New, AddedChunk::New, AddedChunk::Known, AddedChunk::Differs]
    );
    assert_eq!(add(vec![("a", "1"), ("b", "other"), ("c", "3")]).await, [AddedChunk::Known, AddedChunk::Differs, AddedChunk::New]);
    assert_eq!(store.chunking(set.chunking).await.expect("read").expect("it").chunks, 4);
}

async fn a_chunk_that_is_known_by_its_id_gets_its_text_later_and_a_version_keeps_it_without(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    let bare = chunk("far", "");
    store.add_chunks(set.chunking, vec![(id(), bare)]).await.expect("added");
    let far = store.chunk_ids(set.chunking, &["far".into()]).await.expect("read")["far"];
    let new = NewLabel {
        operation: id(),
        query: set.queries[0],
        chunk: far,
        judgement: Judgement::Grade(Grade(2)),
        mapped_from: None,
        evidence: vec![],
        note: String::new(),
    };
    assert_eq!(store.add_labels(set.id, set.labeller, vec![new], NOW).await.expect("added"), [AddedLabel::New]);
    assert_eq!(store.pool(set.queries[0]).await.expect("a pool").len(), 1, "labellers do not see it");
    set.freeze(&store).await;
    let before = set.export(&store, 1).await;
    assert!(before.contains(r#""chunk_id":"far","doc_id":"far","ordinal":0,"title":"","grade":2,"text":"""#), "{before}");
    let added = store.add_chunks(set.chunking, vec![(id(), chunk("far", "now known"))]).await.expect("added");
    assert_eq!(added, [AddedChunk::New]);
    assert_eq!(store.pool(set.queries[0]).await.expect("a pool").len(), 2);
    assert_eq!(set.export(&store, 1).await, before, "the version stays as it was");
    assert_eq!(store.add_chunks(set.chunking, vec![(id(), chunk("far", "another"))]).await.expect("answered"), [AddedChunk::Differs]);
}

async fn all_chunks_are_read_a_batch_at_a_time(store: Store) {
    let set = SetBuilder::new().chunks(3).create(&store).await;
    let after = async |after| {
        let read = store.chunks_after(set.chunking, after, 2).await.expect("read");
        read.into_iter().map(|row| (row.id, row.text)).collect::<Vec<_>>()
    };
    assert_eq!(after(None).await, [(set.chunks[0], "text 0".into()), (set.chunks[1], "text 1".into())]);
    assert_eq!(after(Some(set.chunks[1])).await, [(set.chunks[2], "text 2".into())]);
    let named = store.chunks(set.chunking, &[set.chunks[2], id()]).await.expect("read");
    assert_eq!(named.iter().map(|row| row.external_id.as_str()).collect::<Vec<_>>(), ["c2"]);
}

async fn chunkings_are_listed_the_newest_first(store: Store) {
    let first = SetBuilder::new().named("first").create(&store).await;
    let second = SetBuilder::new().named("second").chunks(2).create(&store).await;
    let listed: Vec<_> = store.chunkings().await.expect("read").into_iter().map(|chunking| (chunking.id, chunking.chunks)).collect();
    assert_eq!(listed, [(second.chunking, 2), (first.chunking, 1)]);
}

async fn the_chunks_around_a_place_of_a_document_are_read_in_its_order_and_no_others(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let of = |document: &str, ordinal: i32| {
        let name = format!("{document}-{ordinal}");
        (id(), domain::chunk::NewChunk { doc_id: document.into(), ordinal: Some(ordinal), ..chunk(&name, &format!("text of {name}")) })
    };
    store.add_chunks(set.chunking, vec![of("a", 0), of("a", 1), of("b", 2), of("a", 4), of("a", 5), of("a", 7)]).await.expect("added");
    let around = async |most| {
        let sides = store.chunks_around(set.chunking, "a", 4, most).await.expect("read");
        sides.map(|side| side.into_iter().map(|row| row.external_id).collect::<Vec<_>>())
    };
    assert_eq!(around(1).await, [vec!["a-1"], vec!["a-5"]]);
    assert_eq!(around(9).await, [vec!["a-0", "a-1"], vec!["a-5", "a-7"]]);
}
