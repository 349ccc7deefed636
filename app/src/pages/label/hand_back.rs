//! Handing the query back, with a word to the reviewer.

use leptos::prelude::*;

use super::screen::{Panel, Screen};
use super::travel;
use crate::ui::field_value;

/// The note to the reviewer, which may stay empty.
#[component]
pub fn HandBackField(screen: Screen) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    Effect::new(move |_| {
        if let (Panel::HandBack, Some(field)) = (screen.panel.get(), field.get()) {
            let _ = field.focus();
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        screen.panel.set(Panel::None);
        super::dispatch::submit_answer(screen);
        screen.do_step(|session| session.hand_back(&field_value(field)));
        crate::keys::keyboard::leave_field();
        travel::go_to_next(screen);
    };
    view! {
        <Show when=move || screen.panel.get() == Panel::HandBack>
            <form class="flag-field" on:submit=submit>
                <label for="hand-back">"Hand the query back. What should the reviewer know?"</label>
                <input id="hand-back" node_ref=field autocomplete="off" maxlength="500" />
                <button class="button">"Hand back " <kbd>"Enter"</kbd></button>
            </form>
        </Show>
    }
}
