//! The queries that were handed back and need somebody, for reviewers. Why they came back stands in their history.

use domain::assigning::HandedBack;
use leptos::prelude::*;

use crate::ui::GivenText;

#[component]
pub fn HandedBackQueries(name: String, handed_back: Vec<HandedBack>) -> impl IntoView {
    let line = move |handed_back: HandedBack| {
        view! {
            <li>
                <a href=format!("/sets/{name}/queries/{}", handed_back.query)>
                    <GivenText text=handed_back.text />
                </a>
                <span class="facts">" by " <GivenText text=handed_back.labeller /></span>
            </li>
        }
    };
    (!handed_back.is_empty()).then(|| {
        view! {
            <h2>"Handed back"</h2>
            <ul class="held">{handed_back.into_iter().map(line).collect_view()}</ul>
        }
    })
}
