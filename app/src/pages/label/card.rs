//! A chunk of the pool on its card.

use domain::disagreement::Subject;
use domain::label::Span;
use domain::pool::{ChunkStanding, Provenance};
use domain::text::{Terms, fold, whole};
use leptos::prelude::*;

use super::command::Command;
use super::command_button::CommandButton;
use super::grade_bar::{GradeBar, JudgeLine};
use super::note::NoteLine;
use super::screen::Screen;
use super::session::{Card, LabelSession};
use crate::ui::{ExternalId, GradeMark, MarkedText, mark_of};

/// How much of a text a folded card shows, in code points: about three lines.
const FOLDED: u32 = 230;
/// How much of a text the card at hand shows before it is unfolded: few chunks are longer.
const OPEN: u32 = 6000;

#[component]
pub fn Cards(screen: Screen) -> impl IntoView {
    // A card is made anew when its place changes: what it shows and what its buttons do go by the place.
    let places = screen.part(|session| {
        let place = |(at, card): (usize, &Card)| (session.query.id, card.chunk.id, card.standing, at);
        session.cards.iter().enumerate().map(place).collect::<Vec<_>>()
    });
    view! {
        <For each=move || places.get().unwrap_or_default() key=|place| *place children=move |(.., at)| view! { <ChunkCard screen at /> } />
    }
}

/// What of a card changes while it is on the page.
#[derive(Debug, Clone, PartialEq)]
struct Face {
    at_hand: bool,
    shown: Span,
    rest: u32,
    evidence: Vec<Span>,
    by_judge: bool,
}

fn face(session: &LabelSession, card: &Card, at: usize, terms: &Terms) -> Face {
    let text = &card.chunk.text;
    let at_hand = session.focus == at;
    let all = whole(text);
    let shown = match (at_hand, card.unfolded) {
        (true, true) => all,
        (true, false) | (false, true) => fold(text, terms, OPEN),
        (false, false) => fold(text, terms, FOLDED),
    };
    let quoted =
        card.prelabel.as_ref().filter(|_| session.shows_prelabel(card)).map(|prelabel| prelabel.evidence.clone()).unwrap_or_default();
    let by_judge = card.value.evidence.is_empty() && !quoted.is_empty();
    let evidence = if by_judge { quoted } else { card.value.evidence.clone() };
    Face { at_hand, shown, rest: all.end - (shown.end - shown.start), evidence, by_judge }
}

/// One card: its head, its text, and, when it is at hand, the judge's line and the grades.
#[component]
fn ChunkCard(screen: Screen, at: usize) -> impl IntoView {
    let Some((card, terms, query)) = screen.session.with_untracked(|session| {
        let session = session.as_ref()?;
        Some((session.cards.get(at)?.clone(), Terms::of(&session.query.text), session.query.id))
    }) else {
        return ().into_any();
    };
    let number = screen.part(move |session| session.cards.get(at).and_then(|card| card.number));
    let number = Signal::derive(move || number.get().flatten());
    let (chunk, asked) = (card.chunk.id, card.standing == ChunkStanding::Open);
    let about = Subject::Chunk(chunk);
    let asked_again = screen.part(move |session| session.asked_again.as_ref().is_some_and(|asked| asked.subject == about));
    let text = card.chunk.text.clone();
    let face = {
        let terms = terms.clone();
        screen.part(move |session| session.cards.get(at).map(|card| face(session, card, at, &terms)))
    };
    let face = Memo::new(move |_| face.get().flatten());
    let mark = screen.part(move |session| session.cards.get(at).map(|card| mark_of(card.value.judgement)).unwrap_or_default());
    let mark = Signal::derive(move || mark.get().unwrap_or_default());
    view! {
        <article
            class="chunk-card"
            id=move || number.get().map(|number| format!("card-{number}"))
            data-chunk=chunk.to_string()
            data-judged=move || (mark.get() != "none").then_some("true")
            data-not-asked=(!asked).then_some("true")
            data-asked-again=move || asked_again.get().unwrap_or_default().then_some("true")
            aria-current=move || face.get().is_some_and(|face| face.at_hand).then_some("true")
            on:click=move |_| screen.focus_card(at)
        >
            <CardHead card number mark />
            <CardText text terms face />
            <MoreText screen rest=Signal::derive(move || face.get().filter(|face| face.at_hand).map_or(0, |face| face.rest)) />
            <JudgeLine screen at />
            <NoteLine screen at />
            <GradeBar screen at number query chunk />
        </article>
    }
    .into_any()
}

#[component]
fn CardText(text: String, terms: Terms, face: Memo<Option<Face>>) -> impl IntoView {
    let content = move || {
        let face = face.get()?;
        Some(view! { <MarkedText text=text.clone() terms=terms.clone() evidence=face.evidence shown=face.shown /> })
    };
    view! {
        <p
            class="chunk-text"
            data-folded=move || face.get().is_none_or(|face| !face.at_hand).then_some("true")
            data-by-judge=move || face.get().is_some_and(|face| face.by_judge).then_some("true")
        >
            {content}
        </p>
    }
}

/// Number, title, ids and score, and the mark.
#[component]
fn CardHead(card: Card, number: Signal<Option<i32>>, mark: Signal<String>) -> impl IntoView {
    let found = match card.provenance {
        Provenance::Run => None,
        Provenance::Search => Some("found by search"),
        Provenance::Remap => Some("from a re-map"),
        Provenance::Label => Some("from imported labels"),
    };
    let need_not = card.standing == ChunkStanding::JudgedByOthers;
    let need_not = move || (need_not && mark.get() == "none").then(|| view! { <span class="provenance">"need not be judged"</span> });
    let title = Some(card.chunk.title).filter(|title| !title.is_empty());
    view! {
        <header class="card-head">
            <CardNumber number />
            {title.map(|title| view! { <bdi class="card-title">{domain::text::visible(&title)}</bdi> })}
            <ExternalId id=card.chunk.external_id />
            {card.score.map(|score| view! { <Score score /> })}
            {found.map(|found| view! { <span class="provenance">{found}</span> })}
            {need_not}
            <GradeMark mark />
        </header>
    }
}

/// The number, by which an answer cites the card.
#[component]
fn CardNumber(number: Signal<Option<i32>>) -> impl IntoView {
    let waits = move || number.get().is_none().then_some("It gets its number from the server, and can be cited then.");
    view! {
        <span class="card-number" title=waits>
            {move || number.get().map_or_else(|| "…".to_owned(), |number| number.to_string())}
        </span>
    }
}

#[component]
fn Score(score: f64) -> impl IntoView {
    view! {
        <span class="score" title="The retriever's score">
            {format!("{score:.2}")}
        </span>
    }
}

/// Says how much of the text is not shown.
#[component]
fn MoreText(screen: Screen, rest: Signal<u32>) -> impl IntoView {
    view! {
        <Show when=move || rest.get() != 0>
            <CommandButton screen command=Command::Unfold class="quiet more-text">
                {move || format!("{} more characters", rest.get())}
            </CommandButton>
        </Show>
    }
}
