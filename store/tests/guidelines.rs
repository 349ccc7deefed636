//! Guidelines have versions, and what is labelled knows under which.

use domain::golden_set::{NewSet, Settings};
use domain::guideline::{AddedGuideline, Guideline};
use domain::member::Member;
use domain::operation::Action;
use domain::role::Role;
use domain::scale::{Grade, Judgement, Scale};
use store::{Error, NewGuideline, NewLabel, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SeededSet, SetBuilder, id, keep, labeller};

on_both_databases! {
    a_text_becomes_the_next_version_and_the_same_text_none,
    of_two_who_saw_the_same_version_one_adds_the_next,
    versions_that_race_have_numbers_without_a_gap,
    what_is_labelled_knows_its_guidelines,
    labels_of_a_file_are_given_under_the_guidelines_in_force,
    settings_change_without_the_guidelines,
    a_set_that_is_made_with_guidelines_has_their_first_version,
    a_version_records_the_guidelines_it_was_frozen_under,
}

fn text(set: &SeededSet, text: &str, base: i32) -> NewGuideline {
    NewGuideline { set: set.id, text: text.into(), base, author: Some(set.labeller), at: NOW }
}

/// Adds a version, which must be new.
async fn add(store: &Store, set: &SeededSet, words: &str, base: i32) {
    assert_eq!(store.add_guideline(text(set, words, base)).await.expect("answered"), AddedGuideline::New(base + 1));
}

async fn a_text_becomes_the_next_version_and_the_same_text_none(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let answered = store.add_guideline(text(&set, "", 0)).await.expect("answered");
    assert_eq!(answered, AddedGuideline::Known(0), "no guidelines are what there is");
    add(&store, &set, "Grade it.", 0).await;
    let before = store.set_revision(set.id).await.expect("a revision");
    for base in [0, 1] {
        assert_eq!(store.add_guideline(text(&set, "Grade it.", base)).await.expect("answered"), AddedGuideline::Known(1));
    }
    assert_eq!(store.set_revision(set.id).await.expect("a revision"), before);
    add(&store, &set, "Grade it well.", 1).await;
    assert_ne!(store.set_revision(set.id).await.expect("a revision"), before, "a version of the set would name it");
    let now = store.set_by_id(set.id).await.expect("read").expect("the set");
    assert_eq!((now.guideline, now.settings.guidelines.as_str(), now.revision), (2, "Grade it well.", set.golden_set.revision));
    let first = Guideline { number: 1, text: "Grade it.".into(), author: Some("lena".into()), at: NOW };
    assert_eq!(store.guideline(set.id, 1).await.expect("read"), Some(first));
    let listed = store.guidelines(set.id, 1).await.expect("listed");
    assert_eq!((listed.total, listed.rows.iter().map(|entry| entry.number).collect::<Vec<_>>()), (2, vec![2, 1]));
}

async fn of_two_who_saw_the_same_version_one_adds_the_next(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    add(&store, &set, "hers", 0).await;
    let AddedGuideline::Outdated(Some(theirs)) = store.add_guideline(text(&set, "mine", 0)).await.expect("answered") else {
        panic!("the second one saw what is no more in force")
    };
    assert_eq!((theirs.number, theirs.text.as_str()), (1, "hers"));
    assert_eq!(store.guidelines(set.id, 1).await.expect("listed").total, 1, "nothing of it was written");
    let other = SetBuilder::new().named("another").create(&store).await;
    let answered = store.add_guideline(text(&other, "mine", 1)).await.expect("answered");
    assert_eq!(answered, AddedGuideline::Outdated(None), "guidelines are of their set");
}

async fn versions_that_race_have_numbers_without_a_gap(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let tries = (0..8).map(|n| store.add_guideline(text(&set, &format!("text {n}"), 0)));
    let answers: Vec<_> = futures(tries).await;
    let new = answers.iter().filter(|answer| **answer == AddedGuideline::New(1)).count();
    let outdated = answers.iter().filter(|answer| matches!(answer, AddedGuideline::Outdated(Some(_)))).count();
    assert_eq!((new, outdated, store.guidelines(set.id, 1).await.expect("listed").total), (1, 7, 1));
}

async fn futures(tries: impl Iterator<Item = impl Future<Output = store::Result<AddedGuideline>>>) -> Vec<AddedGuideline> {
    futures_util::future::join_all(tries).await.into_iter().map(|answer| answer.expect("answered")).collect()
}

async fn what_is_labelled_knows_its_guidelines(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    assert_eq!(store.last_guideline(set.id, set.labeller).await.expect("read"), None);
    keep(&store, set.grade(0, 0, 3, 0)).await;
    assert_eq!(store.last_guideline(set.id, set.labeller).await.expect("read"), Some(0));
    add(&store, &set, "Grade it.", 0).await;
    keep(&store, set.grade(0, 1, 3, 0)).await;
    keep(&store, set.operation(set.labeller, set.queries[0], set.answer("So [1].", None), NOW)).await;
    add(&store, &set, "Grade it well.", 1).await;
    keep(&store, set.grade(0, 0, 2, 1)).await;
    let history = store.history(set.id, set.queries[0], None, 0, 10).await.expect("read");
    assert_eq!(history.iter().map(|entry| entry.guideline).collect::<Vec<_>>(), [0, 1, 1, 2]);
    assert_eq!(store.last_guideline(set.id, set.labeller).await.expect("read"), Some(2));
    let viewer = Member { id: id(), name: "vera".into(), role: Role::Viewer };
    let counted = async |member: &Member| store.labels_by_guideline(set.id, member).await.expect("counted");
    assert_eq!(counted(&viewer).await, [(1, 1), (2, 1)], "a label that was changed counts once, where it was given last");
    let omar = Member { id: labeller(&store, "omar").await, name: "omar".into(), role: Role::Labeller };
    assert_eq!(counted(&omar).await, [], "what he is asked to label is not counted for him");
    let labels = store.labels(set.queries[0], set.labeller).await.expect("read");
    let under: Vec<_> =
        set.chunks.iter().map(|chunk| labels.iter().find(|label| label.chunk == *chunk).map(|label| label.guideline)).collect();
    assert_eq!(under, [Some(2), Some(1)]);
    let cleared =
        Action::Judge { chunk: set.chunks[1], judgement: None, evidence: vec![], note: String::new(), prelabel_visible: false, base: 1 };
    keep(&store, set.operation(set.labeller, set.queries[0], cleared, NOW)).await;
    assert_eq!(counted(&viewer).await, [(2, 1)], "what was taken back is no label");
}

async fn labels_of_a_file_are_given_under_the_guidelines_in_force(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    add(&store, &set, "Grade it.", 0).await;
    let omar = labeller(&store, "omar").await;
    let (query, chunk, judgement) = (set.queries[0], set.chunks[0], Judgement::Grade(Grade(3)));
    let label = NewLabel { operation: id(), query, chunk, judgement, mapped_from: None, evidence: vec![], note: String::new() };
    store.add_labels(set.id, omar, vec![label], NOW).await.expect("added");
    assert_eq!(store.labels(query, omar).await.expect("read")[0].guideline, 1);
    let viewer = Member { id: id(), name: "vera".into(), role: Role::Viewer };
    assert_eq!(store.labels_by_guideline(set.id, &viewer).await.expect("counted"), [(1, 1)]);
}

async fn settings_change_without_the_guidelines(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    add(&store, &set, "Grade it.", 0).await;
    let settings = |guidelines: &str, k| Settings { guidelines: guidelines.into(), k, ..set.golden_set.settings.clone() };
    let refused = store.put_settings(set.id, 1, settings("Grade it otherwise.", 5)).await;
    assert!(matches!(&refused, Err(Error::Invalid(why)) if why.to_string().contains("add_guideline")), "{refused:?}");
    store.put_settings(set.id, 1, settings("", 6)).await.expect("changed");
    store.put_settings(set.id, 2, settings("Grade it.", 7)).await.expect("changed");
    let now = store.set_by_id(set.id).await.expect("read").expect("the set");
    assert_eq!((now.guideline, now.settings), (1, settings("Grade it.", 7)));
}

async fn a_set_that_is_made_with_guidelines_has_their_first_version(store: Store) {
    let settings = Settings { guidelines: "Grade it.".into(), ..Settings::usual("A set".into(), Scale::graded()) };
    let new = NewSet { id: id(), name: "made".parse().expect("a name"), settings: settings.clone(), created_at: NOW };
    store.add_set(new.clone()).await.expect("made");
    let set = store.set("made").await.expect("read").expect("the set");
    assert_eq!((set.guideline, set.settings), (1, settings));
    let first = Guideline { number: 1, text: "Grade it.".into(), author: None, at: NOW };
    assert_eq!(store.guideline(new.id, 1).await.expect("read"), Some(first));
}

async fn a_version_records_the_guidelines_it_was_frozen_under(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    let head = set.freeze(&store).await;
    assert_eq!(head.guideline, 0);
    add(&store, &set, "Grade it.", 0).await;
    let next = set.freeze(&store).await;
    assert_eq!(next.guideline, 1);
    assert_ne!(head.guidelines_sha256, next.guidelines_sha256);
}
