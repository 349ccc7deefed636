//! The query and what is known of it, the answer, and what one does with the query as a whole.

use domain::assignment::AssignmentStatus;
use leptos::prelude::*;

use super::answer::AnswerField;
use super::command::Command;
use super::dispatch::dispatch;
use super::guidelines::Guidelines;
use super::hand_back::HandBackField;
use super::screen::{Panel, Screen};
use crate::keys::Key;
use crate::ui::field_value;

/// The left side of the page.
#[component]
pub fn Side(screen: Screen) -> impl IntoView {
    let query = screen.part(|session| session.query.clone());
    let status = screen.part(|session| session.status);
    let flag = screen.part(|session| session.flag.clone());
    let stands = move || match status.get() {
        Some(AssignmentStatus::Completed) => "You completed this query; what you change still counts.",
        Some(AssignmentStatus::Skipped) => "You skipped this query.",
        Some(AssignmentStatus::HandedBack) => "You handed this query back.",
        _ => "",
    };
    let given = screen.part(|session| session.assigned_by.clone());
    let given = move || {
        given
            .get()
            .flatten()
            .map(|name| view! { <p class="query-status">"Given to you by " <bdi>{domain::text::visible(&name)}</bdi> "."</p> })
    };
    let flagged = move || flag.get().map(|note| query_note("Flagged: ", &note));
    view! {
        <section class="side" aria-label="Query and answer">
            <h1 class="query-text" dir="auto">
                {move || query.get().map(|query| domain::text::visible(&query.text))}
            </h1>
            <ul class="query-facts">
                <li>{move || query.get().map(|query| query.style.word())}</li>
                <li>"seen " <b>{move || query.get().map(|query| query.seen)}</b> "×"</li>
                <li hidden=move || {
                    query.get().is_none_or(|query| query.source.is_empty())
                }>
                    "from " <bdi>
                        <b>{move || query.get().map(|query| domain::text::visible(&query.source))}</b>
                    </bdi>
                </li>
            </ul>
            <p class="query-status" hidden=move || stands().is_empty()>
                {stands}
            </p>
            {given}
            <AskedAgainNote screen />
            {flagged}
            <Guidelines screen />
            <AnswerField screen />
            <FlagField screen />
            <HandBackField screen />
            <Actions screen />
        </section>
    }
}

/// What a reviewer asks, and about which card.
#[component]
fn AskedAgainNote(screen: Screen) -> impl IntoView {
    let asked = screen.part(|session| Some((session.asked_about()?, session.asked_again.as_ref()?.question.clone())));
    move || {
        let (about, question) = asked.get().flatten()?;
        Some(view! {
            <p class="asked-again">
                <b>{format!("A reviewer asks about {about}: ")}</b>
                <bdi>{domain::text::visible(&question)}</bdi>
            </p>
        })
    }
}

/// What somebody wrote about the query; nothing where they wrote nothing.
fn query_note(lead: &'static str, text: &str) -> Option<impl IntoView + use<>> {
    let text = (!text.is_empty()).then(|| domain::text::visible(text))?;
    Some(view! { <p class="flag-note">{lead} <bdi>{text}</bdi></p> })
}

#[component]
fn Actions(screen: Screen) -> impl IntoView {
    let query = screen.part(|session| session.query.id.to_string());
    let asked = move || screen.question.get().filter(|question| question.command == Command::Complete).map(|question| question.doubt);
    let complete = move || if asked().is_some() { "Complete all the same " } else { "Complete and next " };
    let press = move |command| {
        move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            dispatch(screen, command);
        }
    };
    view! {
        <form class="actions" method="post" action=format!("/sets/{}/label", screen.set_name())>
            <input type="hidden" name="query" value=move || query.get().unwrap_or_default() />
            {move || asked().map(|doubt| view! { <input type="hidden" name="confirmed" value=doubt.word() /> })}
            <button class="button primary" name="act" value="complete" on:click=press(Command::Complete)>
                {complete}
                <Key command=Command::Complete />
            </button>
            <button class="button" name="act" value="skip" on:click=press(Command::Skip)>
                "Skip "
                <Key command=Command::Skip />
            </button>
            <button class="button" name="act" value="hand_back" on:click=press(Command::HandBack)>
                "Hand back "
                <Key command=Command::HandBack />
            </button>
            <button class="button needs-live" type="button" on:click=press(Command::Flag)>
                "Flag "
                <Key command=Command::Flag />
            </button>
        </form>
    }
}

/// The note to the reviewer.
#[component]
fn FlagField(screen: Screen) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    Effect::new(move |_| {
        if let (Panel::Flag, Some(field)) = (screen.panel.get(), field.get()) {
            let _ = field.focus();
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        screen.do_step(|session| session.flag_with(&field_value(field)));
        screen.panel.set(Panel::None);
        crate::keys::keyboard::leave_field();
    };
    let flag = screen.part(|session| session.flag.clone());
    view! {
        <Show when=move || screen.panel.get() == Panel::Flag>
            <form class="flag-field" on:submit=submit>
                <label for="flag">"What should the reviewer know? Empty takes the flag back."</label>
                <input id="flag" node_ref=field prop:value=move || flag.get().unwrap_or_default() autocomplete="off" />
                <button class="button">"Flag " <kbd>"Enter"</kbd></button>
            </form>
        </Show>
    }
}
