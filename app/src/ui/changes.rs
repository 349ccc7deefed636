//! What a page of a set does when something in the set changed: it asks again for what it shows, without moving anything else.

mod stream;

use std::sync::LazyLock;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::stream::Stream;
use crate::Error;
use crate::api::sets::{SetHeading, set_heading};

/// The set's heading as it was asked for last, and how often that was; islands share it.
static NEWEST: LazyLock<ArcRwSignal<(u32, Option<SetHeading>)>> = LazyLock::new(|| ArcRwSignal::new((0, None)));

/// Follows the set while the page is visible, and says when a query was given to the viewer by hand.
#[island]
pub fn FollowSet(
    set: String,
    /// How many queries wait that were given to the viewer by hand.
    given: i64,
) -> impl IntoView {
    let said = RwSignal::new("");
    let given = StoredValue::new(given);
    let changed = {
        let set = set.clone();
        move || {
            let set = set.clone();
            spawn_local(async move {
                let Ok(heading) = set_heading(set).await else { return };
                let before = given.try_update_value(|given| std::mem::replace(given, heading.given));
                if before.is_some_and(|before| before < heading.given) {
                    let _ = said.try_set("A query was given to you to label.");
                }
                NEWEST.update(|(asked, newest)| {
                    *asked += 1;
                    *newest = Some(heading);
                });
            });
        }
    };
    Effect::new(move |_| Stream::follow(&format!("/sets/{set}/events"), changed.clone()));
    view! {
        <p class="visually-hidden" role="status">
            {said}
        </p>
    }
}

/// A number of the set's heading as it is now.
pub fn heading_count(first: i64, count: fn(&SetHeading) -> i64) -> RwSignal<i64> {
    let now = RwSignal::new(first);
    Effect::new(move |_| {
        if let Some(newest) = NEWEST.with(|(_, heading)| heading.as_ref().map(count)) {
            now.set(newest);
        }
    });
    now
}

/// What a page shows, asked for again whenever something in the set changed.
pub fn asked_again<T, F>(first: T, ask: impl Fn() -> F + 'static) -> RwSignal<T>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + 'static,
{
    let now = RwSignal::new(first);
    when_changed(move || {
        let answer = ask();
        spawn_local(async move {
            if let Ok(newest) = answer.await {
                let _ = now.try_set(newest);
            }
        });
    });
    now
}

/// Calls `then` whenever something in the set changed.
pub fn when_changed(then: impl Fn() + 'static) {
    Effect::new(move |before: Option<u32>| {
        let asked = NEWEST.with(|(asked, _)| *asked);
        if before.is_some_and(|before| before != asked) {
            then();
        }
        asked
    });
}
