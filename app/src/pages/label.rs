//! The labelling page: one query beside its pool, by keyboard, nothing ever lost.
//!
//! [`session::LabelSession`] is the pure state of a query; [`screen::Screen`] is the signals around it; a key becomes a
//! [`command::Command`], a command becomes [`change::Step`]s, and steps become operations in the [`outbox::Outbox`].

mod answer;
mod card;
pub mod change;
pub mod command;
mod grade_bar;
mod help;
mod keys;
mod note;
mod outbox;
mod perform;
mod progress;
mod screen;
mod search;
mod selection;
pub mod session;
mod side;
mod strip;
mod travel;

use domain::assignment::LabelWork;
use domain::id::QueryId;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::labelling::label_work;
use crate::root::{Account, Trail};
use crate::ui::{PageTitle, loading};
use screen::Screen;

/// `/sets/{set}/label`, with `?q=` a certain query.
#[component]
pub fn LabelPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let wanted = move || address.read_untracked().get("q").and_then(|id| id.parse::<QueryId>().ok());
    let work = loading(move || set.get(), move |set| label_work(set, wanted()));
    super::page(work, |work: LabelWork| {
        let title = format!("Label · {}", work.set.settings.title);
        view! {
            <PageTitle text=title />
            <LabelScreen work>
                <Account />
            </LabelScreen>
        }
    })
}

/// The page, alive. Its children are who is signed in.
#[island]
fn LabelScreen(work: LabelWork, children: Children) -> impl IntoView {
    let title = work.set.settings.title.clone();
    let home = format!("/sets/{}", work.set.name);
    let labeller = work.labeller;
    let screen = Screen::new(work);
    keys::listen(screen, labeller);
    view! {
        <header class="top-bar">
            <Trail trail=vec![(title, Some(home)), ("Label".into(), None)] />
            <progress::ProgressLine screen />
            <progress::SaveState screen />
            <button type="button" class="keys-button" on:click=move |_| perform::perform(screen, command::Command::Help)>
                "Keys "
                <kbd>"?"</kbd>
            </button>
            {children()}
        </header>
        <Show when=move || screen.has_query() fallback=move || view! { <NothingLeft screen /> }>
            <div class="label-page">
                <side::Side screen />
                <main id="main" class="pool">
                    <strip::Strip screen />
                    <card::Cards screen />
                </main>
            </div>
            <help::HintLine screen />
        </Show>
        <help::HelpDialog screen />
        <search::SearchDialog screen />
        <div class="announcer" role="status" aria-live="polite">
            {move || Some(screen.message.get()).filter(|message| !message.is_empty()).map(|message| view! { <p>{message}</p> })}
        </div>
    }
}

/// What is shown when no query waits for this labeller.
#[component]
fn NothingLeft(screen: Screen) -> impl IntoView {
    let set = screen.set.with_value(|set| set.name.to_string());
    view! {
        <main id="main" class="document">
            <h1>"Nothing is waiting for you"</h1>
            <p>
                "Every query of this set that has chunks to judge is completed, or somebody else has it. Queries without a pool need a run first."
            </p>
            <p>
                <a class="button primary" href=format!("/sets/{set}/queries")>
                    "See all queries"
                </a>
                " "
                <a class="button" href=format!("/sets/{set}")>
                    "The set's page"
                </a>
            </p>
        </main>
    }
}
