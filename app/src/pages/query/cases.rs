//! What is disputed about a query, each with the way to where it is settled.

use domain::disagreement::{QueuedCase, Subject};
use leptos::prelude::*;

use crate::api::disagreements::CaseKey;
use crate::pages::disagreements::address::of_case;

/// The open cases of the query; nothing when there is none.
#[component]
pub fn OpenCases(name: String, cases: Vec<QueuedCase>) -> impl IntoView {
    let case = |case: &QueuedCase| {
        view! {
            <li>
                <a href=of_case(&name, CaseKey::of_queued(case), &Default::default())>{in_words(case)}</a>
            </li>
        }
    };
    (!cases.is_empty()).then(|| {
        view! {
            <h2>"To settle"</h2>
            <p>"The labels stay as they were given. What a reviewer settles holds until what labellers say of it changes."</p>
            <ul class="open-cases">{cases.iter().map(case).collect_view()}</ul>
        }
    })
}

fn in_words(case: &QueuedCase) -> String {
    let kind = case.kind.in_words();
    match (case.subject, case.number) {
        (Subject::Chunk(_), Some(number)) => format!("Card {number}: {kind}"),
        (Subject::Chunk(_), None) => format!("A chunk: {kind}"),
        (Subject::Answer, _) => format!("The answer: {kind}"),
        (Subject::Flag, _) => "Flagged by a labeller".to_owned(),
    }
}
