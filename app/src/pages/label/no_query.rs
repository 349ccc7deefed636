//! What stands where there is no query to label, and where to go.

use domain::assignment::FullQuery;
use leptos::prelude::*;

use super::screen::Screen;
use crate::ui::load::sentence;

#[component]
pub fn NoQuery(screen: Screen) -> impl IntoView {
    let set = screen.set_name();
    match screen.full {
        Some(full) => view! { <NoPlace set full /> }.into_any(),
        None => view! { <NothingLeft set /> }.into_any(),
    }
}

/// What is shown instead of a query that needs nobody more.
#[component]
fn NoPlace(set: String, full: FullQuery) -> impl IntoView {
    view! {
        <main id="main" class="document">
            <h1>"This query needs nobody more"</h1>
            <p>{sentence(&full.place.to_string())}</p>
            <p>
                <a class="button primary" href=format!("/sets/{set}/label")>
                    "Label the next query"
                </a>
                " "
                <a class="button" href=format!("/sets/{set}/queries/{}", full.query)>
                    "The query's page"
                </a>
            </p>
        </main>
    }
}

/// What is shown when no query waits for this labeller.
#[component]
fn NothingLeft(set: String) -> impl IntoView {
    view! {
        <main id="main" class="document">
            <h1>"Nothing is waiting for you"</h1>
            <p>
                "Every query of this set that has chunks to judge is completed, or somebody else has it. "
                "Queries without a pool need a run first."
            </p>
            <p>
                <a class="button primary" href=format!("/sets/{set}/queries")>
                    "See all queries"
                </a>
                " "
                <a class="button" href=format!("/sets/{set}")>
                    "The set's page"
                </a>
            </p>
        </main>
    }
}
