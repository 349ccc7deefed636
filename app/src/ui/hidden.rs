//! What is said where something is hidden from who is asked to label it.

use domain::id::QueryId;
use domain::version::PlainHead;
use leptos::prelude::*;

use super::GivenText;
use crate::api::hidden::{HiddenQueries, HiddenQuery};

/// What of a query is hidden, and the way to see it.
#[component]
pub fn HiddenUntilCompleted(
    set: String,
    query: QueryId,
    /// As a sentence begins.
    what: &'static str,
) -> impl IntoView {
    view! {
        <p class="hidden-until">
            {format!("{what} until you complete this query. ")} <a href=format!("/sets/{set}/label?q={query}")>"Label it"</a>
        </p>
    }
}

/// Why nothing is counted or measured of a version; nothing where all is.
#[component]
pub fn VersionHidden(
    /// As a sentence begins.
    what: &'static str,
    head: PlainHead,
) -> impl IntoView {
    (head.hidden > 0).then(|| view! { <p class="hidden-until">{format!("{what} {}.", head.hidden_in_words())}</p> })
}

/// Which queries are hidden, the first by name with the way to each; nothing when none is.
#[component]
pub fn HiddenNote(set: String, hidden: HiddenQueries) -> impl IntoView {
    let HiddenQueries { first, count } = hidden;
    let more = (count > first.len()).then(|| view! { <li>{format!("and {} more", count - first.len())}</li> });
    let link = move |HiddenQuery { query, text }: HiddenQuery| {
        view! {
            <li>
                <a href=format!("/sets/{set}/label?q={query}")>
                    <GivenText text />
                </a>
            </li>
        }
    };
    (count > 0).then(|| {
        view! {
            <div class="hidden-until">
                <p>{asked(count)}</p>
                <ul>{first.into_iter().map(link).collect_view()} {more}</ul>
            </div>
        }
    })
}

fn asked(count: usize) -> String {
    if count == 1 {
        "You are asked to label one of the queries; what others said of it is hidden until you complete it:".to_owned()
    } else {
        format!("You are asked to label {count} of the queries; what others said of them is hidden until you complete them:")
    }
}
