//! The query of a case: what was asked, the guidelines, what labellers answered, and what comes next.

use domain::disagreement::{Case, CaseQuery, GivenAnswer, Subject};
use domain::query::Answerable;
use leptos::prelude::*;

use super::command::Command;
use super::dispatch::dispatch;
use super::queue::NextCases;
use super::screen::Screen;
use crate::keys::Key;

#[component]
pub fn QuerySide(screen: Screen, case: Case) -> impl IntoView {
    let answers = (case.subject != Subject::Answer).then(|| view! { <Answers screen case=case.clone() /> });
    view! {
        <section class="review-query" aria-label="Query">
            <QueryFacts screen query=case.query.clone() />
            <Guidelines screen />
            {answers}
            <NextCases screen />
        </section>
    }
}

#[component]
fn QueryFacts(screen: Screen, query: CaseQuery) -> impl IntoView {
    let page = format!("/sets/{}/queries/{}", screen.set_name(), query.id);
    let source = (!query.source.is_empty()).then(|| {
        view! {
            <li>
                "from " <b>
                    <bdi>{domain::text::visible(&query.source)}</bdi>
                </b>
            </li>
        }
    });
    view! {
        <h2 class="query-text" dir="auto">
            {domain::text::visible(&query.text)}
        </h2>
        <ul class="query-facts">
            <li>{query.style.word()}</li>
            <li>"seen " <b>{query.seen}</b> "×"</li>
            {source}
            <li>
                <a href=page>"query’s page"</a>
                " "
                <Key command=Command::Query />
            </li>
        </ul>
    }
}

/// The guidelines, one key away; as plain text, so that nothing has to be fetched.
#[component]
fn Guidelines(screen: Screen) -> impl IntoView {
    let text = move || screen.work.with(|work| domain::text::visible(&work.set.settings.guidelines));
    let title = move || match screen.work.with(|work| work.set.guideline) {
        0 => "Guidelines ".to_owned(),
        number => format!("Guidelines, version {number} "),
    };
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        dispatch(screen, Command::Guidelines);
    };
    view! {
        <details class="guidelines" prop:open=move || screen.guidelines.get()>
            <summary on:click=toggle>{title} <Key command=Command::Guidelines /></summary>
            <p dir="auto">
                {move || Some(text()).filter(|text| !text.trim().is_empty()).unwrap_or_else(|| "None are written yet.".to_owned())}
            </p>
        </details>
    }
}

#[component]
fn Answers(screen: Screen, case: Case) -> impl IntoView {
    let answer = |given: &GivenAnswer| {
        let name = screen.name(&case, given.labeller, &given.name);
        view! {
            <h3>"Answer of " <bdi>{move || name.get()}</bdi></h3>
            <p dir="auto">{answer_in_words(given)}</p>
        }
    };
    let answers = case.answers.iter().map(answer).collect_view();
    view! { <div class="answers">{answers}</div> }
}

/// What somebody answered, or that they did not.
pub fn answer_in_words(given: &GivenAnswer) -> String {
    match given.answer.answerable {
        Answerable::No => "The corpus has no answer.".to_owned(),
        _ if given.answer.text.trim().is_empty() => "None was written.".to_owned(),
        _ => domain::text::visible(&given.answer.text),
    }
}
