//! The decision: who gave what, the buttons that settle the case, and why they differ. A real form, which works without the program.

use leptos::prelude::*;

use super::actions::OtherActions;
use super::address::of_case;
use super::choices::Choices;
use super::command::Command;
use super::given::Given;
use super::history::own_case;
use super::in_force::DecisionInForce;
use super::reasons::Reasons;
use super::screen::Screen;
use crate::api::disagreements::{CaseAtHand, CaseKey};
use crate::keys::Key;
use crate::ui::load::sentence;

#[component]
pub fn DecisionSide(screen: Screen, at_hand: CaseAtHand) -> impl IntoView {
    let case = at_hand.case.clone();
    let own = own_case(case.party).map(|words| view! { <p class="own-case">{words}</p> });
    view! {
        <section class="review-decision" aria-label="Who gave what, and the decision">
            <Given screen case />
            <NotKept screen />
            {own}
            <DecisionForm screen at_hand />
        </section>
    }
}

/// What was decided and not kept, and why; what had been chosen stays.
#[component]
fn NotKept(screen: Screen) -> impl IntoView {
    let line = move || {
        let refused = screen.refused.get()?;
        let chosen = refused.verdict.as_deref().and_then(|word| chosen_in_words(screen, word));
        let chosen = chosen.map(|chosen| format!(" You had chosen: {chosen}."));
        Some(view! {
            <p class="error-note not-kept" role="alert">
                {sentence(&refused.why)}
                {chosen}
            </p>
        })
    };
    view! { {line} }
}

fn chosen_in_words(screen: Screen, word: &str) -> Option<String> {
    screen.work.with(|work| {
        let case = &work.at_hand.as_ref()?.case;
        let verdict = super::verdict::parse(case.subject, word).ok()?;
        let whose = case.answers.iter().find(|given| super::verdict::word(verdict) == given.labeller.to_string());
        Some(super::verdict::in_words(Some(verdict), &work.set.settings.scale, whose.map(|given| given.name.as_str())))
    })
}

#[component]
fn DecisionForm(screen: Screen, at_hand: CaseAtHand) -> impl IntoView {
    let case = at_hand.case.clone();
    let action = screen.work.with_untracked(|work| of_case(work.set.name.as_str(), CaseKey::of(&case), &work.filter));
    view! {
        <form class="decision" method="post" action=action on:submit=|event| event.prevent_default()>
            // Enter in a field presses the first button, which must settle nothing.
            <button hidden disabled></button>
            <input type="hidden" name="operation" value=at_hand.operation.to_string() />
            <input type="hidden" name="base-said" value=case.base.said.clone() />
            <input type="hidden" name="base-revision" value=case.base.revision.to_string() />
            <DecisionInForce screen case=case.clone() />
            <Choices screen at_hand />
            <Reasons screen case />
            <NoteField screen />
            <OtherActions screen />
        </form>
    }
}

#[component]
fn NoteField(screen: Screen) -> impl IntoView {
    view! {
        <div class="case-note">
            <label for="case-note">"Note " <Key command=Command::Note /></label>
            <input
                id="case-note"
                name="note"
                maxlength="500"
                autocomplete="off"
                value=screen.note.get_untracked()
                prop:value=move || screen.note.get()
                on:input=move |event| screen.note.set(event_target_value(&event))
                on:keydown=|event| {
                    if event.key() == "Enter" {
                        event.prevent_default();
                        crate::keys::keyboard::leave_field();
                    }
                }
            />
            <label class="check">
                <input
                    type="checkbox"
                    name="to-guidelines"
                    value="yes"
                    checked=screen.to_guidelines.get_untracked()
                    prop:checked=move || screen.to_guidelines.get()
                    on:change=move |event| screen.to_guidelines.set(event_target_checked(&event))
                />
                "Add the note to the guidelines "
                <Key command=Command::AddToGuidelines />
            </label>
        </div>
    }
}
