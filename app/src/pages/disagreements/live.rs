//! Brings the page to life in the browser.

use leptos::prelude::*;

use super::keyboard;
use super::screen::Screen;
use super::travel;
use crate::api::disagreements::QueueCounts;
use crate::browser::storage;
use crate::keys::keyboard::recall_keys_on;

/// Whether names are hidden, kept in this browser.
const NAMES_HIDDEN: &str = "touchstone.names-hidden";

/// Recalls what this browser keeps, listens to the keyboard, and looks again where the queue was empty and something changed.
pub fn bring_to_life(screen: Screen) {
    Effect::new(move |_| untrack(|| begin(screen)));
    Effect::new(move |_| keyboard::listen(screen));
    Effect::new(move |before: Option<QueueCounts>| {
        let now = screen.counts.get();
        let changed = before.is_some_and(|before| before != now);
        if changed && untrack(|| screen.case().is_none()) {
            untrack(|| travel::look_again(screen));
        }
        now
    });
}

fn begin(screen: Screen) {
    recall_keys_on(screen.keys_on);
    screen.names_hidden.set(storage().and_then(|storage| storage.get_item(NAMES_HIDDEN).ok().flatten()).is_some());
    screen.done.recall();
    if let Some(case) = screen.settled.get_untracked() {
        screen.done.push(case, None);
    }
}

/// Hides names, or shows them, and remembers it.
pub fn set_names_hidden(screen: Screen, hidden: bool) {
    screen.names_hidden.set(hidden);
    if let Some(storage) = storage() {
        let _ = if hidden { storage.set_item(NAMES_HIDDEN, "1") } else { storage.remove_item(NAMES_HIDDEN) };
    }
}
