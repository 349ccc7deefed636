//! An answer cites chunks, and a draft never replaces a later one.

use domain::answer::Citation;
use domain::id::ChunkId;
use domain::operation::{Action, Outcome};
use domain::query::Answerable;
use store::{Freezing, OnErrors, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SetBuilder, chunk, id, keep, labeller};

on_both_databases! {
    an_answer_cites_the_chunks_whose_numbers_it_names,
    a_number_cites_what_it_meant_to_its_writer_in_the_version_too,
    a_citation_of_a_number_that_is_another_chunks_is_refused,
    a_draft_that_arrives_late_does_not_replace_a_later_one,
}

async fn an_answer_cites_the_chunks_whose_numbers_it_names(store: Store) {
    let set = SetBuilder::new().chunks(3).create(&store).await;
    keep(&store, set.operation(set.labeller, set.queries[0], set.answer("so [3] and [2]", None), NOW)).await;
    let answer = store.answer(set.queries[0], set.labeller).await.expect("read").expect("an answer");
    let cited: Vec<_> = answer.citations.iter().map(|citation| (citation.number, citation.chunk)).collect();
    assert_eq!(cited, [(3, set.chunks[2]), (2, set.chunks[1])]);
}

async fn a_number_cites_what_it_meant_to_its_writer_in_the_version_too(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    let (query, lena) = (set.queries[0], set.labeller);
    let found: [ChunkId; 2] = [id(), id()];
    let new = found.iter().zip(["theirs", "hers"]).map(|(id, name)| (*id, chunk(name, &format!("text of {name}"))));
    store.add_chunks(set.chunking, new.collect()).await.expect("added");
    // Lena wrote [3] when there was no card 3; then somebody else's chunk got that number, and hers the next.
    let omar = labeller(&store, "omar").await;
    let mut numbers = Vec::new();
    for (actor, chunk) in [(omar, found[0]), (lena, found[1])] {
        let outcome = store.record(set.operation(actor, query, Action::AddToPool { chunk }, NOW)).await.expect("kept");
        let Outcome::InPool { number } = outcome else { panic!("{outcome:?}") };
        numbers.push(number);
        if actor == omar {
            keep(&store, set.operation(omar, query, Action::Skip, NOW)).await;
        }
    }
    assert_eq!(numbers, [3, 4]);
    let answer =
        |text: &str, citations, base| Action::Answer { text: text.into(), citations, answerable: Answerable::Yes, confirmed: None, base };
    let hers = Citation { number: 4, chunk: found[1] };
    keep(&store, set.grade(0, 0, 3, 0)).await;
    keep(&store, set.operation(lena, query, answer("See [4], not [3].", vec![hers], 0), NOW)).await;
    keep(&store, set.operation(lena, query, COMPLETE, NOW)).await;
    let Freezing::Refused(errors) = set.try_freeze(&store, OnErrors::Refuse).await else { panic!("[3] cites nothing") };
    assert_eq!(errors[0].message, "the answer cites [3], and no chunk has this number");
    keep(&store, set.operation(lena, query, answer("See [4].", vec![hers], 1), NOW)).await;
    set.freeze(&store).await;
    let exported = set.export(&store, 1).await;
    assert!(exported.contains(r#""answer":"See [1].","citations":["hers"]"#), "{exported}");
}

async fn a_citation_of_a_number_that_is_another_chunks_is_refused(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    for citation in
        [Citation { number: 2, chunk: set.chunks[0] }, Citation { number: 9, chunk: set.chunks[0] }, Citation { number: 1, chunk: id() }]
    {
        let action = Action::Answer {
            text: "So [1][2][9].".into(),
            citations: vec![citation],
            answerable: Answerable::Yes,
            confirmed: None,
            base: 0,
        };
        let outcome = store.record(set.operation(set.labeller, set.queries[0], action, NOW)).await.expect("answered");
        assert!(outcome.refusal().is_some_and(|words| words.contains("is not the number of the chunk")), "{outcome:?}");
    }
    assert_eq!(store.answer(set.queries[0], set.labeller).await.expect("read"), None);
}

async fn a_draft_that_arrives_late_does_not_replace_a_later_one(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    for (text, sequence) in [("second", 2), ("first", 1)] {
        store.put_draft(set.queries[0], set.labeller, text.into(), sequence, 0).await.expect("kept");
    }
    assert_eq!(store.draft(set.queries[0], set.labeller, 0).await.expect("read").as_deref(), Some("second"));
    assert_eq!(store.draft(set.queries[0], set.labeller, 1).await.expect("read"), None);
}
