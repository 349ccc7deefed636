//! What else a reviewer does with a case: sends it back, goes on, or back to the one before.

use leptos::prelude::*;

use super::address::{of_case, of_queue};
use super::command::Command;
use super::dispatch::dispatch;
use super::screen::{Panel, Screen};
use super::settle;
use crate::keys::Key;

#[component]
pub fn OtherActions(screen: Screen) -> impl IntoView {
    let open = move || screen.panel.get() == Panel::SendBack;
    let open_at_first = screen.panel.get_untracked() == Panel::SendBack;
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        dispatch(screen, Command::SendBack);
    };
    let skip = screen.work.with_untracked(|work| {
        let next = work.beside(1).map(|next| of_case(work.set.name.as_str(), next, &work.filter));
        next.unwrap_or_else(|| of_queue(work.set.name.as_str(), &work.filter))
    });
    let go_on = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        dispatch(screen, Command::Skip);
    };
    view! {
        <div class="case-actions">
            <details class="send-back" prop:open=open open=open_at_first>
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
                on:keydown=move |event| {
                    if event.key() == "Enter" && !event.is_composing() {
                        event.prevent_default();
                        settle::send_back(screen);
                    }
                }
            />
            <button class="button" name="act" value="send-back" on:click=send>
                "Send back"
            </button>
        </div>
    }
}
