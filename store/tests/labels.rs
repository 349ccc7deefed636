//! Labels that come from files are kept whole, and nothing that a labeller said is overwritten.

use domain::label::Span;
use domain::scale::{Grade, Judgement};
use store::{AddedLabel, NewLabel, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SeededSet, SetBuilder, id, keep};

on_both_databases! {
    the_evidence_of_a_second_line_for_a_pair_is_added_to_the_label,
    another_grade_for_a_pair_is_told_apart_and_changes_nothing,
}

const FIRST: Span = Span { start: 0, end: 4 };
const SECOND: Span = Span { start: 5, end: 6 };

fn line(set: &SeededSet, grade: i16, evidence: &[Span], note: &str) -> NewLabel {
    let judgement = Judgement::Grade(Grade(grade));
    let (query, chunk) = (set.queries[0], set.chunks[0]);
    NewLabel { operation: id(), query, chunk, judgement, mapped_from: None, evidence: evidence.into(), note: note.into() }
}

async fn the_evidence_of_a_second_line_for_a_pair_is_added_to_the_label(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let add = |lines| store.add_labels(set.id, set.labeller, lines, NOW);
    let lines = vec![line(&set, 3, &[FIRST], "sure"), line(&set, 3, &[SECOND], ""), line(&set, 3, &[FIRST], "sure")];
    assert_eq!(add(lines).await.expect("added"), [AddedLabel::New, AddedLabel::Merged, AddedLabel::Known]);
    let later = vec![line(&set, 3, &[], "and again"), line(&set, 3, &[SECOND], "and again")];
    assert_eq!(add(later).await.expect("added"), [AddedLabel::Merged, AddedLabel::Known], "a later file goes the same way");
    let labels = store.labels(set.queries[0], set.labeller).await.expect("labels");
    assert_eq!(labels[0].evidence, [FIRST, SECOND]);
    assert_eq!((labels[0].note.as_str(), labels[0].revision), ("sure\nand again", 3));
    let history = store.history(set.id, set.queries[0], None, 0, 10).await.expect("history");
    assert_eq!(history.len(), 3, "each addition is in the history");
}

async fn another_grade_for_a_pair_is_told_apart_and_changes_nothing(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    keep(&store, set.grade(0, 0, 3, 0)).await;
    let added = store.add_labels(set.id, set.labeller, vec![line(&set, 1, &[SECOND], "other")], NOW).await.expect("added");
    assert_eq!(added, [AddedLabel::Differs]);
    let labels = store.labels(set.queries[0], set.labeller).await.expect("labels");
    assert_eq!((labels[0].judgement, labels[0].evidence.len(), labels[0].revision), (Some(Judgement::Grade(Grade(3))), 0, 1));
}
