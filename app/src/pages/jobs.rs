//! What runs in the server.

use std::time::Duration;

use domain::id::JobId;
use domain::job::JobStatus;
use domain::report::Report;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::jobs::{ListedJob, cancel_job, job_list};
use crate::ui::Column::{Numbers, Words};
use crate::ui::load::sentence;
use crate::ui::{GivenText, PageTitle, Sending, Table, TopBar, load, loading};

/// `/jobs`.
#[component]
pub fn JobsPage() -> impl IntoView {
    view! {
        <PageTitle text="Jobs · Touchstone" />
        <TopBar here="Jobs" />
        <main id="main" class="document">
            <h1>"Jobs"</h1>
            {load(loading(|| (), |()| job_list(None)), |jobs: Vec<ListedJob>| view! { <JobsAlive jobs /> })}
        </main>
    }
}

/// The jobs, followed while they run.
#[island]
fn JobsAlive(jobs: Vec<ListedJob>) -> impl IntoView {
    view! { <JobList set=None jobs begun=RwSignal::new(0) /> }
}

/// Jobs, the newest first; while one runs, and when another has begun, the list is asked for anew.
#[component]
pub fn JobList(
    /// The set whose jobs they are; none for all.
    set: Option<String>,
    /// Those that are known.
    jobs: Vec<ListedJob>,
    /// How many have begun since.
    begun: RwSignal<usize>,
) -> impl IntoView {
    let cancel = Sending::new();
    let jobs = RwSignal::new(jobs);
    let set = StoredValue::new(set);
    let ask = move || {
        spawn_local(async move {
            if let Ok(newest) = job_list(set.get_value()).await {
                let _ = jobs.try_set(newest);
            }
        });
    };
    Effect::new(move |before: Option<usize>| {
        let now = begun.get();
        if before.is_some_and(|before| before != now) {
            ask();
        }
        now
    });
    Effect::new(move |_| {
        if jobs.with(|jobs| jobs.iter().any(|job| job.status == JobStatus::Running)) {
            set_timeout(ask, Duration::from_millis(700));
        }
    });
    move || {
        if jobs.with(Vec::is_empty) {
            view! { <p>"No job has run yet. Imports and retrievals show here, with what they read and what they refused."</p> }.into_any()
        } else {
            view! { <ol class="jobs">{jobs.get().into_iter().map(|job| view! { <JobLine job cancel /> }).collect_view()}</ol> }.into_any()
        }
    }
}

#[component]
fn JobLine(job: ListedJob, cancel: Sending) -> impl IntoView {
    let running = job.status == JobStatus::Running;
    let percent = job.percent;
    let state = match job.status {
        JobStatus::Running => format!("{percent} %"),
        JobStatus::Done => "done".into(),
        JobStatus::Failed => "failed".into(),
        JobStatus::Cancelled => format!("cancelled at {percent} %: what had come in stays"),
    };
    let id = job.id;
    view! {
        <li class="job" data-status=format!("{:?}", job.status).to_lowercase()>
            <p>
                <b>
                    <bdi>{domain::text::visible(&job.work)}</bdi>
                </b>
                " "
                <span class="facts">{job.created_at.to_string()} " UTC"</span>
                " "
                <span>{state}</span>
            </p>
            {running.then(|| view! { <Running percent job=id cancel /> })}
            {job.left.then_some(view! { <LeftNote /> })}
            {job.error.map(|error| view! { <p class="error-note">{sentence(&error)}</p> })}
            {job.report.map(|report| view! { <ReportTable report job=job.id /> })}
        </li>
    }
}

#[component]
fn LeftNote() -> impl IntoView {
    view! {
        <p class="error-note">
            "No server works on it. Start the server that its file was uploaded to, or cancel it and import the file again."
        </p>
    }
}

#[component]
fn Running(percent: i64, job: JobId, cancel: Sending) -> impl IntoView {
    let press = move |_| cancel.send(async move { cancel_job(job).await.map(|()| String::new()) });
    view! {
        <progress class="wide" max="100" value=percent.to_string() aria-label="Progress"></progress>
        <button type="button" class="button" on:click=press>
            "Cancel"
        </button>
    }
}

/// read = accepted + merged + refused, and where what was refused stands.
#[component]
fn ReportTable(report: Report, job: JobId) -> impl IntoView {
    let unheard = report.unheard_in_words().map(|words| view! { <p class="facts">{sentence(&words)}</p> });
    let Report { detected, read, accepted, merged, refused, lossy, refusals, .. } = report;
    let lossy = if lossy > 0 { format!(" · {lossy} with replaced characters") } else { String::new() };
    let row = |refusal: domain::report::Refusal| {
        view! {
            <tr>
                <td class="number">{refusal.line}</td>
                <td class="number">{refusal.offset}</td>
                <td>
                    <GivenText text=refusal.reason />
                </td>
            </tr>
        }
    };
    let listed = refusals.len();
    let table = (listed > 0).then(|| {
        view! {
            <details>
                <summary>{format!("{refused} refused; the first {listed}")}</summary>
                <Table columns=[
                    Numbers("Line"),
                    Numbers("Byte"),
                    Words("Reason"),
                ]>{refusals.into_iter().take(100).map(row).collect_view()}</Table>
            </details>
        }
    });
    view! {
        <p class="facts">
            {format!("{detected}: read {read} = {accepted} accepted + {merged} merged + {refused} refused{lossy}")} " · "
            <a href=format!("/api/v1/jobs/{job}/report") download>
                "Download the report"
            </a>
        </p>
        {unheard}
        {table}
    }
}
