//! What is looked at: chunks or answerability, the guideline's version, the style. Links and a plain form, so that the
//! address is the state.

use std::collections::BTreeSet;

use domain::agreement::{AgreementFilter, Items};
use domain::query::Style;
use leptos::prelude::*;

use super::Place;

#[component]
pub fn Filters(place: Place) -> impl IntoView {
    let json = place.shown.json_address(&place.set);
    let guidelines = place.content.report.guidelines.len() > 1;
    view! {
        <div class="filters" role="group" aria-label="What is shown">
            <ItemsChoice place=place.clone() />
            {guidelines.then(|| view! { <GuidelineChoice place=place.clone() /> })}
            <StyleForm place />
            <a class="button" href=json rel="external" download>
                "Download JSON"
            </a>
        </div>
    }
}

/// A choice of which one is taken.
#[component]
fn Choice(name: &'static str, id: &'static str, options: Vec<(String, String, bool)>) -> impl IntoView {
    let option = |(words, address, current): (String, String, bool)| {
        view! {
            <li>
                <a href=address aria-current=current.then_some("true")>
                    {words}
                </a>
            </li>
        }
    };
    view! {
        <div>
            <span class="filter-name" id=id>
                {name}
            </span>
            <ul class="one-of" aria-labelledby=id>
                {options.into_iter().map(option).collect_view()}
            </ul>
        </div>
    }
}

#[component]
fn ItemsChoice(place: Place) -> impl IntoView {
    let option = |(items, words): (Items, &str)| {
        let filter = AgreementFilter { items, ..place.shown.filter };
        (words.to_owned(), super::Shown { filter, ..Default::default() }.address(&place.set), items == place.shown.filter.items)
    };
    let options = [(Items::Labels, "Chunks"), (Items::Answerable, "Answerability")].map(option);
    view! { <Choice name="Of" id="of-items" options=options.into() /> }
}

#[component]
fn GuidelineChoice(place: Place) -> impl IntoView {
    let versions = place.content.report.guidelines.iter().map(|of| Some(of.guideline));
    let option = |guideline: Option<i32>| {
        let filter = AgreementFilter { guideline, ..place.shown.filter };
        let words = match guideline {
            None => "All".to_owned(),
            Some(0) => "none".to_owned(),
            Some(version) => version.to_string(),
        };
        (words, place.shown.filtered(filter).address(&place.set), guideline == place.shown.filter.guideline)
    };
    let options: Vec<_> = std::iter::once(None).chain(versions).map(option).collect();
    view! { <Choice name="Guideline" id="by-guideline" options /> }
}

#[component]
fn StyleForm(place: Place) -> impl IntoView {
    let AgreementFilter { items, style: chosen, guideline, seen } = place.shown.filter;
    // The styles that the set has, and what the address asks for.
    let there: BTreeSet<Style> = place.content.report.styles.iter().map(|of| of.style).chain(chosen).collect();
    let option = |style: Style| {
        view! {
            <option value=style.word() selected=chosen == Some(style)>
                {style.word()}
            </option>
        }
    };
    view! {
        <form class="style-form" method="get" action=format!("/sets/{}/agreement", place.set)>
            <input type="hidden" name="items" value=items.word() />
            {guideline.map(|guideline| view! { <input type="hidden" name="guideline" value=guideline.to_string() /> })}
            <input type="hidden" name="seen" value=seen.word() />
            <label>
                <span class="filter-name">"Style"</span>
                <select name="style">
                    <option value="" selected=chosen.is_none()>
                        "all"
                    </option>
                    {there.into_iter().map(option).collect_view()}
                </select>
            </label>
            <button class="button">"Show"</button>
        </form>
    }
}
