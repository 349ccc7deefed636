//! A query of a version with its answer and its relevant chunks.

use domain::label::Span;
use domain::query::Answerable;
use domain::scale::Grade;
use domain::text::{Terms, fold};
use domain::version::{Item, ItemLabel};
use leptos::prelude::*;

use crate::api::hidden::HiddenQuery;
use crate::api::versions::VersionEntry;
use crate::ui::{ExternalId, GivenText, GradeMark, HiddenUntilCompleted, MarkedText};

/// How much of a relevant chunk is shown, in code points.
const SHOWN: u32 = 400;
/// How many relevant chunks of a query are shown: the best, and those whose text is known before the others.
const CHUNKS: usize = 8;

/// The entry of a query: what was settled, that it is hidden, or that it was erased.
#[component]
pub fn Entry(set: String, entry: VersionEntry, cutoff: Grade) -> impl IntoView {
    match entry {
        VersionEntry::Shown(item) => view! { <ItemEntry item cutoff /> }.into_any(),
        VersionEntry::Hidden(HiddenQuery { query, text }) => view! {
            <li class="item">
                <h3 dir="auto">{domain::text::visible(&text)}</h3>
                <HiddenUntilCompleted set query what="Hidden" />
            </li>
        }
        .into_any(),
        VersionEntry::Erased => view! {
            <li class="item">
                <p class="facts">"A query that was erased. Its hash is kept, so that the root hash still verifies."</p>
            </li>
        }
        .into_any(),
    }
}

#[component]
fn ItemEntry(item: Item, cutoff: Grade) -> impl IntoView {
    let terms = Terms::of(&item.query);
    let relevant = item.relevant(cutoff).count();
    let judged = item.labels.len();
    let answer = match item.answerable {
        Answerable::No => "The corpus has no answer.".to_owned(),
        _ if item.answer.is_empty() => "No answer was written.".to_owned(),
        _ => domain::text::visible(&item.answer),
    };
    let chunks = best(&item, cutoff).into_iter().map(|label| view! { <ItemChunk label terms=terms.clone() /> }).collect_view();
    let more = (relevant > CHUNKS)
        .then(|| view! { <p class="facts">{format!("And {} more relevant chunks; the export has all.", relevant - CHUNKS)}</p> });
    view! {
        <li class="item">
            <h3 dir="auto">{domain::text::visible(&item.query)}</h3>
            <p class="facts">
                <ExternalId id=item.query_id />
                {format!(" · {} · {relevant} relevant of {judged} judged", item.style.word())}
            </p>
            <p class="answer-text" dir="auto">
                {answer}
            </p>
            <Citations ids=item.citations />
            {chunks}
            {more}
        </li>
    }
}

/// The relevant chunks that are shown: the best, and those whose text is known before the others.
fn best(item: &Item, cutoff: Grade) -> Vec<ItemLabel> {
    let mut best: Vec<&ItemLabel> = item.relevant(cutoff).collect();
    best.sort_by_key(|label| (label.text.is_empty(), std::cmp::Reverse(label.grade)));
    best.into_iter().take(CHUNKS).cloned().collect()
}

#[component]
fn Citations(ids: Vec<String>) -> impl IntoView {
    let citation = |(at, id): (usize, String)| view! { <li>{format!("[{}] ", at + 1)} <GivenText text=id /></li> };
    view! { <ul class="citations">{ids.into_iter().enumerate().map(citation).collect_view()}</ul> }
}

#[component]
fn ItemChunk(label: ItemLabel, terms: Terms) -> impl IntoView {
    let evidence: Vec<Span> = label.evidence.iter().map(|evidence| Span { start: evidence.start, end: evidence.end }).collect();
    let text = if label.text.is_empty() { "The text of this chunk is not known here.".to_owned() } else { label.text };
    let shown = fold(&text, &terms, SHOWN);
    view! {
        <div class="item-chunk">
            <p class="card-head">
                <GradeMark mark=label.grade.to_string() />
                " "
                <span class="card-number">{label.grade.to_string()}</span>
                " "
                <bdi class="card-title">{domain::text::visible(&label.title)}</bdi>
                " "
                <ExternalId id=label.chunk_id />
            </p>
            <p class="chunk-text">
                <MarkedText text terms evidence shown />
            </p>
        </div>
    }
}
