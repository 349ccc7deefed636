//! What a judge said is kept once a prompt's version.

use domain::label::Span;
use domain::scale::Grade;
use store::{PrelabelRow, Store};

use crate::databases::on_both_databases;
use crate::seed::{SetBuilder, id};

on_both_databases! {
    a_newer_prompts_prelabel_is_shown_for_an_older_ones,
}

async fn a_newer_prompts_prelabel_is_shown_for_an_older_ones(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    for (version, grade) in [("1", 0), ("2", 3)] {
        let judge = store.ensure_judge(id(), set.id, "judge".into(), version.into()).await.expect("a judge");
        let row = PrelabelRow {
            query: set.queries[0],
            chunk: set.chunks[0],
            judge,
            grade: Grade(grade),
            rationale: "r".into(),
            evidence: vec![Span { start: 0, end: 2 }],
        };
        assert_eq!(store.add_prelabels(vec![row.clone(), row]).await.expect("added"), [true, false]);
    }
    let shown = store.prelabels(set.queries[0]).await.expect("pre-labels");
    assert_eq!((shown.len(), shown[0].grade), (1, Grade(3)));
    let chunks = store.prelabelled(&[set.queries[0], id()]).await.expect("read");
    assert_eq!(chunks, [(set.queries[0], set.chunks[0])].into());
}
