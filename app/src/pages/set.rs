//! A set's home: what it is, how far, what next.

mod handed_back;
mod held;
mod late;
mod rules;

use domain::query::{QueryStatus, StatusCounts};
use domain::role::{Permission, Role};
use domain::run::Run;
use leptos::prelude::*;

use self::handed_back::HandedBackQueries;
use self::held::Held;
use self::late::Late;
use self::rules::Rules;
use crate::api::sets::{SetHome, set_home};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{GivenText, LivePart, PageTitle, Table, WideTable, loading};

/// Where queries stand in every set.
const ALWAYS: [QueryStatus; 3] = [QueryStatus::Open, QueryStatus::Started, QueryStatus::Completed];

/// `/sets/{set}`: a short document.
#[component]
pub fn SetPage() -> impl IntoView {
    let set = super::set_in_address();
    let home = loading(move || set.get(), set_home);
    super::page(home, |home: SetHome| view! { <SetDocument home /> })
}

#[component]
fn SetDocument(home: SetHome) -> impl IntoView {
    let title = home.set.settings.title.clone();
    let name = home.set.name.to_string();
    let counts = home.counts.clone();
    let total = counts.total();
    let (pooled, mine_left, role) = (total - home.without_pool, home.mine.left, home.role);
    let (held, handed_back, late) = (home.held.clone(), home.handed_back.clone(), home.late.clone());
    let runs = home.runs.clone();
    view! {
        <PageTitle text=format!("{title} · Touchstone") />
        <main id="main" class="document">
            <h1>
                <GivenText text=title />
            </h1>
            <LivePart id="standing".to_owned()>
                <Standing name=name.clone() counts />
                <Next name=name.clone() total pooled mine_left role />
                <Held name=name.clone() held />
                <HandedBackQueries name=name.clone() handed_back />
                <Late name late />
            </LivePart>
            <h2>"How it is labelled"</h2>
            <Rules home />
            <h2>"Runs"</h2>
            <Runs runs />
        </main>
    }
}

/// How far the set is.
#[component]
fn Standing(name: String, counts: StatusCounts) -> impl IntoView {
    let (total, settled) = (counts.total().max(1), counts.settled());
    view! {
        <p class="lead">{state_in_words(&counts)}</p>
        <progress class="wide" max=total.to_string() value=settled.to_string() aria-label="Settled queries"></progress>
        <Counts name counts />
    }
}

fn state_in_words(counts: &StatusCounts) -> String {
    let (total, settled, review) = (counts.total(), counts.settled(), counts.for_a_reviewer().map(|(_, count)| count).sum::<i64>());
    match (total, review) {
        (0, _) => "This set has no queries yet.".into(),
        (_, 0) => format!("{settled} of {total} queries are settled."),
        _ => format!("{settled} of {total} queries are settled; {review} to settle."),
    }
}

/// How many queries stand where; each leads to their list. What a reviewer has to settle is named where there is any.
#[component]
fn Counts(name: String, counts: StatusCounts) -> impl IntoView {
    let shown = ALWAYS.into_iter().chain(counts.for_a_reviewer().map(|(status, _)| status));
    let entry = |status: QueryStatus| {
        view! {
            <li>
                <a href=format!("/sets/{name}/queries?status={}", status.word())>
                    <b>{counts.of(status)}</b>
                    " "
                    {status.in_words()}
                </a>
            </li>
        }
    };
    let entries = shown.map(entry).collect_view();
    view! { <ul class="counts">{entries}</ul> }
}

/// The one thing to do next.
#[component]
fn Next(name: String, total: i64, pooled: i64, mine_left: i64, role: Role) -> impl IntoView {
    let button = |class: &'static str, page: &str, words: &'static str| {
        view! {
            <a class=class href=format!("/sets/{name}/{page}")>
                {words}
            </a>
        }
    };
    let next = match (total, pooled, mine_left) {
        (0, ..) => view! {
            "Next: "
            {button("button primary", "import", "Import queries")}
            " or run "
            <code>{format!("touchstone import queries --set {name} FILE")}</code>
        }
        .into_any(),
        (_, 0, _) => view! {
            "Its queries have nothing to judge yet. Next: "
            {button("button primary", "import", "Import a run, or let the built-in retriever make one")}
        }
        .into_any(),
        (.., 0) => view! {
            "Nothing is waiting for you. "
            {button("button", "queries", "All queries")}
        }
        .into_any(),
        _ if !role.may(Permission::Label) => button("button", "queries", "All queries").into_any(),
        _ => view! {
            {button("button primary", "label", "Label")}
            " "
            {button("button", "queries", "All queries")}
        }
        .into_any(),
    };
    view! { <p>{next}</p> }
}

#[component]
fn Runs(runs: Vec<Run>) -> impl IntoView {
    if runs.is_empty() {
        return view! { <p>"None yet. A run is what a retriever found for the queries; its top chunks are what is labelled."</p> }
            .into_any();
    }
    let row = |run: Run| {
        view! {
            <tr>
                <td>
                    <GivenText text=run.retriever />
                </td>
                <td>
                    <code>{domain::text::visible(&run.commit.unwrap_or_default())}</code>
                </td>
                <td class="number">{run.queries}</td>
                <td class="number">{run.hits}</td>
                <td>{run.created_at.to_string()}</td>
            </tr>
        }
    };
    view! {
        <WideTable label="Runs">
            <Table columns=[
                Words("Retriever"),
                Words("Commit"),
                Numbers("Queries"),
                Numbers("Hits"),
                Words("Made (UTC)"),
            ]>{runs.into_iter().map(row).collect_view()}</Table>
        </WideTable>
    }
    .into_any()
}
