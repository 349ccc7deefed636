//! What is known of the next version: how far its freeze is, and what the linter finds in what is completed.

use std::collections::HashMap;
use std::time::Duration;

use domain::finding::Finding;
use domain::id::QueryId;
use domain::lint_report::{LintReport, Linting};
use domain::text::counted;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::versions::{NextVersion, next_version};
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
            let frozen = |newest: &NextVersion| next.with_untracked(|before| before.freezing.is_some()) && newest.freezing.is_none();
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
        if next.with(|now| now.freezing.is_some() || now.linting.checking.is_some()) {
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
    let NextVersion { freezing, linting: Linting { report, changes_since, checking }, hidden, links } = next;
    let as_of = report.as_ref().filter(|_| changes_since > 0).map(|report| {
        let changes = counted(changes_since, "change", "changes");
        view! { <p class="facts">{format!("As of {} UTC; {changes} since.", report.made_at)}</p> }
    });
    let working = match (freezing, checking) {
        (Some(looked), _) => Some(format!("Being frozen: {looked}. Labels go on, and are in the version after it.")),
        (None, Some(looked)) => Some(format!("Being checked: {looked}.")),
        (None, None) if report.is_none() => Some("It is not checked yet: load the page again to check it.".to_owned()),
        (None, None) => None,
    };
    view! {
        {working.map(|words| view! { <p role="status">{words}</p> })}
        {as_of}
        {report.map(|report| view! { <Findings name report hidden links /> })}
    }
}

/// What the linter found; each finding leads to its query.
#[component]
fn Findings(name: String, report: LintReport, hidden: usize, links: HashMap<String, QueryId>) -> impl IntoView {
    let LintReport { listed: findings, errors, warnings, .. } = report;
    let listed = findings.len();
    let not_shown = (hidden > 0).then(|| {
        let said = format!("{hidden} of them hidden, about queries that you are asked to label, until you complete those.");
        view! { <p class="hidden-until">{said}</p> }
    });
    let more = format!("touchstone lint --set {name}");
    let row = move |finding: Finding| {
        let query = finding.query_id.as_ref().and_then(|id| links.get(id));
        let address = query.map(|query| format!("/sets/{name}/queries/{query}"));
        view! { <FindingRow finding address /> }
    };
    let found = format!("{}, {}", counted(errors, "error", "errors"), counted(warnings, "warning", "warnings"));
    let said = match errors + warnings {
        0 => "The linter finds nothing to say.".to_owned(),
        all if all > listed + hidden => {
            format!("{found}; the first {} are listed, all by {more}.", listed + hidden)
        }
        _ => format!("{found}."),
    };
    let table = (listed > 0).then(|| {
        view! {
            <Table class="findings" columns=[Words("Kind"), Words("Query"), Words("What is found")]>
                {findings.into_iter().map(row).collect_view()}
            </Table>
        }
    });
    view! {
        <p>{said}</p>
        {not_shown}
        {table}
    }
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
