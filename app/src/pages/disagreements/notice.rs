//! What was settled last, with the way back.

use leptos::prelude::*;

use super::address::of_case;
use super::command::Command;
use super::screen::{SaveState, Screen};
use super::{settle, undo};
use crate::api::disagreements::SettledCase;
use crate::keys::Key;
use crate::ui::load::sentence;

/// "Settled. Undo": a form, which works without the program.
#[component]
pub fn SettledLine(screen: Screen) -> impl IntoView {
    let line = move |settled: SettledCase| {
        let to = screen.work.with_untracked(|work| of_case(work.set.name.as_str(), settled.case, &work.filter));
        let press = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            if screen.may_act() {
                undo::undo_settling(screen, settled);
            }
        };
        view! {
            <form class="settled-line" method="post" action=to.clone()>
                <input type="hidden" name="base-revision" value=settled.revision.to_string() />
                <a href=to.clone()>"The case before"</a>
                " is settled. "
                <button class="quiet" name="act" value="take-back" on:click=press>
                    "Undo "
                    <Key command=Command::Undo />
                </button>
            </form>
        }
    };
    move || screen.settled.get().map(line)
}

/// That a version of the guidelines stays although the case whose note it holds is open again.
#[component]
pub fn GuidelineStays(screen: Screen) -> impl IntoView {
    let line = move |number: i32| {
        let to = format!("/sets/{}/guidelines/{number}", screen.set_name());
        view! {
            <p class="settled-line">
                <span>"The guideline that you added with it stays in force: " <a href=to>{format!("version {number}")}</a> "."</span>
            </p>
        }
    };
    move || screen.guideline_stays.get().map(line)
}

/// Whether all that was decided is on the server.
#[component]
pub fn ReviewSaveState(screen: Screen) -> impl IntoView {
    let state = move || match screen.save_state.get() {
        SaveState::Saved => ("saved", "Saved".to_owned()),
        SaveState::Saving => ("saving", "Saving".to_owned()),
        SaveState::NotSaved(error) => ("offline", format!("Not saved: {}", sentence(&error.to_string()))),
    };
    let again = move || {
        matches!(screen.save_state.get(), SaveState::NotSaved(_)).then(|| {
            view! {
                <button type="button" class="button" on:click=move |_| settle::try_again(screen)>
                    "Try again"
                </button>
            }
        })
    };
    view! {
        <span class="save-state" data-state=move || state().0 role="status">
            {move || state().1}
            " "
            {again}
        </span>
    }
}
