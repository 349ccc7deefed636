use std::collections::BTreeSet;

use super::*;
use crate::query::Answerable;
use crate::scale::Grade;

fn item(id: &str, query: &str, answer: &str, grades: &[(&str, i16)]) -> ComparedItem {
    let label = |(chunk, grade): &(&str, i16)| ComparedLabel {
        chunk_id: (*chunk).into(),
        grade: Grade(*grade),
        text_hash: (!chunk.starts_with("bare")).then(|| chunk.trim_end_matches('\'').into()),
    };
    ComparedItem {
        query_id: id.into(),
        query: query.into(),
        answerable: Answerable::Yes,
        answer: answer.into(),
        citations: vec![],
        labels: grades.iter().map(label).collect(),
    }
}

fn diff(from: &[ComparedItem], to: &[ComparedItem]) -> Diff {
    let find = |items: &[ComparedItem], id: &str| items.iter().find(|item| item.query_id == id).cloned();
    let ids: BTreeSet<&str> = from.iter().chain(to).map(|item| item.query_id.as_str()).collect();
    ids.into_iter().fold(Diff::default(), |mut diff, id| {
        diff.append(Diff::of_query(find(from, id), find(to, id)));
        diff
    })
}

#[test]
fn queries_come_go_and_are_reworded() {
    let before = [item("a", "one", "", &[]), item("b", "two", "", &[])];
    let after = [item("b", "deux", "", &[]), item("c", "three", "", &[])];
    let diff = diff(&before, &after);
    assert_eq!(diff.queries.removed[0].query_id, "a");
    assert_eq!(diff.queries.added[0].query_id, "c");
    assert_eq!(diff.queries.reworded[0], Reworded { query_id: "b".into(), from: "two".into(), to: "deux".into() });
}

#[test]
fn grades_change_appear_and_vanish() {
    let changed = diff(&[item("a", "q", "", &[("x", 1), ("y", 2)])], &[item("a", "q", "", &[("x", 3), ("z", 0)])]).grades.changed;
    let told: Vec<_> = changed.iter().map(|change| (change.chunk_id.as_str(), change.from, change.to)).collect();
    assert_eq!(told, [("x", Some(Grade(1)), Some(Grade(3))), ("z", None, Some(Grade(0))), ("y", Some(Grade(2)), None)]);
}

#[test]
fn a_label_on_a_chunk_with_the_same_text_was_remapped() {
    let moved = diff(&[item("a", "q", "", &[("x", 3)])], &[item("a", "q", "", &[("x'", 3)])]);
    assert_eq!((moved.remapped, moved.grades.changed.len()), (1, 0));
}

#[test]
fn a_label_on_a_chunk_whose_text_is_not_known_is_never_taken_for_another() {
    let moved = diff(&[item("a", "q", "", &[("bare x", 3)])], &[item("a", "q", "", &[("bare y", 3)])]);
    assert_eq!((moved.remapped, moved.grades.changed.len()), (0, 2));
}

#[test]
fn what_changed_is_counted_a_query_at_a_time() {
    let mut counts = DiffCounts::default();
    counts.add(&diff(&[item("a", "q", "", &[("x", 1), ("y", 2)])], &[item("a", "r", "", &[("x", 3), ("y", 3)])]));
    counts.add(&diff(&[], &[item("b", "q", "", &[])]));
    counts.add(&diff(&[item("c", "q", "", &[("x", 3)])], &[item("c", "q", "", &[("x'", 3)])]));
    assert_eq!(counts, DiffCounts { added: 1, removed: 0, reworded: 1, grades: 2, answers: 0, remapped: 1, queries: 2 });
}

#[test]
fn equal_versions_differ_in_nothing() {
    let items = [item("a", "q", "An answer.", &[("x", 3)])];
    assert!(diff(&items, &items).is_empty());
}
