//! Cases in a table, and how a list of them goes on.

use domain::disagreement::{CaseFilter, Cursor};
use leptos::prelude::*;

use super::address::of_case;
use super::queue::CaseMark;
use crate::api::disagreements::{CaseKey, QueueMark};
use crate::ui::{Column, GivenText, Table};

/// Cases, each with its grades and the way to it, and what else is said of it.
#[component]
pub fn CaseTable(
    set: String,
    /// Among which cases one goes on from a case.
    filter: CaseFilter,
    /// The cases, each with the cells after the first two.
    rows: Vec<(QueueMark, AnyView)>,
    /// All columns.
    columns: Vec<Column>,
) -> impl IntoView {
    let row = move |(mark, cells): (QueueMark, AnyView)| {
        let to = of_case(&set, CaseKey::of_queued(&mark.queued), &filter);
        let text = mark.queued.text.clone();
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
                {cells}
            </tr>
        }
    };
    view! {
        <Table class="sticky" columns>
            {rows.into_iter().map(row).collect_view()}
        </Table>
    }
}

/// The foot of a list that goes on after a place. `here` is the address of its beginning.
#[component]
pub fn GoOn(here: String, next: Option<Cursor>, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let separator = if here.contains('?') { '&' } else { '?' };
    let next = next.map(|next| {
        view! {
            <a href=format!("{here}{separator}after={next}") rel="next">
                "Next page"
            </a>
        }
    });
    view! {
        <nav class="paging" aria-label="Pages">
            <a href=here>"First page"</a>
            {children.map(|children| children())}
            {next}
        </nav>
    }
}
