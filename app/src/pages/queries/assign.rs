//! The form that gives a labeller the first queries of the list, by its filter.

use domain::assigning::{Labeller, MOST_ASSIGNED};
use domain::query::{QueryStatus, Style};
use leptos::prelude::*;

use crate::api::assigning::labellers;
use crate::api::queries::QueryListFilter;
use crate::pages::query::LabellerField;
use crate::ui::{load, loading};

/// The form, and what became of it when it was sent; `assigned` is how many queries were given.
#[component]
pub fn AssignSeveral(name: String, filter: QueryListFilter, assigned: Option<usize>) -> impl IntoView {
    let action = format!("/sets/{name}/assign");
    let asked = loading(move || name.clone(), labellers);
    let done = assigned.map(|count| match count {
        1 => "One query was assigned.".to_owned(),
        count => format!("{count} queries were assigned."),
    });
    view! {
        <p role="status">{done}</p>
        {load(
            asked,
            move |labellers: Vec<Labeller>| {
                (!labellers.is_empty()).then(|| view! { <AssignForm action=action.clone() filter=filter.clone() labellers /> })
            },
        )}
    }
}

#[component]
fn AssignForm(action: String, filter: QueryListFilter, labellers: Vec<Labeller>) -> impl IntoView {
    let hidden = |name: &'static str, value: String| view! { <input type="hidden" name=name value=value /> };
    view! {
        <form class="filters" method="post" action=action>
            {hidden("search", filter.search)}
            {hidden("status", filter.status.map_or("", QueryStatus::word).to_owned())}
            {hidden("style", filter.style.map_or("", Style::word).to_owned())}
            {hidden("source", filter.source.unwrap_or_default())}
            <label>
                "Assign the first " <input name="how_many" type="number" min="1" max=MOST_ASSIGNED.to_string() value="10" required />
            </label>
            <LabellerField labellers />
            <button class="button">"Assign"</button>
        </form>
    }
}
