//! The strip of marks on top of the pool: one for each chunk.

use leptos::prelude::*;

use super::command::Command;
use super::command_button::CommandButton;
use super::screen::Screen;
use crate::ui::{GradeMark, mark_of};

/// How far the query at hand is, chunk by chunk.
#[component]
pub fn Strip(screen: Screen) -> impl IntoView {
    let marks = screen.part(|session| session.cards.iter().map(|card| mark_of(card.value.judgement)).collect::<Vec<_>>());
    let focus = screen.part(|session| session.focus);
    let marks = move || marks.get().unwrap_or_default();
    let count = screen.part(|session| format!("{} of {}", session.judged(), session.cards.len()));
    let positions = move || (0..marks().len()).collect::<Vec<_>>();
    let mark = move |at: usize| {
        let mark = Signal::derive(move || marks().get(at).cloned().unwrap_or_default());
        view! {
            <li aria-current=move || (focus.get() == Some(at)).then_some("true")>
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
