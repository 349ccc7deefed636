//! The queries of a set. Search and filters live in the address.

use domain::query::{Query, QueryStatus, Style};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::queries::{QueryList, QueryListFilter, query_list};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{GivenText, PageTitle, Paging, Table, loading};

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
    let QueryList { title, page, sources } = list;
    let (number, last, total) = (page.number, page.last(), page.total);
    let address = {
        let (name, filter) = (name.clone(), filter.clone());
        move |page| list_address(&name, &filter, page)
    };
    view! {
        <PageTitle text=format!("Queries · {title}") />
        <main id="main" class="document wide">
            <h1>"Queries"</h1>
            <Filters filter sources />
            <QueryTable name rows=page.rows />
            <Paging number last total address />
        </main>
    }
}

fn list_address(name: &str, filter: &QueryListFilter, page: i64) -> String {
    let mut parts = vec![format!("page={page}")];
    let mut part = |key: &str, value: &str| {
        if !value.is_empty() {
            parts.push(format!("{key}={}", percent(value)));
        }
    };
    part("search", &filter.search);
    part("status", filter.status.map_or("", QueryStatus::word));
    part("style", filter.style.map_or("", Style::word));
    part("source", filter.source.as_deref().unwrap_or_default());
    format!("/sets/{name}/queries?{}", parts.join("&"))
}

/// A text as a value in an address.
pub(super) fn percent(text: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
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

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_filter_survives_its_address() {
        assert_eq!(percent("a&b=ü %"), "a%26b%3D%C3%BC%20%25");
    }
}
