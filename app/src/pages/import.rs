//! Getting data in: files by upload, or a run by the built-in retriever.

mod upload;

use domain::role::Permission;
use leptos::prelude::*;

use self::upload::UploadForm;
use super::jobs::JobList;
use crate::api::jobs::{ListedJob, job_list, retrieve};
use crate::api::members::viewer;
use crate::api::sets::{SetHome, set_home};
use crate::ui::{NeedsProgram, PageTitle, Sending, load, loading};

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
    // Corpora belong to no set: who may import into this one only sees its own jobs, and chooses no corpus.
    let everywhere = viewer().is_some_and(|viewer| viewer.role.may(Permission::Import));
    let only = (!everywhere).then(|| name.clone());
    // The list of jobs is asked for by the permission that importing needs, so who may not import is told so.
    let forms = load(
        loading(move || only.clone(), job_list),
        move |jobs: Vec<ListedJob>| view! { <ImportForms name=name.clone() chunking=chunking.clone() everywhere jobs /> },
    );
    view! {
        <PageTitle text=format!("Import · {title}") />
        <main id="main" class="document">
            <h1>"Import"</h1>
            <NeedsProgram />
            {forms}
        </main>
    }
}

/// The forms, and what became of what they sent.
#[island]
fn ImportForms(
    name: String,
    chunking: Option<String>,
    /// Whether the viewer may import into any corpus.
    everywhere: bool,
    jobs: Vec<ListedJob>,
) -> impl IntoView {
    let begun = RwSignal::new(0_usize);
    let (corpus, chunking) = chunking
        .as_deref()
        .and_then(|name| name.split_once('/'))
        .map_or_else(|| (name.clone(), "default".to_owned()), |(a, b)| (a.to_owned(), b.to_owned()));
    let (set, corpus, chunking) = (StoredValue::new(name.clone()), StoredValue::new(corpus), StoredValue::new(chunking));
    let set_field = move || view! { <input type="hidden" name="set" value=set.get_value() /> };
    let corpus_fields = move || everywhere.then(|| view! { <CorpusFields corpus=corpus.get_value() chunking=chunking.get_value() /> });
    let of_corpus = move || {
        view! {
            <UploadForm kind="corpus" title="Corpus" hint="Chunks as JSONL or BEIR corpus.jsonl." begun>
                {corpus_fields()}
            </UploadForm>
        }
    };
    let jobs_of = (!everywhere).then(|| name.clone());
    view! {
        <p>
            "Files can be packed with gzip. The same file twice changes nothing. "
            "Each import ends with a report; labels that people gave are never overwritten."
        </p>
        <UploadForm
            kind="queries"
            title="Queries"
            hint="JSONL, BEIR queries.jsonl, CSV or TSV with a header, TREC topics, or one a line."
            begun
        >
            {set_field()}
            <label>"Column, for CSV and TSV " <input name="column" /></label>
            <label>"Source " <input name="source" placeholder="support log" /></label>
        </UploadForm>
        {everywhere.then(of_corpus)}
        <UploadForm kind="run" title="Run" hint="A TREC run, or JSONL with results, also with the chunks' texts inside." begun>
            {set_field()}
            {corpus_fields()}
            <label>"Retriever " <input name="retriever" required /></label>
            <label>"Commit " <input name="commit" /></label>
        </UploadForm>
        <RetrieveForm name corpus=corpus.get_value() chunking=chunking.get_value() begun />
        <UploadForm kind="prelabels" title="Pre-labels" hint="JSONL of a judge, or TREC qrels." begun>
            {set_field()}
            <label>"Judge " <input name="judge" required /></label>
            <MapField />
        </UploadForm>
        <UploadForm kind="labels" title="Labels" hint="Labels that exist already: TREC qrels, BEIR qrels, JSONL, or a Quepid book." begun>
            {set_field()}
            <label>"Labeller, for those that name none " <input name="labeller" required /></label>
            <MapField />
        </UploadForm>
        <h2>"Jobs"</h2>
        <JobList set=jobs_of jobs begun />
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

/// What becomes of grades that the set's scale does not have.
#[component]
fn MapField() -> impl IntoView {
    view! { <label>"Grades off the scale become " <input name="map" placeholder="4=3, -1=0" autocomplete="off" /></label> }
}

/// Lets the built-in retriever make a run.
#[component]
fn RetrieveForm(name: String, corpus: String, chunking: String, begun: RwSignal<usize>) -> impl IntoView {
    let (corpus, chunking) = (RwSignal::new(corpus), RwSignal::new(chunking));
    let begin = Sending::new();
    let ask = move |name: String| async move {
        retrieve(name, corpus.get_untracked(), chunking.get_untracked()).await?;
        begun.update(|begun| *begun += 1);
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
            <label>"Corpus " <input bind:value=corpus required /></label>
            <label>"Chunking " <input bind:value=chunking required /></label>
            <button class="button primary">"Retrieve"</button>
            {begin.failure()}
        </form>
    }
}
