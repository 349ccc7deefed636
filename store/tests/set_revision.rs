//! A set's revision differs whenever what would be frozen could differ, and stays while nobody changed anything.

use domain::adjudication::Verdict;
use domain::disagreement::Subject;
use domain::operation::Action;
use domain::scale::{Grade, Judgement};
use store::{ListRow, NewLabel, NewRun, SetRevision, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, chunk, id, keep, labeller, query};

on_both_databases! {
    each_operation_raises_it,
    each_import_raises_it,
    holes_settings_and_adjudications_raise_it,
    an_erasure_makes_a_revision_that_never_was,
    to_open_or_to_take_a_query_leaves_it_as_it_is,
}

async fn revision(store: &Store, set: &SeededSet) -> SetRevision {
    store.set_revision(set.id).await.expect("a revision")
}

/// Does something that must make a revision that was not there before.
async fn raises(store: &Store, set: &SeededSet, seen: &mut Vec<SetRevision>, what: &str) {
    let now = revision(store, set).await;
    assert!(!seen.contains(&now), "{what}");
    seen.push(now);
}

async fn each_operation_raises_it(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    let found = id();
    store.add_chunks(set.chunking, vec![(found, chunk("found", "found text"))]).await.expect("added");
    let mut seen = vec![revision(&store, &set).await];
    let judge = |judgement, base| Action::Judge {
        chunk: set.chunks[0],
        judgement,
        evidence: vec![],
        note: String::new(),
        prelabel_visible: false,
        base,
    };
    let actions = [
        judge(Some(Judgement::Grade(Grade(3))), 0),
        judge(None, 1),
        set.answer("So [1].", None),
        Action::AddToPool { chunk: found },
        Action::Flag { note: "odd".into() },
        Action::Flag { note: String::new() },
        COMPLETE,
        Action::Reopen,
        Action::Skip,
    ];
    for action in actions {
        let what = action.kind();
        let operation = set.operation(set.labeller, set.queries[0], action, NOW);
        keep(&store, operation.clone()).await;
        raises(&store, &set, &mut seen, what).await;
        keep(&store, operation).await;
        assert_eq!(revision(&store, &set).await, seen[seen.len() - 1], "the same {what} again changes nothing");
    }
}

async fn each_import_raises_it(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let mut seen = vec![revision(&store, &set).await];
    store.add_queries(set.id, vec![(id(), query("new", "a new query"))], NOW).await.expect("added");
    raises(&store, &set, &mut seen, "a query").await;
    store.add_queries(set.id, vec![(id(), query("again", "a new query"))], NOW).await.expect("merged");
    raises(&store, &set, &mut seen, "a query that was seen again").await;

    let (bare, text) = (id(), "its text came later");
    store.add_chunks(set.chunking, vec![(bare, chunk("bare", ""))]).await.expect("added");
    let (query, judgement) = (set.queries[0], Judgement::Grade(Grade(3)));
    let label = NewLabel { operation: id(), query, chunk: bare, judgement, mapped_from: None, evidence: vec![], note: String::new() };
    store.add_labels(set.id, set.labeller, vec![label], NOW).await.expect("added");
    raises(&store, &set, &mut seen, "a label").await;
    store.add_chunks(set.chunking, vec![(id(), chunk("bare", text))]).await.expect("added");
    raises(&store, &set, &mut seen, "the text of a chunk").await;

    let run = NewRun { id: id(), set: set.id, chunking: set.chunking, retriever: "another".into(), commit: String::new(), created_at: NOW };
    let run = store.ensure_run(run).await.expect("a run");
    let list = ListRow { query, hits: vec![(set.chunks[0], None)], latency_ms: None, cost_usd: None };
    store.add_lists(run, 20, vec![list]).await.expect("added");
    raises(&store, &set, &mut seen, "a list of another retriever").await;
    store.pool_chunks(query, set.chunks.clone()).await.expect("there");
    assert_eq!(revision(&store, &set).await, seen[seen.len() - 1], "chunks that are in the pool change nothing");
}

async fn holes_settings_and_adjudications_raise_it(store: Store) {
    let set = SetBuilder::new().chunks(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "odd".into() }, NOW)).await;
    let mut seen = vec![revision(&store, &set).await];
    let reviewer = labeller(&store, "rosa").await;
    set.settle(&store, reviewer, 0, Subject::Flag, Verdict::Seen).await;
    raises(&store, &set, &mut seen, "an adjudication").await;
    let run = store.runs(set.id).await.expect("runs")[0].id;
    store.reopen_for_holes(set.id, run, set.queries.clone(), 20).await.expect("sent");
    raises(&store, &set, &mut seen, "holes").await;
    let changed = store.set_by_id(set.id).await.expect("read").expect("the set");
    store.put_settings(set.id, changed.revision, changed.settings).await.expect("changed");
    raises(&store, &set, &mut seen, "settings").await;
}

async fn an_erasure_makes_a_revision_that_never_was(store: Store) {
    let set = SetBuilder::new().queries(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    let mut seen = vec![revision(&store, &set).await];
    store.erase_query(set.id, set.queries[0]).await.expect("erased");
    raises(&store, &set, &mut seen, "an erasure").await;
    store.add_queries(set.id, vec![(id(), query("new", "a new query"))], NOW).await.expect("added");
    raises(&store, &set, &mut seen, "a query in its place").await;
    for grade in 0..4 {
        keep(&store, set.grade(1, 0, 3, grade)).await;
        raises(&store, &set, &mut seen, "a grade").await;
    }
}

async fn to_open_or_to_take_a_query_leaves_it_as_it_is(store: Store) {
    let set = SetBuilder::new().queries(2).create(&store).await;
    let before = revision(&store, &set).await;
    store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken");
    store.lease_query(set.id, set.queries[1], set.labeller, NOW).await.expect("taken").expect("the query");
    store.next_query(set.id, set.labeller, vec![], NOW.plus_seconds(100_000)).await.expect("taken");
    assert_eq!(revision(&store, &set).await, before);
}
