//! The keys, all of them on request and the commonest in one line.

use leptos::prelude::*;

use super::command::{Command, KEYS};
use super::keys::set_keys;
use super::perform::perform;
use super::screen::{Panel, Screen};

/// The commonest keys, in one line at the bottom.
#[component]
pub fn HintLine(screen: Screen) -> impl IntoView {
    let hints = [
        ("j k", "chunk"),
        ("0–3", "grade"),
        ("Space", "accept"),
        ("e", "evidence"),
        ("a", "answer"),
        ("/", "search"),
        ("u", "undo"),
        ("n", "next"),
        ("?", "all keys"),
    ];
    let hint = |(keys, what): (&'static str, &'static str)| {
        view! {
            <span>
                <kbd>{keys}</kbd>
                " "
                {what}
            </span>
        }
    };
    view! {
        <footer class="hint-line" hidden=move || !screen.keys_on.get()>
            {hints.map(hint).collect_view()}
        </footer>
    }
}

/// All keys, and the switch that turns them off.
#[component]
pub fn HelpDialog(screen: Screen) -> impl IntoView {
    let row = |(keys, what): (&'static str, &'static str)| {
        view! {
            <div>
                <dt>
                    {keys
                        .split(' ')
                        .map(|key| {
                            view! {
                                <kbd>{key}</kbd>
                                " "
                            }
                        })
                        .collect_view()}
                </dt>
                <dd>{what}</dd>
            </div>
        }
    };
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
                <dl class="keys">{KEYS.map(row).collect_view()}</dl>
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || screen.keys_on.get()
                        on:change=move |event| set_keys(screen, event_target_checked(&event))
                    />
                    "Single keys act. While you type in a field they never do."
                </label>
                <button class="button" type="button" node_ref=close on:click=move |_| perform(screen, Command::Help)>
                    "Close "
                    <kbd>"Esc"</kbd>
                </button>
            </div>
        </Show>
    }
}
