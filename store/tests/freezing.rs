//! A freeze disturbs nobody and nobody disturbs it: it is of one moment, and it is seen when it is whole or not at all.

use std::time::Duration;

use domain::diff::Diff;
use domain::finding::Rule as LintRule;
use domain::golden_set::Settings;
use domain::id::VersionId;
use domain::scale::Grade;
use domain::timestamp::Timestamp;
use domain::version::Head;
use store::{DisputedChunks, Error, Freezing, NewVersion, OnErrors, Result, Rule, Store};
use tokio::task::JoinHandle;

use crate::databases::on_both_databases;
use crate::seed::{Closed, Gate, NOW, PATIENCE, SeededSet, SetBuilder, id, keep};

on_both_databases! {
    labels_are_saved_while_a_set_is_frozen_and_are_in_the_next_version,
    nothing_is_seen_of_a_version_before_it_is_whole,
    a_query_that_is_erased_while_the_set_is_frozen_is_not_in_the_version,
    a_set_is_frozen_once_at_a_time,
    a_freeze_goes_on_when_who_asked_goes_away,
    a_freeze_that_is_refused_leaves_nothing,
    a_freeze_is_taken_for_left_when_its_lease_ended_and_not_before,
    settings_that_are_changed_while_a_set_is_frozen_are_in_the_next_version,
}

/// Where a freeze stops, when its first 50 items are written.
static GATE: Gate = Gate::stops_at(60);

/// A set of 70 completed queries.
async fn large(store: &Store) -> SeededSet {
    let set = SetBuilder::new().queries(70);
    (0..70).fold(set, |set, query| set.completed(query, "lena", 3, "So [1].")).create(store).await
}

fn new(id: VersionId) -> NewVersion {
    NewVersion {
        id,
        note: String::new(),
        author: None,
        clock: || NOW,
        errors: OnErrors::Refuse,
        disputed: DisputedChunks::LeaveOutQuery,
        new_salt: || GATE.salt(),
    }
}

/// A freeze that stands still in the middle.
struct Begun {
    freeze: JoinHandle<Result<Freezing>>,
    gate: Closed<'static>,
}

impl Begun {
    async fn new(store: &Store, set: &SeededSet, version: VersionId) -> Self {
        let gate = GATE.close().await;
        let (store, set) = (store.clone(), set.id);
        let freeze = tokio::spawn(async move { store.freeze(set, new(version)).await });
        gate.reached_by(1).await;
        Self { freeze, gate }
    }

    /// The version once it went on.
    async fn ended(self) -> Head {
        self.gate.open();
        match self.freeze.await.expect("no panic").expect("an answer") {
            Freezing::Frozen(head) => *head,
            Freezing::Refused(errors) => panic!("refused: {errors:?}"),
        }
    }
}

async fn labels_are_saved_while_a_set_is_frozen_and_are_in_the_next_version(store: Store) {
    let set = large(&store).await;
    let freeze = Begun::new(&store, &set, id()).await;
    // The first was gathered before, the second is gathered later. Neither label waits for the freeze, which stands still.
    for query in [0, 69] {
        tokio::time::timeout(PATIENCE / 2, keep(&store, set.grade(query, 0, 2, 1))).await.expect("it does not wait for the freeze");
    }
    let first = freeze.ended().await;
    let second = set.freeze(&store).await;
    let version = async |number| store.version(set.id, number).await.expect("read").expect("the version");
    let mut diff = Diff::default();
    store.diff(version(1).await.id, version(2).await.id, |_, of_query| diff.append(of_query)).await.expect("a diff");
    let changed: Vec<_> = diff.grades.changed.iter().map(|change| (change.query_id.as_str(), change.from, change.to)).collect();
    assert_eq!(changed, [("q0", Some(Grade(3)), Some(Grade(2))), ("q69", Some(Grade(3)), Some(Grade(2)))]);
    assert_eq!((first.version, first.parent, second.version, second.parent), (1, None, 2, Some(1)));
}

async fn nothing_is_seen_of_a_version_before_it_is_whole(store: Store) {
    let set = large(&store).await;
    let freeze = Begun::new(&store, &set, id()).await;
    assert!(store.versions(set.id, None).await.expect("versions").is_empty());
    assert_eq!(store.version(set.id, 1).await.expect("read"), None);
    assert_eq!(freeze.ended().await.counts.queries, 70);
    assert_eq!(store.versions(set.id, None).await.expect("versions").len(), 1);
}

async fn a_query_that_is_erased_while_the_set_is_frozen_is_not_in_the_version(store: Store) {
    let set = large(&store).await;
    let version = id();
    let freeze = Begun::new(&store, &set, version).await;
    for query in [0, 69] {
        assert!(store.erase_query(set.id, set.queries[query]).await.expect("erased"));
    }
    assert_eq!(store.erased(version).await.expect("counted"), 1, "what was written of it is gone at once");
    let head = freeze.ended().await;
    assert_eq!((head.counts.queries, head.counts.left_out), (68, 0));
    assert_eq!(store.erased(version).await.expect("counted"), 0);
    let text = set.export(&store, 1).await;
    assert!(!text.contains("\"q0\"") && !text.contains("\"q69\""), "{text}");
}

async fn a_set_is_frozen_once_at_a_time(store: Store) {
    let set = large(&store).await;
    let freeze = Begun::new(&store, &set, id()).await;
    let second = store.freeze(set.id, new(id())).await;
    assert!(matches!(second, Err(Error::Conflict(Rule::FreezeOnce))), "{second:?}");
    let other = SetBuilder::new().named("other").completed(0, "lena", 3, "So [1].").create(&store).await;
    assert_eq!(other.freeze(&store).await.version, 1, "another set does not wait");
    assert_eq!(freeze.ended().await.version, 1);
    assert_eq!(set.freeze(&store).await.version, 2);
}

async fn a_freeze_goes_on_when_who_asked_goes_away(store: Store) {
    let set = large(&store).await;
    let freeze = Begun::new(&store, &set, id()).await;
    let Begun { freeze, gate } = freeze;
    freeze.abort();
    assert!(freeze.await.is_err(), "who asked is gone");
    gate.open();
    let whole = async {
        while store.version(set.id, 1).await.expect("read").is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, whole).await.expect("the version is there");
}

async fn a_freeze_that_is_refused_leaves_nothing(store: Store) {
    let set = large(&store).await;
    keep(&store, set.grade(69, 0, 0, 1)).await;
    let version = id();
    let new = |errors| NewVersion { errors, new_salt: || "5a17".into(), ..new(version) };
    let Freezing::Refused(errors) = store.freeze(set.id, new(OnErrors::Refuse)).await.expect("an answer") else { panic!("it is refused") };
    assert_eq!(errors.iter().map(|error| error.rule).collect::<Vec<_>>(), [LintRule::AnswerableWithoutRelevant]);
    assert!(store.version_items(version, 0).await.expect("read").1.is_empty());
    assert!(matches!(store.freeze(set.id, new(OnErrors::LeaveOut)).await.expect("an answer"), Freezing::Frozen(_)), "the id is free again");
}

async fn a_freeze_is_taken_for_left_when_its_lease_ended_and_not_before(store: Store) {
    let set = large(&store).await;
    let version = id();
    let freeze = Begun::new(&store, &set, version).await;
    store.sweep_freezes(NOW.plus_seconds(200)).await.expect("swept");
    assert!(!store.version_items(version, 0).await.expect("read").1.is_empty(), "it is held");
    store.sweep_freezes(NOW.plus_seconds(400)).await.expect("swept");
    assert!(store.version_items(version, 0).await.expect("read").1.is_empty(), "it is left");
    assert_eq!(freeze.ended().await.counts.queries, 70, "it begins again when it finds that out");
    store.sweep_freezes(Timestamp(i64::MAX)).await.expect("swept");
    assert_eq!(store.version_items(version, 0).await.expect("read").1.len(), 70, "a version is never swept");
}

async fn settings_that_are_changed_while_a_set_is_frozen_are_in_the_next_version(store: Store) {
    let set = large(&store).await;
    let freeze = Begun::new(&store, &set, id()).await;
    let settings = Settings { cutoff: Grade(3), title: "Another".into(), ..set.golden_set.settings.clone() };
    store.put_settings(set.id, set.golden_set.revision, settings).await.expect("changed");
    let (first, second) = (freeze.ended().await, set.freeze(&store).await);
    assert_eq!((first.cutoff, first.title.as_str()), (Grade(2), "A set"));
    assert_eq!((second.cutoff, second.title.as_str()), (Grade(3), "Another"));
}
