//! The queue of disagreements: one screen a case, by keyboard, and by real forms without the browser's program.
//!
//! [`screen::Screen`] is the signals of the page; a key becomes a [`command::Command`], and [`settle`] sends what is decided.

mod actions;
pub mod address;
mod answers;
mod batches;
mod case_bar;
mod case_table;
mod choices;
pub mod command;
mod decision;
mod dispatch;
mod done;
mod evidence;
mod given;
mod history;
mod in_force;
mod keyboard;
mod list;
mod live;
mod many;
mod many_done;
mod many_preview;
mod middle;
mod names;
mod nothing;
mod notice;
mod printed;
mod query_side;
mod queue;
mod readiness;
mod reasons;
mod screen;
mod settle;
mod stake;
mod strips;
mod travel;
mod undo;
pub mod verdict;

use domain::disagreement::State;
use domain::text::thousands;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::review_nav::{ReviewNav, ReviewPage};
use crate::api::RefusedForm;
use crate::api::disagreements::{CaseAtHand, Refused, ReviewWork, SettledCase, review_work};
use crate::keys::{HelpDialog, HintLine};
use crate::ui::{Announcer, PageTitle, loading};
use command::Command;
pub use history::decided;
pub use list::CaseListPage;
pub use many::ManyCasesPage;
use nothing::NothingDisputed;
use screen::{Panel, Screen};

/// `/sets/{set}/disagreements`, the first case of the queue, and `/sets/{set}/disagreements/{query}/{subject}`.
#[component]
pub fn DisagreementsPage() -> impl IntoView {
    let set = super::set_in_address();
    let (params, query) = (use_params_map(), use_query_map());
    let address = Memo::new(move |_| address::case_in(&params.read(), &query.read()));
    let settled = move || query.read_untracked().get("settled").and_then(|case| case.parse::<SettledCase>().ok());
    let work = loading(move || (set.get(), address.get()), |(set, address)| async move { review_work(set, address?).await });
    super::page(work, move |work: ReviewWork| {
        let refused = use_context::<RefusedForm>().map(|form| Refused::of(&form));
        view! {
            <PageTitle text=format!("Disagreements · {}", work.set.settings.title) />
            <ReviewScreen work refused settled=settled() />
        }
    })
}

/// The page, alive.
#[island]
fn ReviewScreen(work: ReviewWork, refused: Option<Refused>, settled: Option<SettledCase>) -> impl IntoView {
    let screen = Screen::new(work, refused, settled);
    live::bring_to_life(screen);
    let keys = Memo::new(move |_| {
        screen.work.with(|work| printed::keys(work.at_hand.as_ref().map(|at_hand| &at_hand.case), &work.set.settings.scale))
    });
    let case = move || match screen.work.with(|work| work.at_hand.clone()) {
        Some(at_hand) => view! { <CaseGrid screen at_hand /> }.into_any(),
        None => view! { <NothingDisputed screen /> }.into_any(),
    };
    let open = Signal::derive(move || screen.counts.with(|counts| counts.cases.among_labellers(State::Open)));
    let many = format!("/sets/{}/disagreements/many", screen.set_name());
    view! {
        <ReviewNav set=screen.set_name() here=ReviewPage::Disagreements open=Some(open)>
            <span>{move || format!("{} settled today", thousands(screen.counts.with(|counts| counts.settled.today)))}</span>
            <a href=many>"Settle many of one kind"</a>
            <notice::ReviewSaveState screen />
        </ReviewNav>
        <main id="main" class="review">
            <case_bar::CaseBar screen />
            {case}
        </main>
        {move || view! { <HintLine keys=keys.get() keys_on=screen.keys_on /> }}
        {move || {
            view! {
                <HelpDialog
                    keys=keys.get()
                    keys_on=screen.keys_on
                    open=Signal::derive(move || screen.panel.get() == Panel::Help)
                    close=Callback::new(move |()| dispatch::dispatch(screen, Command::Help))
                />
            }
        }}
        <Announcer message=screen.message>
            <notice::SettledLine screen />
            <notice::GuidelineStays screen />
        </Announcer>
    }
}

#[component]
fn CaseGrid(screen: Screen, at_hand: CaseAtHand) -> impl IntoView {
    view! {
        <div class="review-grid">
            <query_side::QuerySide screen case=at_hand.case.clone() />
            <middle::Middle screen at_hand=at_hand.clone() />
            <decision::DecisionSide screen at_hand />
        </div>
    }
}
