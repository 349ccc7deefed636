//! What labellers disagree about on a query, with where it is settled, and what reviewers decided.

use domain::adjudication::Verdict;
use domain::disagreement::{MadeDecision, QueuedCase, State, Subject};
use leptos::prelude::*;

use crate::ui::GivenText;

/// The disagreements about a query, each a link to where it is settled, and what was decided; nothing where there is neither.
#[component]
pub fn Cases(name: String, cases: Vec<QueuedCase>, decisions: Vec<MadeDecision>) -> impl IntoView {
    let nothing = cases.is_empty() && decisions.is_empty();
    let link = move |case| view! { <CaseLink name=name.clone() case /> };
    (!nothing).then(|| {
        view! {
            <h2 id="disagreements">"Disagreements"</h2>
            <ul class="cases">{cases.into_iter().map(link).collect_view()}</ul>
            <ul class="decisions">{decisions.into_iter().map(|made| view! { <Decision made /> }).collect_view()}</ul>
        }
    })
}

#[component]
fn CaseLink(name: String, case: QueuedCase) -> impl IntoView {
    let state = match case.state {
        State::Open => "open",
        State::Settled => "settled",
        State::ByRule => "settled by the set's resolution",
    };
    let about = subject_in_words(case.subject, case.number);
    view! {
        <li>
            <a href=format!("/sets/{name}/disagreements/{}/{}", case.query, case.subject)>{format!("{about}: {}", case.kind.in_words())}</a>
            {format!(" · {state}")}
        </li>
    }
}

/// Who decided what, when and why.
#[component]
fn Decision(made: MadeDecision) -> impl IntoView {
    let party = if made.party { ", who labelled it too," } else { "" };
    let over = if made.verdict.is_some() && !made.in_force { " It does not hold any more." } else { "" };
    let reason = made.reason.map(|reason| format!(" Reason: {}.", reason.in_words()));
    let note = (!made.note.is_empty()).then(|| {
        view! {
            " Note: "
            <GivenText text=made.note.clone() />
        }
    });
    view! {
        <li class="settled">
            <GivenText text=made.reviewer.clone() />
            {format!("{party} on {} UTC: {}.{over}", made.at, verdict_in_words(&made))}
            {reason}
            {note}
        </li>
    }
}

fn subject_in_words(subject: Subject, number: Option<i32>) -> String {
    match (subject, number) {
        (Subject::Chunk(_), Some(number)) => format!("card {number}"),
        (Subject::Chunk(_), None) => "a chunk".into(),
        (Subject::Answer, _) => "the answer".into(),
        (Subject::Flag, _) => "the flag".into(),
    }
}

fn verdict_in_words(made: &MadeDecision) -> String {
    let about = subject_in_words(made.subject, made.number);
    match made.verdict {
        None => format!("took back what was decided about {about}"),
        Some(Verdict::Grade(grade)) => format!("{about} is {grade}"),
        Some(Verdict::AnswerOf(_)) => {
            format!("the answer of {} holds", domain::text::visible(made.answer_of.as_deref().unwrap_or_default()))
        }
        Some(Verdict::Seen) => format!("{about} was looked at, and what labellers said stands"),
    }
}
