//! The queue as a list. The filter lives in the address, so it works without the browser's program.

use domain::disagreement::{CaseFilter, Kind, QueuedCase, State, Subject};
use domain::id::UserId;
use domain::query::Style;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::address::{filter_in, of_case, of_list};
use super::case_bar::{CaseMark, nothing};
use crate::api::disagreements::{CaseKey, CaseList, QueueMark, case_list};
use crate::pages::review_nav::{ReviewNav, ReviewPage};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{GivenText, PageTitle, Table, loading};

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
    let next = next.map(|next| {
        let start = of_list(&name, &filter);
        let to = format!("{start}{}after={next}", if start.contains('?') { '&' } else { '?' });
        view! {
            <a href=to rel="next">
                "Next page"
            </a>
        }
    });
    view! {
        <PageTitle text=format!("Disagreements · {title}") />
        <ReviewNav set=name.clone() here=ReviewPage::Disagreements open=Some(counts.among_labellers(State::Open).into()) />
        <main id="main" class="document wide">
            <h1>"Disagreements"</h1>
            <Filters filter=filter.clone() labellers />
            <CaseTable name=name.clone() filter=filter.clone() rows />
            <nav class="paging" aria-label="Pages">
                <a href=of_list(&name, &filter)>"First page"</a>
                <span>{format!("{total} in all")}</span>
                {next}
            </nav>
        </main>
    }
}

/// A choice among words, of which one may be chosen.
fn choice(
    name: &'static str,
    label: &'static str,
    any: Option<&'static str>,
    options: Vec<(String, String)>,
    chosen: &str,
) -> impl IntoView + use<> {
    let option = |(value, words): (String, String)| {
        let selected = value == chosen;
        view! {
            <option value=value selected=selected>
                {words}
            </option>
        }
    };
    view! {
        <label>
            {label} " "
            <select name=name>
                {any.map(|any| view! { <option value="">{any}</option> })} {options.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Filters(filter: CaseFilter, labellers: Vec<(UserId, String)>) -> impl IntoView {
    let states = State::ALL.map(|state| (state.word().to_owned(), state_in_words(state).to_owned())).into();
    let kinds = Kind::ALL.map(|kind| (kind.word().to_owned(), kind.in_words().to_owned())).into();
    let styles = Style::ALL.map(|style| (style.word().to_owned(), style.word().to_owned())).into();
    let labellers = labellers.into_iter().map(|(id, name)| (id.to_string(), domain::text::visible(&name))).collect();
    let labeller = filter.labeller.map(|labeller| labeller.to_string()).unwrap_or_default();
    view! {
        <form class="filters" method="get">
            {choice("state", "State", None, states, filter.state.word())}
            {choice("kind", "Kind", Some("any among labellers"), kinds, filter.kind.map_or("", Kind::word))}
            {choice("style", "Style", Some("any"), styles, filter.style.map_or("", Style::word))}
            {choice("labeller", "Labelled by", Some("anybody"), labellers, &labeller)}
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
fn CaseTable(name: String, filter: CaseFilter, rows: Vec<QueueMark>) -> impl IntoView {
    if rows.is_empty() {
        return view! { <p>{nothing(&filter)} "."</p> }.into_any();
    }
    let row = move |mark: QueueMark| {
        let to = of_case(&name, CaseKey::of_queued(&mark.queued), &filter);
        let QueuedCase { text, kind, style, subject, number, .. } = mark.queued.clone();
        view! {
            <tr>
                <td>
                    <span class="case-mark">
                        <CaseMark mark />
                    </span>
                </td>
                <td>
                    <a class="row-link" href=to>
                        <GivenText text />
                    </a>
                </td>
                <td>{kind.in_words()}</td>
                <td>{style.word()}</td>
                <td class="number">{card(subject, number)}</td>
            </tr>
        }
    };
    view! {
        <Table class="sticky" columns=[Words("Grades"), Words("Query"), Words("What differs"), Words("Style"), Numbers("Card")]>
            {rows.into_iter().map(row).collect_view()}
        </Table>
    }
    .into_any()
}

fn card(subject: Subject, number: Option<i32>) -> String {
    match (subject, number) {
        (Subject::Chunk(_), Some(number)) => number.to_string(),
        _ => String::new(),
    }
}
