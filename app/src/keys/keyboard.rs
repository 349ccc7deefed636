//! Which presses of the keyboard are single keys, and whether single keys act.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::browser::storage;

/// Whether single keys act, kept in this browser.
const KEYS_OFF: &str = "touchstone.keys-off";
/// The tag of a box that is checked.
const CHECKBOX: &str = "CHECKBOX";
/// The tag of one of several, which arrows choose among.
const RADIO: &str = "RADIO";

/// Whether single keys act, as it was left.
pub fn recall_keys_on(keys_on: RwSignal<bool>) {
    keys_on.set(storage().and_then(|storage| storage.get_item(KEYS_OFF).ok().flatten()).is_none());
}

/// Turns single keys on or off, and remembers it.
pub fn set_keys_on(keys_on: RwSignal<bool>, on: bool) {
    keys_on.set(on);
    if let Some(storage) = storage() {
        let _ = if on { storage.remove_item(KEYS_OFF) } else { storage.set_item(KEYS_OFF, "1") };
    }
}

/// A key that nobody types with and that no button or link acts on itself.
pub fn is_single_key(event: &KeyboardEvent, tag: &str) -> bool {
    let in_field = matches!(tag, "TEXTAREA" | "INPUT" | "SELECT");
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing();
    !(in_field || acts_itself(event, tag) || modified)
}

/// A key that presses the button, the box or the link which has the keyboard.
pub fn acts_itself(event: &KeyboardEvent, tag: &str) -> bool {
    let presses = matches!(event.key().as_str(), " " | "Enter");
    matches!(tag, "BUTTON" | "A" | "SUMMARY" | CHECKBOX) && presses || tag == RADIO && (presses || event.key().starts_with("Arrow"))
}

/// A key that does nothing alone.
pub fn is_modifier(event: &KeyboardEvent) -> bool {
    matches!(event.key().as_str(), "Shift" | "Control" | "Alt" | "Meta" | "CapsLock")
}

/// The tag of what has the keyboard; what is checked is told from a field that is typed in.
pub fn tag_of_target(event: &KeyboardEvent) -> String {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return String::new() };
    match target.dyn_ref::<web_sys::HtmlInputElement>().map(web_sys::HtmlInputElement::type_).as_deref() {
        Some("checkbox") => CHECKBOX.to_owned(),
        Some("radio") => RADIO.to_owned(),
        _ => target.tag_name(),
    }
}

/// Takes the keyboard out of whatever has it.
pub fn leave_field() {
    if let Some(element) = document().active_element().and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.blur();
    }
}
