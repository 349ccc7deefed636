//! The cases of a cell of a matrix: the queries that have one.

use domain::agreement::{Case, Cell, CellPage, Raters};
use domain::page::Page;
use domain::text::{counted, visible};
use leptos::prelude::*;

use super::Place;
use crate::ui::{GivenText, Paging};

#[component]
pub fn Cases(place: Place) -> impl IntoView {
    let found = place.content.of_cell.clone().zip(place.shown.cell.clone());
    found.map(|(page, CellPage { cell, .. })| {
        let last = page.last();
        let Page { rows, number, total } = page;
        let heading = format!("{}: {}", in_words(&place, &cell), counted(total, "query", "queries"));
        let close = place.shown.filtered(place.shown.filter).address(&place.set);
        let rows = rows.into_iter().map(|case| case_row(&place, case)).collect_view();
        view! {
            <section class="block w-12" aria-labelledby="cases">
                <div class="block-head">
                    <h2 id="cases">{heading}</h2>
                    <a href=close>"Close"</a>
                </div>
                <ul class="cases">{rows}</ul>
                {(last > 1)
                    .then(|| view! { <Paging number last total address=move |page| place.shown.on_page(page).address(&place.set) /> })}
            </section>
        }
    })
}

/// What one gave where another gave what.
fn in_words(place: &Place, Cell { raters, row, column }: &Cell) -> String {
    let (first, second) = match raters {
        Raters::Pair { a, b } => (visible(a), visible(b)),
        Raters::Judge { judge, .. } => ("A person".to_owned(), visible(judge)),
    };
    format!("{first} gives {}, {second} {}", place.grade(*row), place.grade(*column))
}

/// A case leads to its query, whose page lists what is disputed about it, in every state.
fn case_row(place: &Place, Case { query, text, items }: Case) -> impl IntoView + use<> {
    let address = format!("/sets/{}/queries/{query}", place.set);
    view! {
        <li>
            <a href=address>
                <GivenText text />
            </a>
            " "
            <span class="facts">{place.items(items)}</span>
        </li>
    }
}
