//! The keyboard.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::browser::storage;
use super::command::Command;
use super::dispatch::{dispatch, submit_answer};
use super::keys::command_for_key;
use super::screen::{Panel, Screen};
use super::selection;

/// Whether single keys act, kept in this browser.
const KEYS_OFF: &str = "touchstone.keys-off";
/// The tag of a box that is checked.
const CHECKBOX: &str = "CHECKBOX";

/// Listens until the page goes.
pub fn listen(screen: Screen) {
    let keyboard = window_event_listener(leptos::ev::keydown, move |event| pressed(screen, &event));
    on_cleanup(move || keyboard.remove());
}

/// Whether single keys act, as it was left.
pub fn recall_keys_on(screen: Screen) {
    screen.keys_on.set(storage().and_then(|storage| storage.get_item(KEYS_OFF).ok().flatten()).is_none());
}

/// Turns single keys on or off, and remembers it.
pub fn set_keys_on(screen: Screen, on: bool) {
    screen.keys_on.set(on);
    if let Some(storage) = storage() {
        let _ = if on { storage.remove_item(KEYS_OFF) } else { storage.set_item(KEYS_OFF, "1") };
    }
}

fn pressed(screen: Screen, event: &web_sys::KeyboardEvent) {
    let tag = tag_of_target(event);
    if event.key() == "Escape" {
        screen.question.set(None);
        screen.panel.set(Panel::None);
        selection::leave_field();
    } else if completes(screen, event, &tag) {
        event.prevent_default();
        selection::leave_field();
        submit_answer(screen);
        dispatch(screen, Command::Complete);
    } else if let Some(command) = command_of(screen, event, &tag) {
        event.prevent_default();
        dispatch(screen, command);
    } else if !is_modifier(event) && !acts_itself(event, &tag) {
        screen.question.set(None);
    }
}

/// What a single key asks for now.
fn command_of(screen: Screen, event: &web_sys::KeyboardEvent, tag: &str) -> Option<Command> {
    if !screen.keys_on.get_untracked() || !is_single_key(event, tag) {
        return None;
    }
    let command = screen.set.with_value(|set| command_for_key(&event.key(), &set.settings.scale))?;
    let panel = screen.panel.get_untracked();
    (panel == Panel::None || (panel == Panel::Help && command == Command::Help)).then_some(command)
}

/// Ctrl-Enter in the answer's field.
fn completes(screen: Screen, event: &web_sys::KeyboardEvent, tag: &str) -> bool {
    event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && tag == "TEXTAREA" && screen.panel.get_untracked() == Panel::None
}

/// A key that nobody types with and that no button or link acts on itself.
fn is_single_key(event: &web_sys::KeyboardEvent, tag: &str) -> bool {
    let in_field = matches!(tag, "TEXTAREA" | "INPUT" | "SELECT");
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing();
    !(in_field || acts_itself(event, tag) || modified)
}

/// A key that presses the button, the box or the link which has the keyboard.
fn acts_itself(event: &web_sys::KeyboardEvent, tag: &str) -> bool {
    matches!(tag, "BUTTON" | "A" | "SUMMARY" | CHECKBOX) && matches!(event.key().as_str(), " " | "Enter")
}

/// A key that does nothing alone.
fn is_modifier(event: &web_sys::KeyboardEvent) -> bool {
    matches!(event.key().as_str(), "Shift" | "Control" | "Alt" | "Meta" | "CapsLock")
}

/// The tag of what has the keyboard; a box that is checked is told from a field that is typed in.
fn tag_of_target(event: &web_sys::KeyboardEvent) -> String {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return String::new() };
    match target.dyn_ref::<web_sys::HtmlInputElement>() {
        Some(input) if input.type_() == "checkbox" => CHECKBOX.to_owned(),
        _ => target.tag_name(),
    }
}
