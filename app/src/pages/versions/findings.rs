//! What is known of the next version: how far its freeze is, and what the linter finds in what is completed.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::finding::Finding;
use domain::id::QueryId;
use domain::text::counted;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::versions::{FindingCounts, FoundNow, NextVersion, next_version};
use crate::ui::Column::Words;
use crate::ui::{GivenText, Table};

/// The next version, followed while it is frozen or checked; without the browser's program a reload shows how far it is.
#[island]
pub fn NextAlive(name: String, next: NextVersion) -> impl IntoView {
    let next = RwSignal::new(next);
    let asked = name.clone();
    let ask = move || {
        let name = asked.clone();
        spawn_local(async move {
            let frozen = |newest: &NextVersion| next.with_untracked(|before| before.freezing) && !newest.freezing;
            match next_version(name).await {
                // The list of versions is not this island's.
                Ok(newest) if frozen(&newest) => reload(),
                Ok(newest) => drop(next.try_set(newest)),
                // It is asked for again, and the page says meanwhile how far it was.
                Err(_) => drop(next.try_update(|_| ())),
            }
        });
    };
    Effect::new(move |_| {
        if next.with(|now| now.freezing || now.checking) {
            set_timeout(ask.clone(), Duration::from_millis(700));
        }
    });
    move || view! { <Next name=name.clone() next=next.get() /> }
}

/// Loads the page anew. A browser that refuses shows it as it was.
fn reload() {
    drop(window().location().reload());
}

#[component]
fn Next(name: String, next: NextVersion) -> impl IntoView {
    let NextVersion { freezing, checking, looked, found, hidden, links } = next;
    let how_far = looked.map(|looked| format!(": {looked}")).unwrap_or_default();
    let working = match (freezing, checking) {
        (true, _) => Some(format!("Being frozen{how_far}. Labels go on, and are in the version after it.")),
        (false, true) => Some(format!("Being checked{how_far}.")),
        (false, false) if found.is_none() => Some("It is not checked yet: load the page again to check it.".to_owned()),
        (false, false) => None,
    };
    let as_of = found.as_ref().and_then(|found| Some((found.made_at, found.changes_since.filter(|changes| *changes > 0)?)));
    let as_of = as_of.map(|(made_at, changes)| {
        view! { <p class="facts">{format!("As of {made_at} UTC; {} since.", counted(changes, "change", "changes"))}</p> }
    });
    view! {
        {working.map(|words| view! { <p role="status">{words}</p> })}
        {as_of}
        {found.map(|found| view! { <Findings name found hidden links /> })}
    }
}

/// What the linter found; each finding leads to its query.
#[component]
fn Findings(name: String, found: FoundNow, hidden: i64, links: BTreeMap<String, QueryId>) -> impl IntoView {
    let FoundNow { listed: findings, counts, .. } = found;
    let listed = findings.len();
    let said = match counts {
        Some(counts) => view! { <p>{in_words(&name, counts, listed)}</p> }.into_any(),
        None => view! { <p class="hidden-until">{hidden_in_words(hidden)}</p> }.into_any(),
    };
    let row = move |finding: Finding| {
        let query = finding.query_id.as_ref().and_then(|id| links.get(id));
        let address = query.map(|query| format!("/sets/{name}/queries/{query}"));
        view! { <FindingRow finding address /> }
    };
    let table = (listed > 0).then(|| {
        view! {
            <Table class="findings" columns=[Words("Kind"), Words("Query"), Words("What is found")]>
                {findings.into_iter().map(row).collect_view()}
            </Table>
        }
    });
    view! {
        {said}
        {table}
    }
}

/// How many findings there are, and how many of them are listed.
fn in_words(name: &str, FindingCounts { errors, warnings }: FindingCounts, listed: usize) -> String {
    let found = format!("{}, {}", counted(errors, "error", "errors"), counted(warnings, "warning", "warnings"));
    match errors + warnings {
        0 => "The linter finds nothing to say.".to_owned(),
        all if all > listed => format!("{found}; the first {listed} are listed, all by touchstone lint --set {name}."),
        _ => format!("{found}."),
    }
}

fn hidden_in_words(hidden: i64) -> String {
    let queries = if hidden == 1 { "the query".to_owned() } else { format!("the {hidden} queries") };
    format!(
        "How many findings there are, and those about the whole set, are hidden until you completed {queries} that you are asked to label."
    )
}

#[component]
fn FindingRow(finding: Finding, address: Option<String>) -> impl IntoView {
    let severity = if finding.is_error() { "error" } else { "warning" };
    let query = view! { <GivenText text=finding.query_id.unwrap_or_default() /> };
    let query = match address {
        Some(address) => view! { <a href=address>{query}</a> }.into_any(),
        None => query.into_any(),
    };
    view! {
        <tr data-severity=severity>
            <td>{severity}</td>
            <td>{query}</td>
            <td>
                <GivenText text=finding.message />
            </td>
        </tr>
    }
}
