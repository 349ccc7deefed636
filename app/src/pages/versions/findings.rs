//! What the linter finds in what is completed.

use std::collections::HashMap;

use domain::finding::Finding;
use domain::id::QueryId;
use leptos::prelude::*;

use crate::ui::Column::Words;
use crate::ui::{GivenText, Table};

/// What the linter says; each finding leads to its query.
#[component]
pub fn Findings(name: String, findings: Vec<Finding>, hidden: usize, counts: [usize; 2], links: HashMap<String, QueryId>) -> impl IntoView {
    let listed = findings.len();
    let not_shown = (hidden > 0).then(|| {
        let said = format!("{hidden} of them are about queries that you are asked to label, and are hidden until you complete those.");
        view! { <p class="hidden-until">{said}</p> }
    });
    let row = move |finding: Finding| {
        let query = finding.query_id.as_ref().and_then(|id| links.get(id));
        let address = query.map(|query| format!("/sets/{name}/queries/{query}"));
        view! { <FindingRow finding address /> }
    };
    let said = match counts {
        [0, 0] => "The linter finds nothing to say.".to_owned(),
        [errors, warnings] if errors + warnings > listed + hidden => {
            format!("{errors} error(s), {warnings} warning(s); the first {} are listed.", listed + hidden)
        }
        [errors, warnings] => format!("{errors} error(s), {warnings} warning(s)."),
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
