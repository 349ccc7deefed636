//! Getting data in: files by upload, or a run by the built-in retriever.

use domain::job::Job;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::jobs::JobList;
use crate::Error;
use crate::api::jobs::{job_list, retrieve};
use crate::api::sets::{SetHome, set_home};
use crate::root::TopBar;
use crate::ui::load::sentence;
use crate::ui::{PageTitle, Sending, load, loading};

/// `/sets/{set}/import`.
#[component]
pub fn ImportPage() -> impl IntoView {
    let set = super::set_in_address();
    let home = loading(move || set.get(), set_home);
    super::page(home, |home: SetHome| view! { <ImportDocument home /> })
}

#[component]
fn ImportDocument(home: SetHome) -> impl IntoView {
    let title = home.set.settings.title.clone();
    let name = home.set.name.to_string();
    let chunking = home.chunking.map(|(name, _)| name);
    let of_forms = name.clone();
    // The list of jobs is asked for by the permission that importing needs, so who may not import is told so.
    let forms = load(
        loading(|| (), |()| job_list()),
        move |jobs: Vec<Job>| view! { <ImportForms name=of_forms.clone() chunking=chunking.clone() jobs /> },
    );
    view! {
        <PageTitle text=format!("Import · {title}") />
        <TopBar trail=vec![("Sets".into(), Some("/".into())), (title, Some(format!("/sets/{name}"))), ("Import".into(), None)] />
        <main id="main" class="document">
            <h1>"Import"</h1>
            {forms}
        </main>
    }
}

/// The forms, and what became of what they sent.
#[island]
fn ImportForms(name: String, chunking: Option<String>, jobs: Vec<Job>) -> impl IntoView {
    let version = RwSignal::new(0_usize);
    let (corpus, cut) = chunking
        .as_deref()
        .and_then(|name| name.split_once('/'))
        .map_or_else(|| (name.clone(), "default".to_owned()), |(a, b)| (a.to_owned(), b.to_owned()));
    let [of_queries, of_run, of_prelabels, of_labels] = [name.clone(), name.clone(), name.clone(), name.clone()];
    let (of_corpus, of_cut) = (corpus.clone(), cut.clone());
    let (run_corpus, run_cut) = (corpus.clone(), cut.clone());
    view! {
        <p>
            "Files can be packed with gzip. The same file twice changes nothing. Each import ends with a report; labels that people gave are never overwritten."
        </p>
        <UploadForm
            kind="queries"
            title="Queries"
            hint="JSONL, BEIR queries.jsonl, CSV or TSV with a header, TREC topics, or one a line."
            version
        >
            <input type="hidden" name="set" value=of_queries />
            <label>"Column, for CSV and TSV " <input name="column" /></label>
            <label>"Source " <input name="source" placeholder="support log" /></label>
        </UploadForm>
        <UploadForm kind="corpus" title="Corpus" hint="Chunks as JSONL or BEIR corpus.jsonl." version>
            <CorpusFields corpus=of_corpus chunking=of_cut />
        </UploadForm>
        <UploadForm kind="run" title="Run" hint="A TREC run, or JSONL with results, also with the chunks' texts inside." version>
            <input type="hidden" name="set" value=of_run />
            <CorpusFields corpus=run_corpus chunking=run_cut />
            <label>"Retriever " <input name="retriever" required /></label>
            <label>"Commit " <input name="commit" /></label>
        </UploadForm>
        <RetrieveForm name corpus cut version />
        <UploadForm kind="prelabels" title="Pre-labels" hint="JSONL of a judge, or TREC qrels." version>
            <input type="hidden" name="set" value=of_prelabels />
            <label>"Judge " <input name="judge" required /></label>
        </UploadForm>
        <UploadForm kind="labels" title="Labels" hint="Labels that exist already: TREC qrels, BEIR qrels, JSONL, or a Quepid book." version>
            <input type="hidden" name="set" value=of_labels />
            <label>"Labeller, for those that name none " <input name="labeller" required /></label>
        </UploadForm>
        <h2>"Jobs"</h2>
        <JobList jobs version />
    }
}

/// Which corpus, and which chunking of it.
#[component]
fn CorpusFields(corpus: String, chunking: String) -> impl IntoView {
    view! {
        <label>"Corpus " <input name="corpus" value=corpus required /></label>
        <label>"Chunking " <input name="chunking" value=chunking required /></label>
    }
}

/// A form that uploads one file with a progress bar; the server answers with a job.
#[component]
fn UploadForm(kind: &'static str, title: &'static str, hint: &'static str, version: RwSignal<usize>, children: Children) -> impl IntoView {
    let sent = RwSignal::new(None::<f64>);
    let error = RwSignal::new(None::<String>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        error.set(None);
        let Some(form) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlFormElement>().ok()) else { return };
        if let Err(problem) = upload(&form, kind, sent, error, version) {
            error.set(Some(problem));
        }
    };
    view! {
        <form class="fields upload" on:submit=submit>
            <h2>{title}</h2>
            <p class="facts">{hint}</p>
            {children()}
            <label>"File " <input type="file" name="file" required /></label>
            <button class="button primary" disabled=move || sent.get().is_some()>
                "Import"
            </button>
            {move || sent.get().map(|share| view! { <progress class="wide" max="1" value=share.to_string() aria-label="Sent"></progress> })}
            {move || {
                error
                    .get()
                    .map(|error| {
                        view! {
                            <p class="error-note" role="alert">
                                {sentence(&error)}
                            </p>
                        }
                    })
            }}
        </form>
    }
}

/// Sends the form's file, with its other fields in the address. The browser's older API is used because it tells how far
/// the upload is.
fn upload(
    form: &web_sys::HtmlFormElement,
    kind: &str,
    sent: RwSignal<Option<f64>>,
    error: RwSignal<Option<String>>,
    version: RwSignal<usize>,
) -> Result<(), String> {
    let said = |_| "the browser could not start the upload".to_owned();
    let data = web_sys::FormData::new_with_form(form).map_err(said)?;
    let file: web_sys::File = data.get("file").dyn_into().map_err(|_| "choose a file".to_owned())?;
    data.delete("file");
    let fields = web_sys::UrlSearchParams::new().map_err(said)?;
    fields.append("kind", kind);
    fields.append("file", &file.name());
    for name in ["set", "corpus", "chunking", "column", "source", "retriever", "commit", "judge"] {
        if let Some(value) = data.get(name).as_string().filter(|value| !value.is_empty()) {
            fields.append(name, &value);
        }
    }
    let request = web_sys::XmlHttpRequest::new().map_err(said)?;
    request.open("POST", &format!("/api/v1/imports?{}", String::from(fields.to_string()))).map_err(said)?;
    request.set_request_header("content-type", "application/octet-stream").map_err(said)?;
    sent.set(Some(0.0));
    let progress = Closure::<dyn Fn(web_sys::ProgressEvent)>::new(move |event: web_sys::ProgressEvent| {
        sent.set(Some(event.loaded() / event.total().max(1.0)));
    });
    request.upload().map_err(said)?.set_onprogress(Some(progress.as_ref().unchecked_ref()));
    progress.forget();
    let of_end = request.clone();
    let end = Closure::once(move || {
        sent.set(None);
        if of_end.status() == Ok(202) {
            version.update(|version| *version += 1);
        } else {
            let answer = of_end.response_text().ok().flatten().unwrap_or_default();
            let told = serde_json::from_slice::<Error>(answer.as_bytes())
                .map_or_else(|_| "the server was not reached; send the file again".to_owned(), |error| error.to_string());
            error.set(Some(told));
        }
    });
    request.set_onloadend(Some(end.as_ref().unchecked_ref()));
    end.forget();
    request.send_with_opt_blob(Some(&file)).map_err(said)
}

/// Lets the built-in retriever make a run.
#[component]
fn RetrieveForm(name: String, corpus: String, cut: String, version: RwSignal<usize>) -> impl IntoView {
    let (of_corpus, of_chunking) = (RwSignal::new(corpus), RwSignal::new(cut));
    let begin = Sending::new();
    let ask = move |name: String| async move {
        retrieve(name, of_corpus.get_untracked(), of_chunking.get_untracked()).await?;
        version.update(|version| *version += 1);
        Ok(String::new())
    };
    view! {
        <form
            class="fields"
            on:submit=move |event: leptos::ev::SubmitEvent| {
                event.prevent_default();
                begin.send(ask(name.clone()));
            }
        >
            <h2>"Built-in retriever"</h2>
            <p class="facts">"BM25 over a chunking makes a run for every query of the set."</p>
            <label>"Corpus " <input bind:value=of_corpus required /></label>
            <label>"Chunking " <input bind:value=of_chunking required /></label>
            <button class="button primary">"Retrieve"</button>
            {begin.failure()}
        </form>
    }
}
