//! A form's field.

use leptos::html::Input;
use leptos::prelude::*;

/// What stands in a field; nothing while it is not on the page.
pub fn field_value(field: NodeRef<Input>) -> String {
    field.get().map(|field| field.value()).unwrap_or_default()
}

/// Puts the keyboard into a field when it comes onto the page.
pub fn focus_when_shown(field: NodeRef<Input>) {
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
}
