//! A set's versions: those that are frozen, and what the next one would hold.

mod findings;
mod freeze;

use leptos::prelude::*;

use self::findings::NextAlive;
use self::freeze::FreezeForm;
use crate::api::versions::{VersionCounts, VersionSummary, Versions, version_list};
use crate::ui::Column::{Numbers, Words};
use crate::ui::load::sentence;
use crate::ui::{Column, GivenText, PageTitle, RefusedNote, Table, loading};

/// `/sets/{set}/versions`.
#[component]
pub fn VersionsPage() -> impl IntoView {
    let set = super::set_in_address();
    let versions = loading(move || set.get(), version_list);
    super::page(versions, move |versions: Versions| view! { <VersionsDocument name=set.get_untracked() versions /> })
}

#[component]
fn VersionsDocument(name: String, versions: Versions) -> impl IntoView {
    let Versions { title, versions, queries, next, freeze_failure, may_freeze } = versions;
    let number = versions.first().map_or(1, |version| version.head.version + 1);
    let errors = next.found.as_ref().and_then(|found| Some(found.counts?.errors));
    let freezes = next.freezing;
    let failure = freeze_failure.map(|words| view! { <p class="error-note">"The last freeze made no version. " {sentence(&words)}</p> });
    view! {
        <PageTitle text=format!("Versions · {title}") />
        <main id="main" class="document wide">
            <h1>"Versions"</h1>
            <RefusedNote />
            <p class="lead">"A version is the settled part of the set, frozen: a number, a hash, and the same bytes for ever."</p>
            <VersionTable name=name.clone() versions=versions.clone() />
            <Compare name=name.clone() versions />
            <h2>{format!("The next one, version {number}")}</h2>
            {failure}
            {(!freezes).then(|| view! { <FreezeForm name=name.clone() queries errors may_freeze /> })}
            <NextAlive name next />
        </main>
    }
}

#[component]
fn VersionTable(name: String, versions: Vec<VersionSummary>) -> impl IntoView {
    if versions.is_empty() {
        return view! {
            <p>
                "None yet. What is completed and not disputed can be frozen below, or with "
                <code>{format!("touchstone freeze --set {name}")}</code>"."
            </p>
        }
        .into_any();
    }
    let row = move |version| view! { <VersionRow name=name.clone() version /> };
    view! { <Table columns=VERSION_COLUMNS>{versions.into_iter().map(row).collect_view()}</Table> }.into_any()
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
fn VersionRow(name: String, version: VersionSummary) -> impl IntoView {
    let VersionSummary { head, counted } = version;
    let short = first_digits(&head.root_hash);
    let counted = match counted {
        Some(counted) => view! { <Counted counted /> }.into_any(),
        None => view! {
            <td class="hidden-until" colspan="6">
                {sentence(&head.hidden_in_words())}
            </td>
        }
        .into_any(),
    };
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
            <td class="number">{head.queries}</td>
            {counted}
            <td>
                <code title=head.root_hash>{short}</code>
            </td>
        </tr>
    }
}

/// What is counted over its labels: the cells of six columns.
#[component]
fn Counted(counted: VersionCounts) -> impl IntoView {
    let VersionCounts { counts, warnings } = counted;
    view! {
        <td class="number">{counts.answerable}</td>
        <td class="number">{counts.unanswerable}</td>
        <td class="number">{counts.not_known()}</td>
        <td class="number">{counts.labels}</td>
        <td class="number">{counts.relevant}</td>
        <td class="number">{warnings}</td>
    }
}

/// The first digits of a hash: enough to tell two apart by eye.
fn first_digits(hash: &str) -> String {
    hash.chars().take(12).collect()
}

/// Two versions to compare.
#[component]
fn Compare(name: String, versions: Vec<VersionSummary>) -> impl IntoView {
    let numbers: Vec<i32> = versions.iter().map(|version| version.head.version).collect();
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
