//! Who said what about the case: the labellers, and, in its own place, the judge.

use domain::disagreement::{Case, CaseChunk, GivenFlag, GivenLabel, GivenPrelabel};
use domain::label::quote;
use domain::scale::Scale;
use leptos::prelude::*;

use super::history::beside_prelabel;
use super::screen::Screen;
use super::strips::judged;
use crate::ui::{GradeMark, mark_of};

#[component]
pub fn Given(screen: Screen, case: Case) -> impl IntoView {
    let labels = case.given.iter().map(|given| view! { <Label screen case=case.clone() given=given.clone() /> }).collect_view();
    let flags = case.flags.iter().map(|flag| view! { <Flag screen case=case.clone() flag=flag.clone() /> }).collect_view();
    let said = !(case.given.is_empty() && case.flags.is_empty());
    let judges = case.prelabels.iter().map(|said| view! { <Judge said=said.clone() chunk=case.chunk.clone() /> }).collect_view();
    view! {
        {said
            .then(|| {
                view! {
                    <ul class="given" aria-label="Who gave what">
                        {labels}
                        {flags}
                    </ul>
                }
            })}
        {judges}
    }
}

#[component]
fn Label(screen: Screen, case: Case, given: GivenLabel) -> impl IntoView {
    let name = screen.name(&case, given.labeller, &given.name);
    let scale = screen.work.with_untracked(|work| work.set.settings.scale.clone());
    let moment = format!("{} UTC{}", given.at, given.guideline.map_or_else(String::new, |number| format!(", guidelines {number}")));
    let note = (!given.note.is_empty()).then(|| view! { <q dir="auto">{domain::text::visible(&given.note)}</q> });
    view! {
        <li>
            <GradeMark mark=mark_of(Some(given.judgement)) />
            <span class="who">
                <bdi>{move || name.get()}</bdi>
                {format!(": {}", named(&given, &scale))}
            </span>
            <span class="when" title=moment>
                {given.at.day_and_month()}
                ", "
                {beside_prelabel(&given)}
            </span>
            {note}
        </li>
    }
}

/// "3, Answers".
fn named(given: &GivenLabel, scale: &Scale) -> String {
    let name = given.judgement.grade().and_then(|grade| scale.0.get(usize::try_from(grade.0).ok()?));
    match name {
        Some(name) => format!("{}, {}", judged(Some(given.judgement)), domain::text::visible(&name.name)),
        None => judged(Some(given.judgement)),
    }
}

#[component]
fn Flag(screen: Screen, case: Case, flag: GivenFlag) -> impl IntoView {
    let name = screen.name(&case, flag.labeller, &flag.name);
    view! {
        <li>
            <span class="glyph" aria-hidden="true">
                "!"
            </span>
            <span class="who">
                <bdi>{move || name.get()}</bdi>
                " flagged it"
            </span>
            <q dir="auto">{domain::text::visible(&flag.note)}</q>
        </li>
    }
}

/// What a judge said. It never looks like a label.
#[component]
fn Judge(said: GivenPrelabel, chunk: Option<CaseChunk>) -> impl IntoView {
    let who = format!("{}, prompt {}", domain::text::visible(&said.judge), domain::text::visible(&said.prompt_version));
    let quotes = chunk.map(|chunk| said.evidence.iter().map(|span| quote(&chunk.text, *span)).collect::<Vec<_>>()).unwrap_or_default();
    let quotes = (!quotes.is_empty()).then(|| {
        let quoted: Vec<String> = quotes.iter().map(|quote| format!("“{}”", domain::text::visible(quote))).collect();
        format!(" Quotes {}.", quoted.join(", "))
    });
    view! {
        <p class="judge-line">
            <strong title=who.clone()>"LLM " {said.grade.to_string()}</strong>
            <span>
                <bdi class="rationale">{domain::text::visible(&said.rationale)}</bdi>
                <span class="quotes">{quotes}</span>
            </span>
        </p>
    }
}
