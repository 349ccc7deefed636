//! What is said differently about a query, each with the way to where it is settled.

use domain::disagreement::{CaseFilter, QueuedCase, State, Subject};
use leptos::prelude::*;

use crate::api::disagreements::CaseKey;
use crate::pages::disagreements::address::of_case;

/// The disagreements about a query, what is open first; nothing where there is none.
#[component]
pub fn Cases(name: String, cases: Vec<QueuedCase>) -> impl IntoView {
    let link = |case: &QueuedCase| {
        let state = match case.state {
            State::Open => "open",
            State::Settled => "settled",
            State::ByRule => "settled by the set's resolution",
        };
        let to = of_case(&name, CaseKey::of_queued(case), &CaseFilter::default());
        view! {
            <li>
                <a href=to>{format!("{}: {}", subject_in_words(case.subject, case.number), case.kind.in_words())}</a>
                {format!(" · {state}")}
            </li>
        }
    };
    (!cases.is_empty()).then(|| {
        view! {
            <h2 id="disagreements">"Disagreements"</h2>
            <ul class="cases">{cases.iter().map(link).collect_view()}</ul>
        }
    })
}

/// What a case is about.
pub fn subject_in_words(subject: Subject, number: Option<i32>) -> String {
    match (subject, number) {
        (Subject::Chunk(_), Some(number)) => format!("card {number}"),
        (Subject::Chunk(_), None) => "a chunk".into(),
        (Subject::Answer, _) => "the answer".into(),
        (Subject::Flag, _) => "the flag".into(),
    }
}
