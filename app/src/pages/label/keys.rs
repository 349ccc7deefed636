//! The keyboard.

use domain::id::UserId;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::command::Command;
use super::outbox::storage;
use super::perform::{perform, submit_answer};
use super::screen::{Panel, Screen};
use super::{selection, travel};

/// Whether single keys act, kept in this browser.
const KEYS_OFF: &str = "touchstone.keys-off";

/// Brings the page to life: opens the outbox, catches up with it, fetches ahead, and listens to the keyboard.
pub fn listen(screen: Screen, labeller: UserId) {
    Effect::new(move |_| untrack(|| begin(screen, labeller.to_string())));
    Effect::new(move |_| {
        let keyboard = window_event_listener(leptos::ev::keydown, move |event| pressed(screen, &event));
        on_cleanup(move || keyboard.remove());
    });
    // Whatever moves the focus, the card at hand keeps its height; the first sight of a query starts at the top.
    let at_hand = screen.part(|session| (session.query.id, session.focus, session.cards.get(session.focus).map(|card| card.entry.number)));
    Effect::new(move |before: Option<Option<_>>| {
        let now = at_hand.get();
        if let (Some(Some((query, focus, _))), Some((next_query, next_focus, Some(number)))) = (before, now)
            && query == next_query
            && focus != next_focus
        {
            request_animation_frame(move || selection::hold_height(number));
        }
        now
    });
}

fn begin(screen: Screen, labeller: String) {
    screen.keys_on.set(storage().and_then(|storage| storage.get_item(KEYS_OFF).ok().flatten()).is_none());
    screen.outbox.open(labeller, Callback::new(move |(operation, outcome)| screen.acknowledge(&operation, outcome)));
    screen.session.update(|session| {
        if let Some(session) = session {
            travel::catch_up(screen, session);
        }
    });
    travel::recall_steps(screen);
    if let Some(query) = screen.query() {
        travel::set_address(screen, Some(query));
        travel::fetch_ahead(screen);
    }
}

/// Turns single keys on or off, and remembers it.
pub fn set_keys(screen: Screen, on: bool) {
    screen.keys_on.set(on);
    if let Some(storage) = storage() {
        let _ = if on { storage.remove_item(KEYS_OFF) } else { storage.set_item(KEYS_OFF, "1") };
    }
}

fn pressed(screen: Screen, event: &web_sys::KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let tag = target.as_ref().map(web_sys::Element::tag_name).unwrap_or_default();
    if event.key() == "Escape" {
        screen.panel.set(Panel::None);
        selection::leave_field();
        return;
    }
    if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && tag == "TEXTAREA" && screen.panel.get_untracked() == Panel::None
    {
        event.prevent_default();
        selection::leave_field();
        submit_answer(screen);
        return perform(screen, Command::Complete);
    }
    let in_field = matches!(tag.as_str(), "TEXTAREA" | "INPUT" | "SELECT");
    let acts_itself = matches!(tag.as_str(), "BUTTON" | "A" | "SUMMARY") && matches!(event.key().as_str(), " " | "Enter");
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing();
    if in_field || acts_itself || modified || !screen.keys_on.get_untracked() {
        return;
    }
    let panel = screen.panel.get_untracked();
    let Some(command) = Command::of_key(&event.key(), screen.set.with_value(|set| set.settings.scale.top())) else { return };
    if panel == Panel::None || (panel == Panel::Help && command == Command::Help) {
        event.prevent_default();
        perform(screen, command);
    }
}
