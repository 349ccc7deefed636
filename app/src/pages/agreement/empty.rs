//! What stands where nothing can be compared, and what to do.

use domain::agreement::{AgreementFilter, Items};
use domain::role::Permission;
use leptos::prelude::*;

use super::{Place, Shown};

#[component]
pub fn NothingToCompare(place: Place) -> impl IntoView {
    let filter = place.shown.filter;
    let filtered = filter.style.is_some() || filter.guideline.is_some();
    let everything =
        Shown { filter: AgreementFilter { items: filter.items, seen: filter.seen, ..Default::default() }, ..Default::default() };
    if filtered {
        let address = everything.address(&place.set);
        view! { <p>"Nothing that two people rated fits this filter. " <a href=address>"Show everything"</a></p> }.into_any()
    } else if filter.items == Items::Answerable {
        let chunks = Shown::default().address(&place.set);
        view! {
            <p>
                "No two people said of the same query whether the corpus answers it. Labellers say it with an answer, or with “no answer”. "
                <a href=chunks>"How they agree on chunks"</a>
            </p>
        }
        .into_any()
    } else if place.content.overlap > 1 {
        let label = format!("/sets/{}/label", place.set);
        view! { <p>"Nothing has been rated by two people yet: agreement needs a query that two completed. " <a href=label>"Label"</a></p> }
            .into_any()
    } else {
        view! { <OverlapIsOne place /> }.into_any()
    }
}

#[component]
fn OverlapIsOne(place: Place) -> impl IntoView {
    let settings = format!("/sets/{}/settings", place.set);
    let step = if place.content.role.may(Permission::Configure) {
        view! {
            <a class="button primary" href=settings>
                "Set the overlap"
            </a>
        }
        .into_any()
    } else {
        view! { "An admin sets it in the set's settings." }.into_any()
    };
    view! {
        <p>
            "The overlap is 1: each query is labelled by one person, so nobody's labels can be compared. \
            With 2 the set knows how sure it is."
        </p>
        <p>{step}</p>
    }
}
