//! Freezing the next version.

use domain::query::{QueryStatus, StatusCounts};
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
    let disputed = queries.of(QueryStatus::GradesDiffer) + queries.of(QueryStatus::ChangedSinceSettled);
    if queries.settled() == 0 && (disputed == 0 || !may_freeze) {
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
            <DisputedChunks disputed required=queries.settled() == 0 />
            <button class="button primary">"Freeze"</button>
        </form>
    }
    .into_any()
}

/// Whether queries are frozen without the chunks on which labellers differ; nothing where there are none.
#[component]
fn DisputedChunks(
    /// How many queries wait perhaps only because of such chunks.
    disputed: i64,
    /// Whether nothing else could be frozen.
    required: bool,
) -> impl IntoView {
    let words = format!(
        "Freeze also those of {} that wait only because labellers differ on chunks, without these chunks: measures take them as not judged",
        counted(disputed, "query", "queries"),
    );
    (disputed > 0).then(|| {
        view! {
            <label class="check">
                <input type="checkbox" name="without_disputed_chunks" value="yes" required=required />
                {words}
            </label>
        }
    })
}

#[component]
fn NothingToFreeze(name: String, queries: StatusCounts) -> impl IntoView {
    let to_do = match queries.for_a_reviewer().next() {
        Some((status, _)) => (format!("/sets/{name}/queries?status={}", status.word()), "Settle"),
        None => (format!("/sets/{name}/label"), "Label"),
    };
    view! { <p>{sentence(&queries.nothing_settled())}" "<a href=to_do.0>{to_do.1}</a></p> }
}
