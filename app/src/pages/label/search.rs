//! The search of the corpus, for what the retriever missed.

use domain::chunk::Chunk;
use domain::operation::{Action, Operation};
use domain::text::{Terms, fold};
use leptos::prelude::*;

use super::screen::{Panel, Screen};
use crate::api::labelling::{Found, search_corpus};
use crate::browser::new_operation_id;
use crate::ui::{ExternalId, MarkedText, Sending, field_value, focus_when_shown};

/// A field, and what it finds; Enter on a result adds it to the pool.
#[component]
pub fn SearchDialog(screen: Screen) -> impl IntoView {
    view! {
        <Show when=move || screen.panel.get() == Panel::Search>
            <SearchPanel screen />
        </Show>
    }
}

#[component]
fn SearchPanel(screen: Screen) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    let found = RwSignal::new(None::<Vec<Found>>);
    let search = Sending::new();
    let ask = move |text: String| async move {
        found.set(Some(search_corpus(screen.set_name(), text).await?));
        Ok(String::new())
    };
    focus_when_shown(field);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        search.send(ask(field_value(field)));
    };
    view! {
        <div class="panel" role="dialog" aria-label="Search the corpus" aria-modal="true">
            <form role="search" on:submit=submit>
                <label for="search">"Search the corpus"</label>
                <input id="search" type="search" node_ref=field autocomplete="off" />
                <button class="button primary">"Search " <kbd>"Enter"</kbd></button>
                <button class="button" type="button" on:click=move |_| screen.panel.set(Panel::None)>
                    "Close "
                    <kbd>"Esc"</kbd>
                </button>
            </form>
            {search.failure()}
            {move || found.get().map(|found| view! { <FoundChunks screen found terms=Terms::of(&field_value(field)) /> })}
        </div>
    }
}

#[component]
fn FoundChunks(screen: Screen, found: Vec<Found>, terms: Terms) -> impl IntoView {
    if found.is_empty() {
        return view! { <p>"No chunk has these words."</p> }.into_any();
    }
    let chunk = |found| view! { <FoundChunk screen found terms=terms.clone() /> };
    view! { <ol class="found">{found.into_iter().map(chunk).collect_view()}</ol> }.into_any()
}

#[component]
fn FoundChunk(screen: Screen, found: Found, terms: Terms) -> impl IntoView {
    let Found { chunk, score } = found;
    let id = chunk.id;
    let number = screen.part(move |session| session.cards.iter().find(|card| card.chunk.id == id).map(|card| card.number));
    let shown = fold(&chunk.text, &terms, 240);
    let text = chunk.text.clone();
    let (title, external_id) = (domain::text::visible(&chunk.title), chunk.external_id.clone());
    let chunk = StoredValue::new(chunk);
    let action = move || match number.get().flatten() {
        Some(Some(number)) => view! { <span class="quiet">{format!("is card {number}")}</span> }.into_any(),
        Some(None) => view! { <span class="quiet">"is a card, and gets its number from the server"</span> }.into_any(),
        None => view! {
            <button type="button" class="button" on:click=move |_| add_to_pool(screen, chunk.get_value())>
                "Add to the pool"
            </button>
        }
        .into_any(),
    };
    view! {
        <li>
            <p class="card-head">
                <bdi class="card-title">{title}</bdi>
                " "
                <ExternalId id=external_id />
                " "
                <span class="score">{format!("{score:.2}")}</span>
            </p>
            <p class="chunk-text">
                <MarkedText text terms evidence=Vec::new() shown />
            </p>
            {action}
        </li>
    }
}

/// Adds a chunk here at once; its number comes with the server's acknowledgement.
fn add_to_pool(screen: Screen, chunk: Chunk) {
    let Some(query) = screen.query() else { return };
    let action = Action::AddToPool { chunk: chunk.id };
    screen.change(|session| session.add_found(chunk));
    screen.outbox.push(vec![Operation { id: new_operation_id(), query, action }]);
}
