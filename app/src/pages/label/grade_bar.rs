//! What the judge says, and the grades to choose from.

use domain::id::{ChunkId, QueryId};
use domain::scale::{Grade, GradeName, Judgement, Scale};
use leptos::prelude::*;

use super::command::Command;
use super::dispatch::dispatch;
use super::screen::Screen;
use crate::keys::Key;
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
                <button type="button" class="quiet" on:click=move |_| dispatch(screen, Command::Accept)>
                    <Key command=Command::Accept />
                    " accept"
                </button>
            </div>
        })
    };
    view! { {line} }
}

/// The grades, as a radio group and as a real form: without the browser's program a press sends it.
#[component]
pub fn GradeBar(screen: Screen, at: usize, number: Signal<Option<i32>>, query: QueryId, chunk: ChunkId) -> impl IntoView {
    let revision = screen.part(move |session| session.cards.get(at).map_or(0, |card| card.revision));
    let label =
        move || number.get().map_or_else(|| "Grade of the chunk that was found".to_owned(), |number| format!("Grade of chunk {number}"));
    let grades = screen.set.with_value(|set| choices(&set.settings.scale));
    let write_note = move |_| {
        screen.focus_card(at);
        dispatch(screen, Command::Note);
    };
    view! {
        <form class="grade-bar" method="post" action=format!("/sets/{}/label", screen.set_name())>
            <input type="hidden" name="query" value=query.to_string() />
            <input type="hidden" name="chunk" value=chunk.to_string() />
            <input type="hidden" name="base" value=move || revision.get().unwrap_or_default().to_string() />
            <div role="radiogroup" aria-label=label>
                {grades.into_iter().map(|choice| view! { <GradeButton screen at choice /> }).collect_view()}
            </div>
            <button type="button" class="quiet needs-live" on:click=write_note>
                "Note "
                <Key command=Command::Note />
            </button>
        </form>
    }
}

/// What can be said of a chunk.
struct Choice {
    judgement: Judgement,
    command: Command,
    name: GradeName,
    /// As the form sends it.
    value: String,
}

fn choices(scale: &Scale) -> Vec<Choice> {
    let grade = |(name, grade): (&GradeName, i16)| Choice {
        judgement: Judgement::Grade(Grade(grade)),
        command: Command::Grade(Grade(grade)),
        name: name.clone(),
        value: grade.to_string(),
    };
    let cant_tell = Choice {
        judgement: Judgement::CantTell,
        command: Command::CantTell,
        name: GradeName { name: "Can't tell".into(), description: "You looked and cannot tell.".into() },
        value: "x".into(),
    };
    scale.0.iter().zip(0..).map(grade).chain([cant_tell]).collect()
}

#[component]
fn GradeButton(screen: Screen, at: usize, choice: Choice) -> impl IntoView {
    let Choice { judgement, command, name, value } = choice;
    let given = screen.part(move |session| session.cards.get(at).and_then(|card| card.value.judgement));
    let suggested = screen.part(move |session| {
        let card = session.cards.get(at).filter(|card| session.shows_prelabel(card))?;
        card.prelabel.as_ref().map(|prelabel| Judgement::Grade(prelabel.grade))
    });
    let press = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        event.stop_propagation();
        screen.focus_card(at);
        dispatch(screen, command);
    };
    view! {
        <button
            role="radio"
            name="judgement"
            value=value
            title=name.description
            aria-checked=move || (given.get().flatten() == Some(judgement)).to_string()
            data-suggested=move || (suggested.get().flatten() == Some(judgement)).then_some("true")
            on:click=press
        >
            <GradeMark mark=mark_of(Some(judgement)) />
            {name.name}
            " "
            <Key command />
        </button>
    }
}
