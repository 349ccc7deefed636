//! The queue as a list. The filter lives in the address, so it works without the browser's program.

use std::collections::BTreeMap;

use domain::adjudication::Reason;
use domain::disagreement::{CaseFilter, Kind, QueuedCase, State};
use domain::id::UserId;
use domain::query::Style;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::address::{filter_in, of_list};
use super::case_bar::nothing;
use super::case_table::{CaseTable, GoOn};
use crate::api::disagreements::{CaseList, QueueMark, case_list};
use crate::pages::review_nav::{ReviewNav, ReviewPage};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{PageTitle, SelectField, loading};

/// `/sets/{set}/disagreements/list`.
#[component]
pub fn CaseListPage() -> impl IntoView {
    let set = crate::pages::set_in_address();
    let query = use_query_map();
    let filter = Memo::new(move |_| filter_in(&query.read()));
    let after = Memo::new(move |_| query.read().get("after").map(|after| after.parse()).transpose());
    let list = loading(
        move || (set.get(), filter.get(), after.get()),
        |(set, filter, after)| async move { case_list(set, filter?, after?).await },
    );
    crate::pages::page(list, move |list: CaseList| view! { <ListDocument name=set.get_untracked() list /> })
}

#[component]
fn ListDocument(name: String, list: CaseList) -> impl IntoView {
    let CaseList { title, filter, counts, total, rows, next, labellers } = list;
    let open = Some(counts.cases.among_labellers(State::Open).into());
    view! {
        <PageTitle text=format!("Disagreements · {title}") />
        <ReviewNav set=name.clone() here=ReviewPage::Disagreements open />
        <main id="main" class="document wide">
            <h1>"Disagreements"</h1>
            <Filters filter=filter.clone() labellers reasons=counts.settled.by_reason />
            <Cases name=name.clone() filter=filter.clone() rows />
            <GoOn here=of_list(&name, &filter) next>
                <span>{format!("{} in all", domain::text::thousands(total))}</span>
            </GoOn>
        </main>
    }
}

#[component]
fn Filters(filter: CaseFilter, labellers: Vec<(UserId, String)>, reasons: BTreeMap<Reason, i64>) -> impl IntoView {
    let states = State::ALL.map(|state| (state.word().to_owned(), state_in_words(state).to_owned())).into();
    let kinds = Kind::ALL.map(|kind| (kind.word().to_owned(), kind.in_words().to_owned())).into();
    let styles = Style::ALL.map(|style| (style.word().to_owned(), style.word().to_owned())).into();
    let labellers = labellers.into_iter().map(|(id, name)| (id.to_string(), domain::text::visible(&name))).collect();
    let labeller = filter.labeller.map(|labeller| labeller.to_string()).unwrap_or_default();
    let why = |reason: Reason| {
        let count = reasons.get(&reason).copied().unwrap_or_default();
        (reason.word().to_owned(), format!("{} ({count})", reason.title()))
    };
    let reasons = Reason::ALL.map(why).into();
    view! {
        <form class="filters" method="get">
            <SelectField name="state" label="State" options=states chosen=filter.state.word() />
            <SelectField name="kind" label="Kind" any="any among labellers" options=kinds chosen=filter.kind.map_or("", Kind::word) />
            <SelectField name="style" label="Style" any="any" options=styles chosen=filter.style.map_or("", Style::word) />
            <SelectField name="labeller" label="Labelled by" any="anybody" options=labellers chosen=labeller />
            <SelectField
                name="reason"
                label="Settled because"
                any="any or no reason"
                options=reasons
                chosen=filter.reason.map_or("", Reason::word)
            />
            {filter.query.map(|query| view! { <input type="hidden" name="query" value=query.to_string() /> })}
            <button class="button">"Show"</button>
        </form>
    }
}

/// How far a case is, in words.
pub const fn state_in_words(state: State) -> &'static str {
    match state {
        State::Open => "open",
        State::Settled => "settled",
        State::ByRule => "by the set's rule",
    }
}

#[component]
fn Cases(name: String, filter: CaseFilter, rows: Vec<QueueMark>) -> impl IntoView {
    if rows.is_empty() {
        return view! { <p>{nothing(&filter)} "."</p> }.into_any();
    }
    let cells = |mark: QueueMark| {
        let QueuedCase { kind, style, subject, number, .. } = mark.queued;
        let cells = view! {
            <td>{kind.in_words()}</td>
            <td>{style.word()}</td>
            <td class="number">{subject.chunk().and(number)}</td>
        };
        (mark, cells.into_any())
    };
    let columns = vec![Words("Grades"), Words("Query"), Words("What differs"), Words("Style"), Numbers("Card")];
    view! { <CaseTable set=name filter rows=rows.into_iter().map(cells).collect() columns /> }.into_any()
}
