//! The guidelines, one key away; as plain text, so that nothing has to be fetched.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::command::Command;
use super::screen::Screen;
use crate::keys::Key;

#[component]
pub fn Guidelines(screen: Screen) -> impl IntoView {
    let (text, number) = screen.set.with_value(|set| (domain::text::visible(&set.settings.guidelines), set.guideline));
    let toggled = move |event: leptos::ev::Event| {
        let details = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if details.is_some_and(|details| details.has_attribute("open")) {
            screen.outdated_guideline.set(None);
        }
    };
    (!text.trim().is_empty()).then(|| {
        view! {
            {move || screen.outdated_guideline.get().map(|known| view! { <ChangedGuidelines screen known number /> })}
            <details class="guidelines" prop:open=move || screen.guidelines.get() on:toggle=toggled>
                <summary>{format!("Guidelines, version {number} ")} <Key command=Command::Guidelines /></summary>
                <p dir="auto">{text}</p>
            </details>
        }
    })
}

/// Says that other guidelines came into force since the labeller last labelled, until they open them.
#[component]
fn ChangedGuidelines(screen: Screen, known: i32, number: i32) -> impl IntoView {
    let changes = (known > 0).then(|| {
        view! {
            " "
            <a href=format!("/sets/{}/guidelines/{number}?with={known}", screen.set_name())>"What changed"</a>
        }
    });
    view! {
        <p class="guidelines-changed" role="note">
            "The guidelines changed since you last labelled."
            {changes}
        </p>
    }
}
