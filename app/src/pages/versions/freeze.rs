//! Freezing the next version.

use domain::query::StatusCounts;
use domain::text::counted;
use leptos::prelude::*;

use crate::ui::load::sentence;

/// Freezes; a plain form.
#[component]
pub fn FreezeForm(
    name: String,
    queries: StatusCounts,
    /// How many errors the linter finds; none before it looked.
    errors: Option<usize>,
    may_freeze: bool,
) -> impl IntoView {
    if queries.settled() == 0 {
        return view! { <NothingToFreeze name queries /> }.into_any();
    }
    if !may_freeze {
        return view! { <p>"An admin can freeze it."</p> }.into_any();
    }
    let words = match errors {
        Some(errors) => format!("Leave out the queries of {}. Otherwise mend them first.", counted(errors, "error", "errors")),
        None => "Leave out the queries of errors, if there are any. Otherwise nothing is frozen then.".to_owned(),
    };
    let leave_out = (errors != Some(0)).then(|| {
        view! {
            <label class="check">
                <input type="checkbox" name="leave_out_errors" value="yes" required=errors.is_some() />
                {words}
            </label>
        }
    });
    view! {
        <form class="fields" method="post" action=format!("/sets/{name}/versions")>
            <label>
                "Note" <input name="note" maxlength="500" placeholder="What should be known about this version" autocomplete="off" />
            </label>
            {leave_out}
            <button class="button primary">"Freeze"</button>
        </form>
    }
    .into_any()
}

#[component]
fn NothingToFreeze(name: String, queries: StatusCounts) -> impl IntoView {
    let to_do = match queries.for_a_reviewer().next() {
        Some((status, _)) => (format!("/sets/{name}/queries?status={}", status.word()), "Settle"),
        None => (format!("/sets/{name}/label"), "Label"),
    };
    view! { <p>{sentence(&queries.nothing_settled())}" "<a href=to_do.0>{to_do.1}</a></p> }
}
