//! An answer cites chunks, and a draft never replaces a later one.

use domain::operation::Action;
use domain::query::Answerable;
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, keep};

on_both_databases! {
    an_answer_cites_the_chunks_whose_numbers_it_names,
    a_draft_that_arrives_late_does_not_replace_a_later_one,
}

async fn an_answer_cites_the_chunks_whose_numbers_it_names(store: Store) {
    let set = SetBuilder::new().chunks(3).create(&store).await;
    let action = Action::Answer { text: "so [2] and [3]".into(), answerable: Answerable::Yes, base: 0 };
    keep(&store, set.operation(set.labeller, set.queries[0], action, NOW)).await;
    let answer = store.answer(set.queries[0], set.labeller).await.expect("read").expect("an answer");
    assert_eq!(answer.citations, [set.chunks[1], set.chunks[2]]);
}

async fn a_draft_that_arrives_late_does_not_replace_a_later_one(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    for (text, sequence) in [("second", 2), ("first", 1)] {
        store.put_draft(set.queries[0], set.labeller, text.into(), sequence, 0).await.expect("kept");
    }
    assert_eq!(store.draft(set.queries[0], set.labeller, 0).await.expect("read").as_deref(), Some("second"));
    assert_eq!(store.draft(set.queries[0], set.labeller, 1).await.expect("read"), None);
}
