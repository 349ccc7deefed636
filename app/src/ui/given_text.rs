//! Text that people and files gave: hidden characters are named, and its direction does not leak out.

use leptos::prelude::*;

/// A title, a name, a note.
#[component]
pub fn GivenText(
    /// As it was given.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <bdi>{domain::text::visible(&text)}</bdi> }
}

/// An id from outside.
#[component]
pub fn ExternalId(
    /// As it was given.
    #[prop(into)]
    id: String,
) -> impl IntoView {
    view! {
        <code>
            <bdi>{domain::text::visible(&id)}</bdi>
        </code>
    }
}
