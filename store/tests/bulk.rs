//! Many disagreements are settled at once, and taken back at once.

use domain::disagreement::{BulkRule, CaseFilter, Kind, State};
use domain::role::Role;
use store::{ChangedBy, Error, NewBulk, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, apart, id, labeller, reviewer};

on_both_databases! {
    many_are_settled_at_once_as_the_preview_says_and_taken_back_but_for_what_was_decided_since,
}

async fn many_are_settled_at_once_as_the_preview_says_and_taken_back_but_for_what_was_decided_since(store: Store) {
    let (set, omar, rosa) = apart(&store).await;
    let noor = labeller(&store, "noor").await;
    set.label(&store, noor, 1, &[0, 3, 1]).await;
    for user in [rosa, omar] {
        store.give_role(ChangedBy::CommandLine, set.id, user, Some(Role::Reviewer)).await.expect("given");
    }
    let bulk = |by, kind: Option<Kind>, rule| NewBulk {
        operation: id(),
        set: set.id,
        filter: CaseFilter { kind, ..CaseFilter::default() },
        rule,
        reviewer: reviewer(by),
        note: String::new(),
        at: NOW,
    };
    let flips = bulk(rosa, Some(Kind::RelevanceFlip), BulkRule::Majority);
    let preview = store.preview_bulk(flips.clone()).await.expect("a preview");
    assert_eq!((preview.settled, preview.undecided, preview.own, preview.changed), (2, 1, 0, 0));
    assert_eq!(set.queue(&store, State::Settled).await, [], "nothing is written");
    assert_eq!(store.preview_bulk(NewBulk { reviewer: reviewer(omar), ..flips.clone() }).await.expect("a preview").own, 2, "omar's own");
    assert_eq!(store.settle_many(flips.clone()).await.expect("settled"), preview);
    assert_eq!(store.settle_many(flips.clone()).await.expect("settled").settled, 0, "what is settled is settled");
    assert_eq!(set.queue(&store, State::Settled).await.len(), 2);

    set.settle_grade(&store, rosa, 1, 0, 1).await;
    assert_eq!(store.take_back_many(set.id, omar, flips.operation, id(), NOW).await.expect("nothing"), 0, "omar settled nothing");
    assert_eq!(store.take_back_many(set.id, rosa, flips.operation, id(), NOW).await.expect("taken back"), 1);
    assert_eq!(set.queue(&store, State::Settled).await, [(1, set.chunk(0), Kind::RelevanceFlip)], "it was decided anew");
    let again = store.settle_many(flips.clone()).await.expect("answered");
    assert_eq!((again.settled, again.changed), (0, 1), "what was taken back is not settled by the same operation again");
    assert_eq!(store.settled_at_once(set.id, rosa, flips.operation).await.expect("counted"), 2, "as many as it settled first");

    let wrong = [(None, BulkRule::Median, "one kind only"), (Some(Kind::Answers), BulkRule::Median, "does not settle")];
    for (kind, rule, words) in wrong {
        let refused = store.settle_many(bulk(rosa, kind, rule)).await;
        assert!(matches!(&refused, Err(Error::Invalid(reason)) if reason.0.contains(words)), "{refused:?}");
    }
}
