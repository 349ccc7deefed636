//! HTML that the server made of markdown. The one place that sets HTML.

use leptos::prelude::*;

/// Shows what [`crate::api`] made of markdown.
#[component]
pub fn Markdown(
    /// Cleaned, so that it cannot do harm.
    safe_html: String,
) -> impl IntoView {
    view! { <div class="markdown" inner_html=safe_html></div> }
}
