//! The keys of a page, all of them on request and the commonest in one line.

use leptos::prelude::*;

use super::PrintedKeys;
use super::keyboard::set_keys_on;

/// The commonest keys, in one line at the bottom.
#[component]
pub fn HintLine(keys: Vec<PrintedKeys>, keys_on: RwSignal<bool>) -> impl IntoView {
    let hints = keys.chunk_by(|one, next| one.hint == next.hint).filter_map(hint).collect_view();
    view! {
        <footer class="hint-line" hidden=move || !keys_on.get()>
            {hints}
        </footer>
    }
}

/// A place of the line: the first key of each binding, of many the first and the last.
fn hint(bindings: &[PrintedKeys]) -> Option<impl IntoView + use<>> {
    let what = bindings.first()?.hint?;
    let keys: Vec<&str> = bindings.iter().filter_map(|binding| binding.keys.first()).map(String::as_str).collect();
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
pub fn HelpDialog(
    keys: Vec<PrintedKeys>,
    keys_on: RwSignal<bool>,
    #[prop(into)] open: Signal<bool>,
    /// What the dialog's button does.
    close: Callback<()>,
) -> impl IntoView {
    let button = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = button.get() {
            let _ = button.focus();
        }
    });
    let keys = StoredValue::new(keys);
    view! {
        <Show when=move || open.get()>
            <div class="panel" role="dialog" aria-label="Keys" aria-modal="true">
                <h2>"Keys"</h2>
                <KeyList keys=keys.get_value() />
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || keys_on.get()
                        on:change=move |event| set_keys_on(keys_on, event_target_checked(&event))
                    />
                    "Single keys act. While you type in a field they never do."
                </label>
                <button class="button" type="button" node_ref=button on:click=move |_| close.run(())>
                    "Close "
                    <kbd>"Esc"</kbd>
                </button>
            </div>
        </Show>
    }
}

#[component]
fn KeyList(keys: Vec<PrintedKeys>) -> impl IntoView {
    let key = |key: String| {
        view! {
            <kbd>{key}</kbd>
            " "
        }
    };
    let row = move |binding: PrintedKeys| {
        view! {
            <div>
                <dt>{binding.keys.into_iter().map(key).collect_view()}</dt>
                <dd>{binding.help}</dd>
            </div>
        }
    };
    view! { <dl class="keys">{keys.into_iter().map(row).collect_view()}</dl> }
}
