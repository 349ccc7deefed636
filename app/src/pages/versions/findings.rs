//! What the linter finds in what is completed.

use std::collections::HashMap;
use std::time::Duration;

use domain::finding::Finding;
use domain::id::QueryId;
use domain::lint_report::{LintReport, Linting};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::versions::{LinkedLinting, linting as ask_linting};
use crate::ui::Column::Words;
use crate::ui::{GivenText, Table};

/// What the linter says, followed while it looks; without the browser's program a reload shows how far it is.
#[island]
pub fn LintAlive(name: String, linting: LinkedLinting) -> impl IntoView {
    let linting = RwSignal::new(linting);
    let asked = name.clone();
    let ask = move || {
        let name = asked.clone();
        spawn_local(async move {
            // An answer that does not come is asked for again: the page says meanwhile how far it was.
            match ask_linting(name).await {
                Ok(newest) => drop(linting.try_set(newest)),
                Err(_) => drop(linting.try_update(|_| ())),
            }
        });
    };
    Effect::new(move |_| {
        if linting.with(|now| now.linting.checking.is_some()) {
            set_timeout(ask.clone(), Duration::from_millis(700));
        }
    });
    move || view! { <Lint name=name.clone() linting=linting.get() /> }
}

#[component]
fn Lint(name: String, linting: LinkedLinting) -> impl IntoView {
    let LinkedLinting { linting: Linting { report, changes_since, checking }, links } = linting;
    let as_of = report.as_ref().filter(|_| changes_since > 0).map(|report| {
        let changes = if changes_since == 1 { "1 change".to_owned() } else { format!("{changes_since} changes") };
        view! { <p class="facts">{format!("As of {} UTC; {changes} since.", report.made_at)}</p> }
    });
    let checking = checking.map(|(done, total)| view! { <p role="status">{checking_in_words(done, total)}</p> });
    let unknown =
        (report.is_none() && checking.is_none()).then_some(view! { <p>"The set is not checked yet. Reload the page to check it."</p> });
    view! {
        {checking}
        {unknown}
        {as_of}
        {report.map(|report| view! { <Findings name report links /> })}
    }
}

fn checking_in_words(done: usize, total: usize) -> String {
    match total {
        0 => "Checking the queries.".to_owned(),
        _ => format!("Checking {done} of {total} queries."),
    }
}

/// What the linter found; each finding leads to its query.
#[component]
fn Findings(name: String, report: LintReport, links: HashMap<String, QueryId>) -> impl IntoView {
    let LintReport { listed: findings, errors, warnings, .. } = report;
    let listed = findings.len();
    let more = format!("touchstone lint --set {name}");
    let row = move |finding: Finding| {
        let query = finding.query_id.as_ref().and_then(|id| links.get(id));
        let address = query.map(|query| format!("/sets/{name}/queries/{query}"));
        view! { <FindingRow finding address /> }
    };
    let said = match errors + warnings {
        0 => "The linter finds nothing to say.".to_owned(),
        all if all > listed => format!("{errors} error(s), {warnings} warning(s); the first {listed} are listed, all by {more}."),
        _ => format!("{errors} error(s), {warnings} warning(s)."),
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
