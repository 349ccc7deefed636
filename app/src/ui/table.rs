//! A table: its columns, and the rows that it is given.

use leptos::prelude::*;

/// A column, by what its head says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    Words(&'static str),
    /// Of numbers, which stand to the right.
    Numbers(&'static str),
    /// Whose cells need no head for who sees them.
    Unseen(&'static str),
}

#[component]
pub fn Table(
    /// From the left.
    #[prop(into)]
    columns: Vec<Column>,
    /// What the style sheet knows it by.
    #[prop(optional)]
    class: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    view! {
        <table class=class>
            <thead>
                <tr>{columns.into_iter().map(head).collect_view()}</tr>
            </thead>
            <tbody>{children()}</tbody>
        </table>
    }
}

/// What is wider than a narrow window scrolls by itself, by keyboard too.
#[component]
pub fn WideTable(
    /// What a screen reader calls it.
    label: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="wide-table" role="region" aria-label=label tabindex="0">
            {children()}
        </div>
    }
}

fn head(column: Column) -> AnyView {
    match column {
        Column::Words(word) => view! { <th>{word}</th> }.into_any(),
        Column::Numbers(word) => view! { <th class="number">{word}</th> }.into_any(),
        Column::Unseen(word) => view! {
            <th>
                <span class="visually-hidden">{word}</span>
            </th>
        }
        .into_any(),
    }
}
