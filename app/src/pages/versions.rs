//! A set's versions: those that are frozen, and what the next one would hold.

use std::collections::HashMap;

use domain::id::QueryId;
use domain::lint::Finding;
use domain::version::Head;
use leptos::prelude::*;

use crate::api::versions::{Versions, version_list};
use crate::root::TopBar;
use crate::ui::{PageTitle, loading};

/// `/sets/{set}/versions`.
#[component]
pub fn VersionsPage() -> impl IntoView {
    let set = super::set_in_address();
    let versions = loading(move || set.get(), version_list);
    super::page(versions, move |versions: Versions| view! { <VersionsDocument name=set.get_untracked() versions /> })
}

#[component]
fn VersionsDocument(name: String, versions: Versions) -> impl IntoView {
    let Versions { title, heads, completed, findings, counts, links, may_freeze } = versions;
    let next = heads.first().map_or(1, |head| head.version + 1);
    view! {
        <PageTitle text=format!("Versions · {title}") />
        <TopBar trail=vec![("Sets".into(), Some("/".into())), (title, Some(format!("/sets/{name}"))), ("Versions".into(), None)] />
        <main id="main" class="document wide">
            <h1>"Versions"</h1>
            <p class="lead">"A version is the settled part of the set, frozen: a number, a hash, and the same bytes for ever."</p>
            <VersionTable name=name.clone() heads=heads.clone() />
            <Compare name=name.clone() heads />
            <h2>{format!("The next one, version {next}")}</h2>
            <Findings name=name.clone() findings counts links />
            <FreezeForm name completed errors=counts[0] may_freeze />
        </main>
    }
}

#[component]
fn VersionTable(name: String, heads: Vec<Head>) -> impl IntoView {
    if heads.is_empty() {
        return view! {
            <p>
                "None yet. What is completed and not disputed can be frozen below, or with "
                <code>{format!("touchstone freeze --set {name}")}</code>"."
            </p>
        }
        .into_any();
    }
    let row = move |head: Head| {
        let counts = head.counts;
        view! {
            <tr>
                <td>
                    <a class="row-link" href=format!("/sets/{name}/versions/{}", head.version)>
                        {format!("Version {}", head.version)}
                    </a>
                </td>
                <td>
                    <bdi>{domain::text::visible(&head.note)}</bdi>
                </td>
                <td>{head.created_at.to_string()}</td>
                <td class="number">{counts.queries}</td>
                <td class="number">{counts.unanswerable}</td>
                <td class="number">{counts.labels}</td>
                <td class="number">{counts.relevant}</td>
                <td class="number">{head.warnings.len()}</td>
                <td>
                    <code title=head.root_hash.clone()>{short(&head.root_hash)}</code>
                </td>
            </tr>
        }
    };
    view! {
        <table>
            <thead>
                <tr>
                    <th>"Version"</th>
                    <th>"Note"</th>
                    <th>"Frozen (UTC)"</th>
                    <th class="number">"Queries"</th>
                    <th class="number">"Unanswerable"</th>
                    <th class="number">"Labels"</th>
                    <th class="number">"Relevant"</th>
                    <th class="number">"Warnings"</th>
                    <th>"Root hash"</th>
                </tr>
            </thead>
            <tbody>{heads.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// The first digits of a hash: enough to tell two apart by eye.
pub fn short(hash: &str) -> String {
    hash.chars().take(12).collect()
}

/// Two versions to compare.
#[component]
fn Compare(name: String, heads: Vec<Head>) -> impl IntoView {
    let numbers: Vec<i32> = heads.iter().map(|head| head.version).collect();
    let choice = |label: &'static str, key: &'static str, chosen: i32| {
        let option = |number: &i32| {
            view! {
                <option value=number.to_string() selected=*number == chosen>
                    {*number}
                </option>
            }
        };
        view! { <label>{label} <select name=key>{numbers.iter().map(option).collect_view()}</select></label> }
    };
    (numbers.len() > 1).then(|| {
        view! {
            <form class="filters" method="get" action=format!("/sets/{name}/diff")>
                {choice("From version", "from", numbers[1])}
                {choice("to version", "to", numbers[0])}
                <button class="button">"Compare"</button>
            </form>
        }
    })
}

/// What the linter says; each finding leads to its query.
#[component]
fn Findings(name: String, findings: Vec<Finding>, counts: [usize; 2], links: HashMap<String, QueryId>) -> impl IntoView {
    let listed = findings.len();
    let row = move |finding: Finding| {
        let id = finding.query_id.clone().unwrap_or_default();
        let shown = domain::text::visible(&id);
        let query = match links.get(&id) {
            Some(query) => view! {
                <a href=format!("/sets/{name}/queries/{query}")>
                    <bdi>{shown}</bdi>
                </a>
            }
            .into_any(),
            None => view! { <bdi>{shown}</bdi> }.into_any(),
        };
        let severity = if finding.is_error() { "error" } else { "warning" };
        view! {
            <tr data-severity=severity>
                <td>{severity}</td>
                <td>{query}</td>
                <td>
                    <bdi>{domain::text::visible(&finding.message)}</bdi>
                </td>
            </tr>
        }
    };
    let said = match counts {
        [0, 0] => "The linter finds nothing to say.".to_owned(),
        [errors, warnings] if errors + warnings > listed => {
            format!("{errors} error(s), {warnings} warning(s); the first {listed} are listed.")
        }
        [errors, warnings] => format!("{errors} error(s), {warnings} warning(s)."),
    };
    let table = (listed > 0).then(|| {
        view! {
            <table class="findings">
                <thead>
                    <tr>
                        <th>"Kind"</th>
                        <th>"Query"</th>
                        <th>"What is found"</th>
                    </tr>
                </thead>
                <tbody>{findings.into_iter().map(row).collect_view()}</tbody>
            </table>
        }
    });
    view! {
        <p>{said}</p>
        {table}
    }
}

/// Freezes; a plain form.
#[component]
fn FreezeForm(name: String, completed: i64, errors: usize, may_freeze: bool) -> impl IntoView {
    if completed == 0 {
        return view! { <p>"Nothing is completed yet, so there is nothing to freeze. " <a href=format!("/sets/{name}/label")>"Label"</a></p> }.into_any();
    }
    if !may_freeze {
        return view! { <p>"An admin can freeze it."</p> }.into_any();
    }
    let leave_out = (errors > 0).then(|| {
        view! {
            <label class="check">
                <input type="checkbox" name="leave_out_errors" value="yes" required />
                {format!("Leave out the queries of the {errors} error(s). Otherwise mend them first.")}
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
