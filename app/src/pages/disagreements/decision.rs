//! The decision: who gave what, the buttons that settle the case, and why they differ. A real form, which works without the program.

use domain::adjudication::Reason;
use domain::disagreement::{Case, Subject};
use leptos::prelude::*;

use super::address::of_case;
use super::choices::Choices;
use super::command::Command;
use super::dispatch::dispatch;
use super::given::Given;
use super::history::own_case;
use super::screen::{Panel, Screen};
use super::settle;
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
            <Choices screen at_hand />
            <Reasons screen case=case.clone() />
            <NoteField screen />
            <OtherActions screen case />
        </form>
    }
}

/// Why they differ; may be left out.
#[component]
fn Reasons(screen: Screen, case: Case) -> impl IntoView {
    if case.subject == Subject::Flag {
        return ().into_any();
    }
    let reason = |(reason, number): (Reason, usize)| {
        view! {
            <li>
                <label class="check">
                    <input
                        type="radio"
                        name="reason"
                        value=reason.word()
                        prop:checked=move || screen.reason.get() == Some(reason)
                        checked=screen.reason.get_untracked() == Some(reason)
                        on:change=move |_| screen.reason.set(Some(reason))
                    />
                    <kbd>{number}</kbd>
                    {reason.in_words()}
                </label>
            </li>
        }
    };
    view! {
        <fieldset class="reasons" data-choosing=move || screen.choosing_reason.get().then_some("true")>
            <legend>
                "Why they differ " <Key command=Command::Reason /> " " <span class="dim">
                    <span class="needs-live">"then a number; "</span>
                    "may be left out"
                </span>
            </legend>
            <ol>{Reason::ALL.into_iter().zip(1..).map(reason).collect_view()}</ol>
        </fieldset>
    }
    .into_any()
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

#[component]
fn OtherActions(screen: Screen, case: Case) -> impl IntoView {
    let open = move || screen.panel.get() == Panel::SendBack;
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        dispatch(screen, Command::SendBack);
    };
    let skip = screen.work.with_untracked(|work| {
        let next = work.beside(1).map(|next| of_case(work.set.name.as_str(), next, &work.filter));
        next.unwrap_or_else(|| super::address::of_queue(work.set.name.as_str(), &work.filter))
    });
    let go_on = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        dispatch(screen, Command::Skip);
    };
    let settled = case.decisions.first().is_some_and(|decision| decision.verdict.is_some());
    let take_back = settled.then(|| {
        view! {
            <button class="button" name="act" value="take-back" on:click=move |event| settle::take_back_at_hand(screen, &event)>
                "Take the decision back"
            </button>
        }
    });
    view! {
        <div class="case-actions">
            <details class="send-back" prop:open=open open=open()>
                <summary class="button" on:click=toggle>
                    "Send back and ask "
                    <Key command=Command::SendBack />
                </summary>
                <QuestionField screen />
            </details>
            <a class="button" href=skip on:click=go_on>
                "Skip "
                <Key command=Command::Skip />
            </a>
            <button type="button" class="button needs-live" on:click=move |_| dispatch(screen, Command::Undo)>
                "Undo "
                <Key command=Command::Undo />
            </button>
            {take_back}
        </div>
    }
}

/// The question with which the query goes back to its labellers.
#[component]
fn QuestionField(screen: Screen) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    Effect::new(move |_| {
        if let (Panel::SendBack, Some(field)) = (screen.panel.get(), field.get()) {
            let _ = field.focus();
        }
    });
    let send = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        settle::send_back(screen);
    };
    view! {
        <div class="question-field">
            <label for="case-question">"What should its labellers look at again? All of them get the query with this question."</label>
            <input
                id="case-question"
                name="question"
                maxlength="500"
                autocomplete="off"
                node_ref=field
                value=screen.question.get_untracked()
                prop:value=move || screen.question.get()
                on:input=move |event| screen.question.set(event_target_value(&event))
            />
            <button class="button" name="act" value="send-back" on:click=send>
                "Send back"
            </button>
        </div>
    }
}
