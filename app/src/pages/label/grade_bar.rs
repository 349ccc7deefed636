//! What the judge says, and the grades to choose from.

use domain::id::{ChunkId, QueryId};
use domain::scale::{Grade, Judgement};
use leptos::prelude::*;

use super::command::Command;
use super::perform::perform;
use super::screen::Screen;
use crate::ui::{GradeMark, mark_of};

/// The judge's grade and reason, in their own place: a pre-label never looks like a label.
#[component]
pub fn JudgeLine(screen: Screen, at: usize) -> impl IntoView {
    let said = screen.part(move |session| {
        let card = session.cards.get(at).filter(|card| session.shows_prelabel(card))?;
        let prelabel = card.prelabel.as_ref()?;
        let differs = card.value.judgement.is_some_and(|judgement| judgement != Judgement::Grade(prelabel.grade));
        (session.focus == at).then(|| (prelabel.judge.clone(), prelabel.grade, prelabel.rationale.clone(), differs))
    });
    let line = move || {
        let (judge, grade, rationale, differs) = said.get().flatten()?;
        let advice = if differs { "differs from yours" } else { "" };
        Some(view! {
            <div class="judge-line">
                <strong title=domain::text::visible(&judge)>"LLM " {grade.to_string()}</strong>
                <bdi class="rationale">{domain::text::visible(&rationale)}</bdi>
                <span class="judge-differs">{advice}</span>
                <button type="button" class="quiet" on:click=move |_| perform(screen, Command::Accept)>
                    <kbd>"Space"</kbd>
                    " accept"
                </button>
            </div>
        })
    };
    view! { {line} }
}

/// The grades, as a radio group and as a real form: without the browser's program a press sends it.
#[component]
pub fn GradeBar(screen: Screen, at: usize, number: i32, query: QueryId, chunk: ChunkId) -> impl IntoView {
    let given = screen.part(move |session| session.cards.get(at).and_then(|card| card.value.judgement));
    let revision = screen.part(move |session| session.cards.get(at).map_or(0, |card| card.revision));
    let suggested = screen.part(move |session| {
        let card = session.cards.get(at).filter(|card| session.shows_prelabel(card))?;
        card.prelabel.as_ref().map(|prelabel| Judgement::Grade(prelabel.grade))
    });
    let scale = screen.set.with_value(|set| set.settings.scale.clone());
    let grades = scale
        .0
        .into_iter()
        .zip(0i16..)
        .map(|(name, grade)| (Judgement::Grade(Grade(grade)), name.name, name.description, grade.to_string()));
    let cant_tell = (Judgement::CantTell, "Can't tell".to_owned(), "You looked and cannot tell.".to_owned(), "x".to_owned());
    let button = move |(judgement, name, description, key): (Judgement, String, String, String)| {
        let is_given = move || given.get().flatten() == Some(judgement);
        let command = match judgement {
            Judgement::Grade(grade) => Command::Grade(grade),
            Judgement::CantTell => Command::CantTell,
        };
        let press = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            event.stop_propagation();
            screen.session.update(|session| {
                if let Some(session) = session {
                    session.focus = at;
                }
            });
            perform(screen, command);
        };
        let value = key.clone();
        view! {
            <button
                role="radio"
                name="judgement"
                value=value
                title=description
                aria-checked=move || is_given().to_string()
                data-suggested=move || (suggested.get().flatten() == Some(judgement)).then_some("true")
                on:click=press
            >
                <GradeMark mark=mark_of(Some(judgement)) />
                {name}
                <kbd>{key}</kbd>
            </button>
        }
    };
    let write_note = move |_| {
        screen.session.update(|session| {
            if let Some(session) = session {
                session.focus = at;
            }
        });
        perform(screen, Command::Note);
    };
    view! {
        <form class="grade-bar" method="post" action=format!("/sets/{}/label", screen.set_name())>
            <input type="hidden" name="query" value=query.to_string() />
            <input type="hidden" name="chunk" value=chunk.to_string() />
            <input type="hidden" name="base" value=move || revision.get().unwrap_or_default().to_string() />
            <div role="radiogroup" aria-label=format!("Grade of chunk {number}")>
                {grades.chain([cant_tell]).map(button).collect_view()}
            </div>
            <button type="button" class="quiet needs-live" on:click=write_note>
                "Note "
                <kbd>"t"</kbd>
            </button>
        </form>
    }
}
