//! The reference answer: its text, what it cites, and "the corpus has no answer".

use std::time::Duration;

use domain::query::Answerable;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::command::Command;
use super::dispatch::{dispatch, submit_answer};
use super::draft::keep_draft;
use super::screen::Screen;
use super::session::LabelSession;
use super::session::citing::Meaning;
use crate::api::labelling::draft;
use crate::browser::now;
use crate::keys::Key;

/// How long a pause in typing is before the draft goes to the server.
const PAUSE: Duration = Duration::from_millis(800);

/// The answer's field. Every keystroke is kept in this browser at once and on the server after a pause; leaving the field
/// submits.
#[component]
pub fn AnswerField(screen: Screen) -> impl IntoView {
    let written = screen.part(|session| session.written.clone());
    let no_answer = screen.part(|session| session.answer.answerable == Answerable::No);
    let typed = StoredValue::new(0_u64);
    let input = move |event: leptos::ev::Event| {
        write_down(screen, event_target_value(&event));
        typed.update_value(|typed| *typed += 1);
        let now = typed.get_value();
        set_timeout(
            move || {
                if typed.try_get_value() == Some(now) {
                    send_draft(screen);
                }
            },
            PAUSE,
        );
    };
    view! {
        <div class="answer-field">
            <label for="answer">"Reference answer " <Key command=Command::Answer /></label>
            <textarea
                id="answer"
                dir="auto"
                rows="6"
                spellcheck="true"
                placeholder="What a good answer says, citing chunks as [3]"
                prop:value=move || written.get().unwrap_or_default()
                on:input=input
                on:blur=move |_| submit_answer(screen)
            ></textarea>
            <Citations screen />
            <label class="check needs-live">
                <input
                    type="checkbox"
                    prop:checked=move || no_answer.get() == Some(true)
                    on:change=move |event| {
                        dispatch(screen, Command::NoAnswer);
                        event_target::<web_sys::HtmlInputElement>(&event).set_checked(no_answer.get_untracked() == Some(true));
                    }
                />
                "The corpus has no answer "
                <Key command=Command::NoAnswer />
            </label>
        </div>
    }
}

/// Keeps what was typed, here and in this browser.
fn write_down(screen: Screen, text: String) {
    if let Some(query) = screen.query() {
        keep_draft(query, &text);
    }
    screen.change(|session| session.write(text));
}

/// Sends what was typed; where that fails, this browser still has it.
fn send_draft(screen: Screen) {
    let Some((query, text, base)) = screen
        .session
        .with_untracked(|session| session.as_ref().map(|session| (session.query.id, session.written.clone(), session.answer_revision)))
    else {
        return;
    };
    spawn_local(async move {
        let _ = draft(screen.set_name(), query, text, now(), base).await;
    });
}

/// The cards that the text cites, and the numbers that cite nothing.
#[component]
fn Citations(screen: Screen) -> impl IntoView {
    let meanings = screen.part(LabelSession::meanings);
    let citation = |(number, meaning): (i32, Meaning)| match meaning {
        Meaning::Cites(chunk) => view! { <li>{format!("[{number}] ")} <bdi>{domain::text::visible(&chunk)}</bdi></li> }.into_any(),
        Meaning::NoCard => view! { <li class="no-card">{format!("[{number}] is no card")}</li> }.into_any(),
        Meaning::CameLater => {
            let said = format!("[{number}] was no card when this was written; write it again to cite card {number}");
            view! { <li class="no-card">{said}</li> }.into_any()
        }
    };
    view! {
        <ul class="citations" aria-label="Cited chunks">
            {move || meanings.get().unwrap_or_default().into_iter().map(citation).collect_view()}
        </ul>
    }
}
