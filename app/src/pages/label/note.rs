//! A labeller's note on a chunk: what they wanted to say about it, for whoever reads the label later.

use leptos::prelude::*;

use super::screen::{Panel, Screen};
use crate::ui::{field_value, focus_when_shown};

/// The note of a card, and the field to write it in when the card is at hand.
#[component]
pub fn NoteLine(screen: Screen, at: usize) -> impl IntoView {
    let note = screen.part(move |session| session.cards.get(at).map(|card| card.value.note.clone()).unwrap_or_default());
    let note = move || note.get().unwrap_or_default();
    let at_hand = screen.part(move |session| session.focus == at);
    let writing = move || screen.panel.get() == Panel::Note && at_hand.get() == Some(true);
    view! {
        <p class="note" hidden=move || note().is_empty() || writing()>
            "Note: "
            <bdi>{move || domain::text::visible(&note())}</bdi>
        </p>
        <Show when=writing>
            <NoteField screen note=note() />
        </Show>
    }
}

/// The field; Enter keeps what it says, Esc leaves the note as it was.
#[component]
fn NoteField(screen: Screen, note: String) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    focus_when_shown(field);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        screen.do_step(|session| session.note(&field_value(field)));
        screen.panel.set(Panel::None);
        crate::keys::keyboard::leave_field();
    };
    view! {
        <form class="note-field" on:submit=submit>
            <input
                node_ref=field
                prop:value=note
                aria-label="Note on this chunk"
                placeholder="What should be known about this label? Empty takes the note away."
                autocomplete="off"
            />
            <button class="button">"Keep " <kbd>"Enter"</kbd></button>
        </form>
    }
}
