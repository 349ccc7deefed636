//! The queries that the viewer has at hand or was given by hand; each can be handed back.

use domain::assigning::HeldQuery;
use leptos::prelude::*;

use crate::ui::GivenText;

#[component]
pub fn Held(name: String, held: Vec<HeldQuery>) -> impl IntoView {
    let line = {
        let name = name.clone();
        move |held: HeldQuery| view! { <HeldLine name=name.clone() held /> }
    };
    (!held.is_empty()).then(|| {
        view! {
            <h2>"Yours now"</h2>
            <ul class="held">{held.into_iter().map(line).collect_view()}</ul>
        }
    })
}

#[component]
fn HeldLine(name: String, held: HeldQuery) -> impl IntoView {
    let HeldQuery { query, text, begun, asked, assigned_by } = held;
    let standing = match (asked, begun) {
        (true, _) => "a reviewer asks you to look again",
        (false, true) => "begun",
        (false, false) => "not begun",
    };
    let assigned_by = assigned_by.filter(|_| !asked);
    let given = assigned_by.map(|by| {
        view! {
            ", given to you by "
            <GivenText text=by />
        }
    });
    view! {
        <li>
            <a href=format!("/sets/{name}/label?q={query}")>
                <GivenText text />
            </a>
            <span class="facts">" " {standing} {given}</span>
            <details>
                <summary>"Hand back"</summary>
                <form class="filters" method="post" action=format!("/sets/{name}/label")>
                    <input type="hidden" name="query" value=query.to_string() />
                    <input type="hidden" name="from" value="overview" />
                    <label>"What should the reviewer know? " <input name="note" maxlength="500" autocomplete="off" /></label>
                    <button class="button" name="act" value="hand_back">
                        "Hand back"
                    </button>
                </form>
            </details>
        </li>
    }
}
