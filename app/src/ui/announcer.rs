//! Says politely what happened.

use leptos::prelude::*;

#[component]
pub fn Announcer(
    message: RwSignal<String>,
    /// What else is said there.
    children: Children,
) -> impl IntoView {
    let message = move || Some(message.get()).filter(|message| !message.is_empty()).map(|message| view! { <p>{message}</p> });
    view! {
        <div class="announcer" role="status" aria-live="polite">
            {message}
            {children()}
        </div>
    }
}
