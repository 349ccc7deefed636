//! The title of a page.

use leptos::prelude::*;
use leptos_meta::Title;

/// The page's title. `leptos_meta` puts a title into the document as it is given, so what a person wrote is escaped here.
#[component]
pub fn PageTitle(#[prop(into)] text: String) -> impl IntoView {
    let safe = domain::text::visible(&text).replace('&', "&amp;").replace('<', "&lt;");
    view! { <Title text=safe /> }
}
