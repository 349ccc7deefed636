//! The keys, all of them on request and the commonest in one line.

use leptos::prelude::*;

use super::command::Command;
use super::dispatch::dispatch;
use super::keyboard::set_keys_on;
use super::keys::{Binding, bindings};
use super::screen::{Panel, Screen};

/// The commonest keys, in one line at the bottom.
#[component]
pub fn HintLine(screen: Screen) -> impl IntoView {
    let bindings = screen.set.with_value(|set| bindings(&set.settings.scale));
    let hints = bindings.chunk_by(|one, next| one.hint == next.hint).filter_map(hint);
    view! {
        <footer class="hint-line" hidden=move || !screen.keys_on.get()>
            {hints.collect_view()}
        </footer>
    }
}

/// A place of the line: the first key of each binding, of many the first and the last.
fn hint(bindings: &[Binding]) -> Option<impl IntoView + use<>> {
    let what = bindings.first()?.hint?;
    let keys: Vec<String> = bindings.iter().filter_map(|binding| binding.printed().next()).collect();
    let keys = match keys.as_slice() {
        [first, .., last] if keys.len() > 2 => format!("{first}–{last}"),
        few => few.join(" "),
    };
    Some(view! {
        <span>
            <kbd>{keys}</kbd>
            " "
            {what}
        </span>
    })
}

/// All keys, and the switch that turns them off.
#[component]
pub fn HelpDialog(screen: Screen) -> impl IntoView {
    let close = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if let Some(close) = close.get() {
            let _ = close.focus();
        }
    });
    view! {
        <Show when=move || screen.panel.get() == Panel::Help>
            <div class="panel" role="dialog" aria-label="Keys" aria-modal="true">
                <h2>"Keys"</h2>
                <KeyList screen />
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || screen.keys_on.get()
                        on:change=move |event| set_keys_on(screen, event_target_checked(&event))
                    />
                    "Single keys act. While you type in a field they never do."
                </label>
                <button class="button" type="button" node_ref=close on:click=move |_| dispatch(screen, Command::Help)>
                    "Close "
                    <kbd>"Esc"</kbd>
                </button>
            </div>
        </Show>
    }
}

#[component]
fn KeyList(screen: Screen) -> impl IntoView {
    let key = |key: String| {
        view! {
            <kbd>{key}</kbd>
            " "
        }
    };
    let row = move |binding: Binding| {
        view! {
            <div>
                <dt>{binding.printed().map(key).collect_view()}</dt>
                <dd>{binding.help}</dd>
            </div>
        }
    };
    let bindings = screen.set.with_value(|set| bindings(&set.settings.scale));
    view! { <dl class="keys">{bindings.into_iter().map(row).collect_view()}</dl> }
}
