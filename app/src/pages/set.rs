//! A set's home: what it is, how far, what next.

use domain::query::QueryStatus;
use domain::run::Run;
use leptos::prelude::*;

use crate::api::sets::{SetHome, set_home};
use crate::root::TopBar;
use crate::ui::{Markdown, PageTitle, loading};

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
    let [open, started, completed, flagged] = home.counts;
    let total: i64 = home.counts.iter().sum();
    view! {
        <PageTitle text=format!("{title} · Touchstone") />
        <TopBar trail=vec![("Sets".into(), Some("/".into())), (title.clone(), None)] />
        <main id="main" class="document">
            <h1>
                <bdi>{domain::text::visible(&title)}</bdi>
            </h1>
            <p class="lead">{state_in_words(total, completed)}</p>
            <progress class="wide" max=total.max(1).to_string() value=completed.to_string() aria-label="Completed queries"></progress>
            <Counts name=name.clone() counts=[open, started, completed, flagged] />
            <Next name=name.clone() total pooled=total - home.without_pool mine_left=home.mine.left />
            <h2>"How it is labelled"</h2>
            <Rules home=home.clone() />
            <h2>"Runs"</h2>
            <Runs runs=home.runs />
            <p>
                <a href=format!("/sets/{name}/import")>"Import or retrieve"</a>
                " · "
                <a href=format!("/sets/{name}/versions")>"Versions and export"</a>
                " · "
                <a href=format!("/sets/{name}/evaluation")>"Evaluation"</a>
                " · "
                <a href=format!("/sets/{name}/settings")>"Settings"</a>
            </p>
        </main>
    }
}

fn state_in_words(total: i64, completed: i64) -> String {
    match total {
        0 => "This set has no queries yet.".into(),
        _ => format!("{completed} of {total} queries are completed."),
    }
}

/// How many queries stand where; each leads to their list.
#[component]
fn Counts(name: String, counts: [i64; 4]) -> impl IntoView {
    let entry = move |(status, count): (QueryStatus, i64)| {
        view! {
            <li>
                <a href=format!("/sets/{name}/queries?status={}", status.word())>
                    <b>{count}</b>
                    " "
                    {status.word()}
                </a>
            </li>
        }
    };
    view! { <ul class="counts">{QueryStatus::ALL.into_iter().zip(counts).map(entry).collect_view()}</ul> }
}

/// The one thing to do next.
#[component]
fn Next(name: String, total: i64, pooled: i64, mine_left: i64) -> impl IntoView {
    let import = format!("/sets/{name}/import");
    if total == 0 {
        view! {
            <p>
                "Next: " <a class="button primary" href=import>
                    "Import queries"
                </a> " or run " <code>{format!("touchstone import queries --set {name} FILE")}</code>
            </p>
        }
        .into_any()
    } else if pooled == 0 {
        view! {
            <p>
                "Its queries have nothing to judge yet. Next: " <a class="button primary" href=import>
                    "Import a run, or let the built-in retriever make one"
                </a>
            </p>
        }
        .into_any()
    } else if mine_left == 0 {
        view! {
            <p>
                "Nothing is waiting for you. " <a class="button" href=format!("/sets/{name}/queries")>
                    "All queries"
                </a>
            </p>
        }
        .into_any()
    } else {
        view! {
            <p>
                <a class="button primary" href=format!("/sets/{name}/label")>
                    "Label"
                </a>
                " "
                <a class="button" href=format!("/sets/{name}/queries")>
                    "All queries"
                </a>
            </p>
        }
        .into_any()
    }
}

/// Scale, cut-off, overlap, pre-labels, guidelines.
#[component]
fn Rules(home: SetHome) -> impl IntoView {
    let settings = home.set.settings;
    let corpus = home.chunking.map_or_else(|| "none yet".into(), |(name, chunks)| format!("{name}, {chunks} chunks"));
    let prelabels = match settings.prelabels {
        domain::golden_set::PrelabelMode::Shown => format!("shown, none in a control share of {} %", settings.control_share),
        domain::golden_set::PrelabelMode::After => "shown after grading".into(),
        domain::golden_set::PrelabelMode::Off => "off".into(),
    };
    let grades = settings.scale.0.into_iter().enumerate().map(|(grade, name)| {
        view! {
            <tr>
                <td>
                    <crate::ui::GradeMark mark=grade.to_string() />
                </td>
                <td class="number">{grade}</td>
                <td>
                    <bdi>{domain::text::visible(&name.name)}</bdi>
                </td>
                <td>
                    <bdi>{domain::text::visible(&name.description)}</bdi>
                </td>
            </tr>
        }
    });
    let guidelines = (!home.guidelines.is_empty()).then(|| {
        view! {
            <h3>"Guidelines"</h3>
            <Markdown safe_html=home.guidelines />
        }
    });
    view! {
        <table class="grades">
            <thead>
                <tr>
                    <th>
                        <span class="visually-hidden">"Mark"</span>
                    </th>
                    <th class="number">"Grade"</th>
                    <th>"Name"</th>
                    <th>"When"</th>
                </tr>
            </thead>
            <tbody>{grades.collect_view()}</tbody>
        </table>
        <p class="facts">
            {format!(
                "Relevant from grade {} up · top {} of each run · {} labeller(s) a query · pre-labels {prelabels} · corpus {corpus}",
                settings.cutoff,
                settings.k,
                settings.overlap,
            )}
        </p>
        {guidelines}
    }
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
                    <bdi>{domain::text::visible(&run.retriever)}</bdi>
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
        <table>
            <thead>
                <tr>
                    <th>"Retriever"</th>
                    <th>"Commit"</th>
                    <th class="number">"Queries"</th>
                    <th class="number">"Hits"</th>
                    <th>"Made (UTC)"</th>
                </tr>
            </thead>
            <tbody>{runs.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
