//! The strip of marks on top of the pool: one for each chunk.

use domain::pool::ChunkStanding;
use domain::text::counted;
use leptos::prelude::*;

use super::command::Command;
use super::command_button::CommandButton;
use super::screen::Screen;
use super::session::LabelSession;
use crate::ui::{GradeMark, mark_of};

/// How far the query at hand is, chunk by chunk.
#[component]
pub fn Strip(screen: Screen) -> impl IntoView {
    let marks = screen.part(|session| session.cards.iter().map(|card| (mark_of(card.value.judgement), card.standing)).collect::<Vec<_>>());
    let focus = screen.part(|session| session.focus);
    let marks = move || marks.get().unwrap_or_default();
    let count = screen.part(|session| {
        let (judged, asked) = session.judged();
        format!("{judged} of {asked}")
    });
    let positions = move || (0..marks().len()).collect::<Vec<_>>();
    let mark = move |at: usize| {
        let mark = Signal::derive(move || marks().get(at).map(|(mark, _)| mark.clone()).unwrap_or_default());
        let not_asked = move || marks().get(at).is_some_and(|(_, standing)| *standing != ChunkStanding::Open);
        view! {
            <li aria-current=move || (focus.get() == Some(at)).then_some("true") data-not-asked=move || not_asked().then_some("true")>
                <GradeMark mark />
            </li>
        }
    };
    view! {
        <div class="strip">
            <ol aria-hidden="true">
                <For each=positions key=|at| *at children=mark />
            </ol>
            <span class="strip-count">{move || count.get().unwrap_or_default()} " judged"</span>
            <span class="strip-actions">
                <CommandButton screen command=Command::Undo>
                    "Undo"
                </CommandButton>
                <CommandButton screen command=Command::Search>
                    "Search the corpus"
                </CommandButton>
                <CommandButton screen command=Command::Rest>
                    "The rest is not relevant"
                </CommandButton>
            </span>
        </div>
    }
}

/// Says what is asked, where others of the chunks are not.
#[component]
pub fn AskedLine(screen: Screen) -> impl IntoView {
    let asked = screen.part(LabelSession::asked);
    move || asked.get().flatten().map(|asked| view! { <p class="asked-line">{what_is_asked(asked)}</p> })
}

/// Says that what was done to the query is not on the server, because no place of it is free.
#[component]
pub fn NotSavedLine(screen: Screen) -> impl IntoView {
    let not_saved = screen.part(|session| session.not_saved.clone());
    move || {
        not_saved.get().flatten().map(|why| {
            view! {
                <p class="error-note" role="alert">
                    {format!("Not saved: {why}.")}
                </p>
            }
        })
    }
}

fn what_is_asked(chunks: usize) -> String {
    match chunks {
        0 => "Nothing more to judge here; what was judged before stands.".to_owned(),
        _ => format!("{} to judge; what was judged before stands.", counted(chunks, "chunk", "chunks")),
    }
}
