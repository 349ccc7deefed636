//! What the linter finds in a set is looked for once, and again when the set changed; nobody waits for a large set.

use std::time::Duration;

use domain::timestamp::Timestamp;
use serde_json::{Value, json};
use store::{DisputedChunks, Freezing, NewVersion, OnErrors, Result, Store};
use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::seed::{Closed, Gate, PATIENCE, SeededSet, SetBuilder, id, keep};
use crate::test_app::TestApp;

/// Where freezes of other sets stand still, as many as may look at queries at once: whoever looks now waits for them.
static GATE: Gate = Gate::stops_at(1);

const VERSIONS: &str = "/sets/a-set/versions";

/// Freezes that hold up the linter.
struct Busy {
    gate: Closed<'static>,
    freezes: Vec<JoinHandle<Result<Freezing>>>,
}

impl Busy {
    async fn begin(store: &Store) -> Self {
        let gate = GATE.close().await;
        let mut freezes = Vec::new();
        for _ in 0..2 {
            let name = format!("other-{}", id::<uuid::Uuid>());
            let set = SetBuilder::new().named(&name).completed(0, "lena", 3, "So [1].").create(store).await;
            let (clock, errors) = (|| Timestamp(0), OnErrors::LeaveOut);
            let new = NewVersion {
                id: id(),
                note: String::new(),
                author: None,
                clock,
                errors,
                disputed: DisputedChunks::LeaveOutQuery,
                new_salt: || GATE.salt(),
            };
            let store = store.clone();
            freezes.push(tokio::spawn(async move { store.freeze(set.id, new).await }));
        }
        gate.reached_by(2).await;
        Self { gate, freezes }
    }

    async fn end(self) {
        self.gate.open();
        for freeze in self.freezes {
            freeze.await.expect("no panic").expect("frozen");
        }
    }
}

/// A set that is too large to be checked while its reader waits.
async fn large(store: &Store) -> SeededSet {
    SetBuilder::new().queries(501).completed(0, "lena", 3, "So [1].").create(store).await
}

/// What is known of the next version.
async fn known(app: &TestApp) -> Value {
    app.viewer().post_json("/api/next_version", json!({ "set": "a-set" })).await.ok().json()
}

/// The same once nothing is checked.
async fn checked(app: &TestApp) -> Value {
    let ended = async {
        loop {
            let next = known(app).await;
            if next["checking"] == json!(false) {
                return next["found"].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("the set is checked")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_is_checked_once_however_many_look_at_it() {
    static CLOCK: Clock = Clock::new();
    let app = TestApp::by_clock(|| CLOCK.now()).await;
    large(&app.store).await;
    let (busy, began) = (Busy::begin(&app.store).await, CLOCK.now());
    for _ in 0..6 {
        app.viewer().get(VERSIONS).await.ok().contains("Being checked").lacks("0 errors, ");
        CLOCK.forward(60);
    }
    busy.end().await;
    let found = checked(&app).await;
    assert_eq!((&found["made_at"], &found["counts"]["errors"]), (&json!(began), &json!(0)));
    app.viewer().get(VERSIONS).await.ok().contains("0 errors, ").lacks("Being checked");
    assert_eq!(checked(&app).await, found, "it did not change, and is not checked again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_that_changed_is_checked_again_and_meanwhile_the_page_says_what_was_found_and_how_much_changed() {
    static CLOCK: Clock = Clock::new();
    let app = TestApp::by_clock(|| CLOCK.now()).await;
    let set = large(&app.store).await;
    app.viewer().get(VERSIONS).await.ok();
    assert_eq!(checked(&app).await["counts"]["errors"], json!(0));

    let busy = Busy::begin(&app.store).await;
    keep(&app.store, set.grade(0, 0, 0, 1)).await;
    CLOCK.forward(60);
    app.viewer().get(VERSIONS).await.ok().contains("; 1 change since.").contains("0 errors, ").contains("Being checked");
    keep(&app.store, set.grade(0, 0, 1, 2)).await;
    app.viewer().get(VERSIONS).await.ok().contains("; 2 changes since.").contains("0 errors, ").contains("Being checked");
    busy.end().await;

    let found = checked(&app).await;
    assert_eq!((&found["counts"]["errors"], &found["changes_since"]), (&json!(1), &json!(0)));
    app.viewer().get(VERSIONS).await.ok().contains("1 error, ").lacks("since.").lacks("Being checked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_looks_at_a_small_set_waits_for_what_the_linter_finds() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&app.store).await;
    app.viewer().get(VERSIONS).await.ok().contains("0 errors, ").lacks("Being checked");
    keep(&app.store, set.grade(0, 0, 0, 1)).await;
    app.viewer().get(VERSIONS).await.ok().contains("1 error, ").lacks("Being checked");
}
