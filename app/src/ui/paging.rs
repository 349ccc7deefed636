//! The foot of a list that has pages.

use leptos::prelude::*;

/// Links to the page before and after.
#[component]
pub fn Paging(
    /// This page, from 1.
    number: i64,
    last: i64,
    /// How many rows there are.
    total: i64,
    address: impl Fn(i64) -> String,
) -> impl IntoView {
    let before = (number > 1).then(|| {
        view! {
            <a href=address(number - 1) rel="prev">
                "Previous page"
            </a>
        }
    });
    let after = (number < last).then(|| {
        view! {
            <a href=address(number + 1) rel="next">
                "Next page"
            </a>
        }
    });
    view! {
        <nav class="paging" aria-label="Pages">
            {before}
            <span>{format!("Page {number} of {last} · {total} in all")}</span>
            {after}
        </nav>
    }
}
