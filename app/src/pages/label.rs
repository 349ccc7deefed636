//! The labelling page: one query beside its pool, by keyboard, nothing ever lost.
//!
//! [`session::LabelSession`] is the pure state of a query; [`screen::Screen`] is the signals around it; a key becomes a
//! [`command::Command`], a command becomes [`change::Step`]s, and steps become operations in the [`outbox::Outbox`].

mod acknowledge;
mod answer;
mod card;
pub mod change;
pub mod command;
mod command_button;
mod dispatch;
mod draft;
mod grade_bar;
mod guidelines;
mod hand_back;
mod keyboard;
mod live;
mod no_query;
mod note;
mod outbox;
mod progress;
mod question;
mod screen;
mod search;
mod selection;
pub mod session;
mod side;
mod steps;
mod strip;
mod travel;

use domain::assignment::LabelWork;
use domain::doubt::Doubt;
use domain::id::QueryId;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::CannotBeShown;
use super::set_bar::SetBar;
use crate::Error;
use crate::api::labelling::label_work;
use crate::keys::{HelpDialog, HintLine, printed_keys};
use crate::ui::load::load_or;
use crate::ui::{Announcer, PageTitle, RefusedNote, loading};
use command::Command;
use command_button::CommandButton;
use no_query::NoQuery;
use question::Question;
use screen::{Panel, Screen};

/// `/sets/{set}/label`, with `?q=` a certain query.
#[component]
pub fn LabelPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let no_such_query = |_| Error::NotFound("query".into());
    let wanted = move || address.read_untracked().get("q").map(|id| id.parse::<QueryId>().map_err(no_such_query)).transpose();
    let asked = move || address.read_untracked().get("confirm").and_then(|word| Doubt::named(&word));
    let work = loading(
        move || set.get(),
        move |set| {
            let query = wanted();
            async move { label_work(set, query?).await }
        },
    );
    load_or(
        work,
        move |work: LabelWork| {
            view! {
                <PageTitle text=format!("Label · {}", work.set.settings.title) />
                <RefusedNote />
                <LabelScreen work asked=asked()>
                    <SetBar />
                </LabelScreen>
            }
        },
        |error| {
            view! {
                <header class="top-bar">
                    <SetBar />
                </header>
                <CannotBeShown error />
            }
            .into_any()
        },
    )
}

/// The page, alive. Its children are the set's bar, beside which it says how far the labeller is and what is saved. `asked` is
/// what a form without the program has to confirm.
#[island]
fn LabelScreen(work: LabelWork, asked: Option<Doubt>, children: Children) -> impl IntoView {
    let labeller = work.labeller;
    let screen = Screen::new(work);
    screen.question.set(asked.map(|doubt| Question { command: Command::Complete, doubt }));
    live::bring_to_life(screen, labeller);
    let keys = move || screen.set.with_value(|set| printed_keys::<Command>(&set.settings.scale));
    view! {
        <header class="top-bar labelling">
            {children()} <progress::ProgressLine screen /> <progress::SaveState screen />
            <CommandButton screen command=Command::Help class="keys-button">
                "Keys"
            </CommandButton>
        </header>
        <Show when=move || screen.has_query() fallback=move || view! { <NoQuery screen /> }>
            <div class="label-page">
                <side::Side screen />
                <main id="main" class="pool">
                    <strip::Strip screen />
                    <strip::AskedLine screen />
                    <strip::NotSavedLine screen />
                    <card::Cards screen />
                </main>
            </div>
            <HintLine keys=keys() keys_on=screen.keys_on />
        </Show>
        <HelpDialog
            keys=keys()
            keys_on=screen.keys_on
            open=Signal::derive(move || screen.panel.get() == Panel::Help)
            close=Callback::new(move |()| dispatch::dispatch(screen, Command::Help))
        />
        <search::SearchDialog screen />
        <Announcer message=screen.message>
            <question::QuestionLine screen />
        </Announcer>
    }
}
