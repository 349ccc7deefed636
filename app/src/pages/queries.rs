//! The queries of a set. Search and filters live in the address.

mod assign;

use domain::query::{Query, QueryStatus, Style};
use domain::role::Permission;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use self::assign::AssignSeveral;
use crate::api::queries::{QueryList, QueryListFilter, query_list};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{GivenText, PageTitle, Paging, RefusedNote, Table, loading};

/// `/sets/{set}/queries`.
#[component]
pub fn QueriesPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let filter = Memo::new(move |_| {
        let map = address.read();
        let word = |key: &str| map.get(key).filter(|word| !word.is_empty());
        QueryListFilter {
            search: word("search").unwrap_or_default(),
            status: word("status").and_then(|word| QueryStatus::named(&word)),
            style: word("style").and_then(|word| Style::named(&word)),
            source: word("source"),
            page: word("page").and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, 1_000_000),
        }
    });
    let list = loading(move || (set.get(), filter.get()), |(set, filter)| query_list(set, filter));
    super::page(list, move |list: QueryList| view! { <QueriesDocument name=set.get_untracked() filter=filter.get_untracked() list /> })
}

#[component]
fn QueriesDocument(name: String, filter: QueryListFilter, list: QueryList) -> impl IntoView {
    let QueryList { title, page, sources, role } = list;
    let (number, last, total) = (page.number, page.last(), page.total);
    let assigned = use_query_map().read_untracked().get("assigned").and_then(|count| count.parse().ok());
    let may_assign = total > 0 && role.may(Permission::Assign);
    let address = {
        let (name, filter) = (name.clone(), filter.clone());
        move |page| QueryListFilter { page, ..filter.clone() }.address(&name)
    };
    view! {
        <PageTitle text=format!("Queries · {title}") />
        <main id="main" class="document wide">
            <h1>"Queries"</h1>
            <RefusedNote />
            <Filters filter=filter.clone() sources />
            {may_assign.then(|| view! { <AssignSeveral name=name.clone() filter assigned /> })}
            <QueryTable name rows=page.rows />
            <Paging number last total address />
        </main>
    }
}

/// A plain form: the address is the state, so it works without the browser's program.
#[component]
fn Filters(filter: QueryListFilter, sources: Vec<String>) -> impl IntoView {
    let option = |value: String, words: String, chosen: bool| {
        view! {
            <option value=value selected=chosen>
                {words}
            </option>
        }
    };
    let status = |status: QueryStatus| option(status.word().into(), status.in_words(), filter.status == Some(status));
    let status = QueryStatus::ALL.map(status).collect_view();
    let style = |style: Style| option(style.word().into(), style.word().into(), filter.style == Some(style));
    let style = Style::ALL.map(style).collect_view();
    let source = sources
        .into_iter()
        .filter(|source| !source.is_empty())
        .map(|source| {
            let chosen = filter.source.as_deref() == Some(&source);
            let words = domain::text::visible(&source);
            option(source, words, chosen)
        })
        .collect_view();
    view! {
        <form class="filters" method="get" role="search">
            <label>"Search " <input type="search" name="search" value=filter.search /></label>
            <label>
                "Status " <select name="status">
                    <option value="">"any"</option>
                    {status}
                </select>
            </label>
            <label>
                "Style " <select name="style">
                    <option value="">"any"</option>
                    {style}
                </select>
            </label>
            <label>
                "Source " <select name="source">
                    <option value="">"any"</option>
                    {source}
                </select>
            </label>
            <button class="button">"Show"</button>
        </form>
    }
}

#[component]
fn QueryTable(name: String, rows: Vec<Query>) -> impl IntoView {
    if rows.is_empty() {
        return view! { <p>"No query fits. Take a filter away, or " <a href=format!("/sets/{name}/import")>"import queries"</a> "."</p> }
            .into_any();
    }
    let row = move |query: Query| {
        view! {
            <tr>
                <td>
                    <a class="row-link" href=format!("/sets/{name}/queries/{}", query.id)>
                        <GivenText text=query.text />
                    </a>
                </td>
                <td>{query.status.in_words()}</td>
                <td>{query.style.word()}</td>
                <td>
                    <GivenText text=query.source />
                </td>
                <td class="number">{query.seen}</td>
            </tr>
        }
    };
    view! {
        <Table class="sticky" columns=[Words("Query"), Words("Status"), Words("Style"), Words("Source"), Numbers("Seen")]>
            {rows.into_iter().map(row).collect_view()}
        </Table>
    }
    .into_any()
}
