//! What labellers dispute is told, and settled by a reviewer.

use domain::adjudication::{Adjudication, DisputedChunk};
use domain::finding::Rule;
use domain::scale::{Grade, Judgement};
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, labeller};

on_both_databases! {
    what_labellers_dispute_is_left_out_until_a_reviewer_settles_it,
    what_is_disputed_is_told_with_who_gave_what,
}

async fn what_labellers_dispute_is_left_out_until_a_reviewer_settles_it(store: Store) {
    let set = SetBuilder::new().queries(2).overlap(2).create(&store).await;
    let other = labeller(&store, "omar").await;
    for query in 0..2 {
        set.complete(&store, set.labeller, query, 3, "Pull the lever [1].").await;
    }
    set.complete(&store, other, 0, 3, "Pull the lever [1]").await;
    set.complete(&store, other, 1, 2, "Pull the lever [1]").await;
    let disputed: Vec<_> = store
        .lint(set.id, |_| ())
        .await
        .expect("findings")
        .findings
        .into_iter()
        .filter(|finding| finding.rule == Rule::NotSettled)
        .collect();
    assert_eq!(disputed.len(), 1);
    assert_eq!(disputed[0].query_id.as_deref(), Some("q1"));
    assert_eq!(set.freeze(&store).await.counts.queries, 1);

    let settled = Adjudication { grades: vec![(set.chunks[0], Grade(2))], answer_of: Some(other) };
    assert!(store.adjudicate(set.id, set.queries[1], other, settled, "the guideline says so".into(), NOW).await.expect("kept"));
    assert_eq!(set.freeze(&store).await.counts.queries, 2);
    let text = set.export(&store, 2).await;
    assert!(text.lines().nth(1).expect("q1").contains(r#""grade":2"#));
}

async fn what_is_disputed_is_told_with_who_gave_what(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "Pull the lever [1].").create(&store).await;
    assert_eq!(
        store.disagreement(set.id, set.queries[0]).await.expect("read"),
        None,
        "others' labels are not told before the overlap is met"
    );
    let other = labeller(&store, "omar").await;
    set.complete(&store, other, 0, 0, "Pull the lever [1].").await;
    let disputed = store.disagreement(set.id, set.queries[0]).await.expect("read").expect("a dispute");
    let said = vec![("lena".to_owned(), Judgement::Grade(Grade(3))), ("omar".to_owned(), Judgement::Grade(Grade(0)))];
    assert_eq!((disputed.chunks, disputed.answers.len()), (vec![DisputedChunk { chunk: set.chunks[0], number: 1, given: said }], 2));
    let settled = Adjudication { grades: vec![(set.chunks[0], Grade(3))], answer_of: None };
    store.adjudicate(set.id, set.queries[0], other, settled.clone(), String::new(), NOW).await.expect("kept");
    assert_eq!(store.disagreement(set.id, set.queries[0]).await.expect("read"), None);
    assert_eq!(store.adjudication(set.queries[0]).await.expect("read"), Some(settled));
}
