//! What a case is about: the chunk between its neighbours, or the answers side by side.

use domain::chunk::Chunk;
use domain::disagreement::{CaseChunk, Neighbour, Subject};
use domain::text::{Terms, fold};
use leptos::prelude::*;

use super::address::of_case;
use super::answers::AnswersSideBySide;
use super::command::Command;
use super::dispatch::dispatch;
use super::evidence::{EvidenceLegend, EvidenceText};
use super::history::CaseHistory;
use super::screen::Screen;
use super::strips::Strips;
use crate::api::disagreements::{CaseAtHand, CaseKey};
use crate::keys::Key;
use crate::ui::ExternalId;

/// How much of a neighbour is shown, in code points.
const NEIGHBOUR: u32 = 220;

#[component]
pub fn Middle(screen: Screen, at_hand: CaseAtHand) -> impl IntoView {
    let case = at_hand.case.clone();
    let subject = match (case.subject, case.chunk.clone()) {
        (Subject::Answer, _) => view! { <AnswersSideBySide screen case=case.clone() /> }.into_any(),
        (_, Some(chunk)) => view! { <ChunkAtHand screen at_hand chunk /> }.into_any(),
        (_, None) => ().into_any(),
    };
    view! {
        <section class="review-subject" aria-label="What is disputed">
            <Strips screen case=case.clone() />
            {subject}
            <CaseHistory screen case />
        </section>
    }
}

#[component]
fn ChunkAtHand(screen: Screen, at_hand: CaseAtHand, chunk: CaseChunk) -> impl IntoView {
    let CaseAtHand { case, ranks, document, .. } = at_hand;
    let terms = Terms::of(&case.query.text);
    let whole = document.is_some();
    let beside = |neighbour: Option<Neighbour>, where_: &'static str| {
        neighbour.filter(|_| !whole).map(|neighbour| view! { <Beside neighbour where_ terms=terms.clone() /> })
    };
    let (before, after) = (beside(chunk.before.clone(), "before it"), beside(chunk.after.clone(), "after it"));
    let (earlier, later): (Vec<Chunk>, Vec<Chunk>) = document.into_iter().flatten().partition(|other| other.ordinal < chunk.ordinal);
    view! {
        <ChunkHead chunk=chunk.clone() of=case.strip.len() ranks />
        {before}
        {part_of_document(earlier)}
        <EvidenceText screen case=case.clone() chunk />
        {part_of_document(later)}
        {after}
        <p class="legend">
            <EvidenceLegend screen case />
            <DocumentButton screen whole />
            <NamesButton screen />
        </p>
    }
}

#[component]
fn ChunkHead(chunk: CaseChunk, of: usize, ranks: Vec<(String, i32)>) -> impl IntoView {
    let title = if chunk.title.is_empty() { chunk.doc_id.clone() } else { chunk.title.clone() };
    let ranks: Vec<String> = ranks.iter().map(|(retriever, rank)| format!("{} {rank}", domain::text::visible(retriever))).collect();
    let ranked = if ranks.is_empty() { "in no run’s list".to_owned() } else { ranks.join(", ") };
    view! {
        <header class="chunk-head">
            <h2>
                <bdi>{domain::text::visible(&title)}</bdi>
            </h2>
            <ExternalId id=chunk.external_id />
            <span>{format!("chunk {} of {of}", chunk.number)}</span>
            <span>{ranked}</span>
        </header>
    }
}

/// A chunk that stands beside the one at hand in its document, shortened.
#[component]
fn Beside(neighbour: Neighbour, where_: &'static str, terms: Terms) -> impl IntoView {
    let shown = fold(&neighbour.text, &terms, NEIGHBOUR);
    let text = domain::label::quote(&neighbour.text, shown);
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let end = domain::text::whole(&neighbour.text).end;
    view! {
        <p class="side-text" dir="auto">
            <b>{format!("#{} {where_} ", neighbour.ordinal)}</b>
            {cut(shown.start > 0)}
            " "
            {domain::text::visible(&text)}
            " "
            {cut(shown.end < end)}
        </p>
    }
}

fn part_of_document(chunks: Vec<Chunk>) -> impl IntoView {
    let part = |chunk: Chunk| {
        view! {
            <p class="side-text" dir="auto">
                <b>{format!("#{} ", chunk.ordinal)}</b>
                {domain::text::visible(&chunk.text)}
            </p>
        }
    };
    chunks.into_iter().map(part).collect_view()
}

/// A link, so that it works without the program too.
#[component]
fn DocumentButton(screen: Screen, whole: bool) -> impl IntoView {
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        dispatch(screen, Command::Document);
    };
    let to = screen.work.with_untracked(|work| {
        let case = work.at_hand.as_ref().map(|at_hand| CaseKey::of(&at_hand.case))?;
        let to = of_case(work.set.name.as_str(), case, &work.filter);
        Some(if whole { to } else { format!("{to}{}document=1", if to.contains('?') { '&' } else { '?' }) })
    });
    view! {
        <span>
            <Key command=Command::Document />
            " "
            <a href=to on:click=toggle>
                {if whole { "only the chunk" } else { "whole document" }}
            </a>
        </span>
    }
}

#[component]
pub fn NamesButton(screen: Screen) -> impl IntoView {
    view! {
        <span class="needs-live">
            <Key command=Command::Names />
            " "
            <button type="button" class="quiet" on:click=move |_| dispatch(screen, Command::Names)>
                {move || if screen.names_hidden.get() { "show names" } else { "hide names" }}
            </button>
        </span>
    }
}
