//! Labels that come from files are kept whole, and nothing that a labeller said is overwritten.

use domain::label::Span;
use domain::operation::Action;
use domain::scale::{Grade, Judgement};
use store::{AddedLabel, NewLabel, Store};

use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases_with_sql! {
    the_evidence_of_a_second_line_for_a_pair_is_added_to_the_label,
    another_grade_for_a_pair_is_told_apart_and_changes_nothing,
    labels_that_were_stored_and_not_completed_are_completed_by_the_same_file_again,
    a_file_completes_no_query_that_its_labeller_has_at_hand_left_or_was_given_anew,
}

const FIRST: Span = Span { start: 0, end: 4 };
const SECOND: Span = Span { start: 5, end: 6 };

fn line(set: &SeededSet, grade: i16, evidence: &[Span], note: &str) -> NewLabel {
    let judgement = Judgement::Grade(Grade(grade));
    let (query, chunk) = (set.queries[0], set.chunks[0]);
    NewLabel { operation: id(), query, chunk, judgement, mapped_from: None, evidence: evidence.into(), note: note.into() }
}

async fn the_evidence_of_a_second_line_for_a_pair_is_added_to_the_label(store: Store, _: Sql) {
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

async fn another_grade_for_a_pair_is_told_apart_and_changes_nothing(store: Store, _: Sql) {
    let set = SetBuilder::new().create(&store).await;
    keep(&store, set.grade(0, 0, 3, 0)).await;
    let added = store.add_labels(set.id, set.labeller, vec![line(&set, 1, &[SECOND], "other")], NOW).await.expect("added");
    assert_eq!(added, [AddedLabel::Differs]);
    let labels = store.labels(set.queries[0], set.labeller).await.expect("labels");
    assert_eq!((labels[0].judgement, labels[0].evidence.len(), labels[0].revision), (Some(Judgement::Grade(Grade(3))), 0, 1));
}

async fn import(store: &Store, set: &SeededSet, grade: i16) -> AddedLabel {
    let completions = [(set.queries[0], id())].into();
    let labels = vec![line(set, grade, &[], "")];
    store.add_labels_and_complete(set.id, set.labeller, labels, completions, NOW).await.expect("added").labels[0]
}

async fn completed(store: &Store, set: &SeededSet) -> bool {
    store.has_completed(set.queries[0], set.labeller).await.expect("read")
}

async fn labels_that_were_stored_and_not_completed_are_completed_by_the_same_file_again(store: Store, sql: Sql) {
    let set = SetBuilder::new().create(&store).await;
    store.add_labels(set.id, set.labeller, vec![line(&set, 3, &[], "")], NOW).await.expect("added");
    assert!(!completed(&store, &set).await, "the server was killed before it completed the query");
    sql.end_leases().await;
    assert_eq!(import(&store, &set, 1).await, AddedLabel::Differs);
    assert!(!completed(&store, &set).await, "another grade is not what was stored");
    assert_eq!(import(&store, &set, 3).await, AddedLabel::Known);
    assert!(completed(&store, &set).await);
    assert_eq!(import(&store, &set, 3).await, AddedLabel::Known);
    let history = store.history(set.id, set.queries[0], None, 0, 10).await.expect("history");
    assert_eq!(history.len(), 2, "once is enough");
}

async fn a_file_completes_no_query_that_its_labeller_has_at_hand_left_or_was_given_anew(store: Store, _: Sql) {
    let set = SetBuilder::new().create(&store).await;
    keep(&store, set.grade(0, 0, 3, 0)).await;
    assert_eq!(import(&store, &set, 3).await, AddedLabel::Known);
    assert!(!completed(&store, &set).await, "she has it at hand");
    let again = async |grade| {
        let (labels, completions) = (vec![line(&set, grade, &[], "")], [(set.queries[0], id())].into());
        store.add_labels_and_complete(set.id, set.labeller, labels, completions, NOW).await.expect("added").unheard
    };
    assert_eq!((again(3).await, again(1).await), (1, 0), "the import says so, of what is kept");
    for left in [Action::Skip, Action::HandBack { note: String::new() }] {
        keep(&store, set.operation(set.labeller, set.queries[0], left, NOW)).await;
        assert_eq!(import(&store, &set, 3).await, AddedLabel::Known);
        assert!(!completed(&store, &set).await, "she left it");
        keep(&store, set.operation(set.labeller, set.queries[0], Action::Reopen, NOW)).await;
    }
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    assert_eq!(again(3).await, 0, "she is heard from now on");
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Reopen, NOW)).await;
    assert_eq!(import(&store, &set, 3).await, AddedLabel::Known);
    assert!(!completed(&store, &set).await, "she opened it again");
}
