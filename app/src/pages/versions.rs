//! A set's versions: those that are frozen, and what the next one would hold.

mod findings;
mod freeze;

use domain::version::Head;
use leptos::prelude::*;

use self::findings::Findings;
use self::freeze::FreezeForm;
use crate::api::versions::{Versions, version_list};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{Column, GivenText, PageTitle, Table, loading};

/// `/sets/{set}/versions`.
#[component]
pub fn VersionsPage() -> impl IntoView {
    let set = super::set_in_address();
    let versions = loading(move || set.get(), version_list);
    super::page(versions, move |versions: Versions| view! { <VersionsDocument name=set.get_untracked() versions /> })
}

#[component]
fn VersionsDocument(name: String, versions: Versions) -> impl IntoView {
    let Versions { title, heads, completed, findings, hidden, counts, links, may_freeze } = versions;
    let next = heads.first().map_or(1, |head| head.version + 1);
    view! {
        <PageTitle text=format!("Versions · {title}") />
        <main id="main" class="document wide">
            <h1>"Versions"</h1>
            <p class="lead">"A version is the settled part of the set, frozen: a number, a hash, and the same bytes for ever."</p>
            <VersionTable name=name.clone() heads=heads.clone() />
            <Compare name=name.clone() heads />
            <h2>{format!("The next one, version {next}")}</h2>
            <Findings name=name.clone() findings hidden counts links />
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
    let row = move |head| view! { <VersionRow name=name.clone() head /> };
    view! { <Table columns=VERSION_COLUMNS>{heads.into_iter().map(row).collect_view()}</Table> }.into_any()
}

const VERSION_COLUMNS: [Column; 11] = [
    Words("Version"),
    Words("Note"),
    Words("Frozen (UTC)"),
    Numbers("Queries"),
    Numbers("Answerable"),
    Numbers("Unanswerable"),
    Numbers("Not known"),
    Numbers("Labels"),
    Numbers("Relevant"),
    Numbers("Warnings"),
    Words("Root hash"),
];

#[component]
fn VersionRow(name: String, head: Head) -> impl IntoView {
    let counts = head.counts;
    let short = first_digits(&head.root_hash);
    view! {
        <tr>
            <td>
                <a class="row-link" href=format!("/sets/{name}/versions/{}", head.version)>
                    {format!("Version {}", head.version)}
                </a>
            </td>
            <td>
                <GivenText text=head.note />
            </td>
            <td>{head.created_at.to_string()}</td>
            <td class="number">{counts.queries}</td>
            <td class="number">{counts.answerable}</td>
            <td class="number">{counts.unanswerable}</td>
            <td class="number">{counts.not_known()}</td>
            <td class="number">{counts.labels}</td>
            <td class="number">{counts.relevant}</td>
            <td class="number">{head.warnings.len()}</td>
            <td>
                <code title=head.root_hash>{short}</code>
            </td>
        </tr>
    }
}

/// The first digits of a hash: enough to tell two apart by eye.
fn first_digits(hash: &str) -> String {
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
