//! What a page says whose forms only the browser's program sends.

use leptos::prelude::*;

#[component]
pub fn NeedsProgram() -> impl IntoView {
    view! {
        <noscript>
            <p class="error-note">"Nothing on this page can be saved without JavaScript, which is off in this browser."</p>
        </noscript>
    }
}
