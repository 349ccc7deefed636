//! The bar on top of a page that belongs to no set.

use leptos::prelude::*;

use super::account::{Account, DemoNote};

/// Where one is, and who one is.
#[component]
pub fn TopBar(
    /// What the page below the list of sets is called; nothing on that list itself.
    #[prop(optional)]
    here: Option<&'static str>,
) -> impl IntoView {
    let sets = match here {
        Some(_) => view! { <a href="/">"Sets"</a> }.into_any(),
        None => view! { <span aria-current="page">"Sets"</span> }.into_any(),
    };
    view! {
        <header class="top-bar">
            <Brand />
            <nav aria-label="Where you are">
                <ol class="trail">
                    <li>{sets}</li>
                    {here.map(|here| view! { <li aria-current="page">{here}</li> })}
                </ol>
            </nav>
            <Account />
            <DemoNote />
        </header>
    }
}

/// The product's mark, which leads to all sets.
#[component]
pub fn Brand() -> impl IntoView {
    view! {
        <a class="brand" href="/" aria-label="Touchstone, all sets">
            <span class="brand-mark" aria-hidden="true"></span>
        </a>
    }
}
