//! What runs in the server.

use std::time::Duration;

use domain::job::{ImportTarget, Job, JobStatus, Work};
use domain::report::Report;
use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::jobs::{cancel_job, job_list};
use crate::root::TopBar;
use crate::ui::load;
use crate::ui::load::sentence;

/// `/jobs`.
#[component]
pub fn JobsPage() -> impl IntoView {
    view! {
        <Title text="Jobs · Touchstone"/>
        <TopBar trail=vec![("Sets".into(), Some("/".into())), ("Jobs".into(), None)]/>
        <main id="main" class="document">
            <h1>"Jobs"</h1>
            <JobList newest=50/>
        </main>
    }
}

/// The newest jobs; while one runs, the list follows it.
#[component]
pub fn JobList(
    /// How many.
    newest: usize,
    /// Asks for the list anew.
    #[prop(optional, into)]
    version: Signal<usize>,
) -> impl IntoView {
    let tick = RwSignal::new(0_u32);
    let cancel = Action::new(|job: &Job| cancel_job(job.id));
    let jobs = Resource::new(move || (tick.get(), cancel.version().get(), version.get()), |_| job_list());
    Effect::new(move |_| {
        let running = jobs.get().and_then(Result::ok).is_some_and(|jobs| jobs.iter().any(|job| job.status == JobStatus::Running));
        if running {
            set_timeout(move || { tick.try_update(|tick| *tick += 1); }, Duration::from_millis(700));
        }
    });
    load(jobs, move |jobs: Vec<Job>| match jobs.is_empty() {
        true => view! { <p>"No job has run yet. Imports and retrievals show here, with what they read and what they refused."</p> }.into_any(),
        false => view! { <ol class="jobs">{jobs.into_iter().take(newest).map(|job| view! { <JobLine job cancel/> }).collect_view()}</ol> }.into_any(),
    })
}

#[component]
fn JobLine(job: Job, cancel: Action<Job, Result<(), crate::Error>>) -> impl IntoView {
    let running = job.status == JobStatus::Running;
    let percent = if job.total > 0 { job.done * 100 / job.total } else { 0 };
    let state = match job.status {
        JobStatus::Running => format!("{percent} %"),
        JobStatus::Done => "done".into(),
        JobStatus::Failed => "failed".into(),
        JobStatus::Cancelled => "cancelled".into(),
    };
    let of_cancel = job.clone();
    view! {
        <li class="job" data-status=format!("{:?}", job.status).to_lowercase()>
            <p><b><bdi>{what(&job.work)}</bdi></b> " " <span class="facts">{job.created_at.to_string()} " UTC"</span> " " <span>{state}</span></p>
            {running.then(|| view! {
                <progress class="wide" max="100" value=percent.to_string() aria-label="Progress"></progress>
                <button type="button" class="button" on:click=move |_| { cancel.dispatch(of_cancel.clone()); }>"Cancel"</button>
            })}
            {job.error.map(|error| view! { <p class="error-note">{sentence(&error)}</p> })}
            {job.report.map(|report| view! { <ReportTable report/> })}
        </li>
    }
}

fn what(work: &Work) -> String {
    let into = |target: &ImportTarget| match target {
        ImportTarget::Corpus { corpus, .. } => format!("chunks of corpus {corpus}"),
        ImportTarget::Queries { .. } => "queries".to_owned(),
        ImportTarget::Run { retriever, .. } => format!("run of {retriever}"),
        ImportTarget::Prelabels { judge, .. } => format!("pre-labels of {judge}"),
    };
    domain::text::visible(&match work {
        Work::Import { file, target } => format!("Import {file}: {}", into(target)),
        Work::Retrieve { k, .. } => format!("Retrieve the top {k} with the built-in BM25"),
    })
}

/// read = accepted + merged + refused, and where what was refused stands.
#[component]
fn ReportTable(report: Report) -> impl IntoView {
    let Report { detected, read, accepted, merged, refused, lossy, refusals } = report;
    let lossy = if lossy > 0 { format!(" · {lossy} with replaced characters") } else { String::new() };
    let row = |refusal: domain::report::Refusal| view! { <tr><td class="number">{refusal.line}</td><td class="number">{refusal.offset}</td><td><bdi>{domain::text::visible(&refusal.reason)}</bdi></td></tr> };
    let listed = refusals.len();
    let table = (listed > 0).then(|| view! {
        <details>
            <summary>{format!("{refused} refused; the first {listed}")}</summary>
            <table>
                <thead><tr><th class="number">"Line"</th><th class="number">"Byte"</th><th>"Reason"</th></tr></thead>
                <tbody>{refusals.into_iter().take(100).map(row).collect_view()}</tbody>
            </table>
        </details>
    });
    view! { <p class="facts">{format!("{detected}: read {read} = {accepted} accepted + {merged} merged + {refused} refused{lossy}")}</p> {table} }
}
