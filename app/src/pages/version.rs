//! A version, read as a document: its queries with their answers and relevant chunks.

use domain::export::Format;
use domain::label::Span;
use domain::lint::Finding;
use domain::query::Answerable;
use domain::scale::Grade;
use domain::text::{Terms, fold};
use domain::version::{Head, Item, ItemLabel};
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::api::versions::{VersionContent, version_page};
use crate::root::TopBar;
use crate::ui::{GradeMark, MarkedText, PageTitle, Paging, loading};

/// How much of a relevant chunk is shown, in code points.
const SHOWN: u32 = 400;
/// How many relevant chunks of a query are shown: the best, and those whose text is known before the others.
const CHUNKS: usize = 8;

/// `/sets/{set}/versions/{number}`.
#[component]
pub fn VersionPage() -> impl IntoView {
    let set = super::set_in_address();
    let (params, address) = (use_params_map(), use_query_map());
    let number = move || params.read().get("number").and_then(|number| number.parse().ok()).unwrap_or(0);
    let page = move || address.read().get("page").and_then(|page| page.parse().ok()).unwrap_or(1);
    let content = loading(move || (set.get(), number(), page()), |(set, number, page)| version_page(set, number, page));
    super::page(content, move |content: VersionContent| view! { <VersionDocument name=set.get_untracked() content /> })
}

#[component]
fn VersionDocument(name: String, content: VersionContent) -> impl IntoView {
    let VersionContent { head, author, items } = content;
    let (number, last, total, version, cutoff) = (items.number, items.last(), items.total, head.version, head.cutoff);
    let paged = name.clone();
    let address = move |page| format!("/sets/{paged}/versions/{version}?page={page}");
    view! {
        <PageTitle text=format!("Version {version} · {}", head.title) />
        <TopBar trail=vec![
            ("Sets".into(), Some("/".into())),
            (head.title.clone(), Some(format!("/sets/{name}"))),
            ("Versions".into(), Some(format!("/sets/{name}/versions"))),
            (format!("Version {version}"), None),
        ] />
        <main id="main" class="document">
            <h1>{format!("Version {version}")}</h1>
            <Facts head=head.clone() author />
            <Warnings warnings=head.warnings left_out=head.counts.left_out />
            <Downloads name version />
            <h2>"Queries"</h2>
            <ol class="items">{items.rows.into_iter().map(|item| view! { <ItemEntry item cutoff /> }).collect_view()}</ol>
            <Paging number last total address />
        </main>
    }
}

#[component]
fn Facts(head: Head, author: Option<String>) -> impl IntoView {
    let counts = head.counts;
    let by = author.map_or(String::new(), |author| format!(" by {}", domain::text::visible(&author)));
    let note = (!head.note.is_empty()).then(|| {
        view! {
            <p class="lead">
                <bdi>{domain::text::visible(&head.note)}</bdi>
            </p>
        }
    });
    let set = head.set.to_string();
    let parent = head.parent.map(|parent| {
        view! {
            <p>
                <a href=format!("/sets/{set}/diff?from={parent}&to={}", head.version)>{format!("What changed since version {parent}")}</a>
            </p>
        }
    });
    view! {
        {note}
        <p class="facts">
            {format!(
                "{} queries, {} of them answerable and {} not · {} labels, {} of them relevant (grade {} and up) · {} left out",
                counts.queries,
                counts.answerable,
                counts.unanswerable,
                counts.labels,
                counts.relevant,
                head.cutoff,
                counts.left_out,
            )}
        </p>
        <p class="facts">{format!("Frozen {}{by} · corpus {}/{}", head.created_at, head.corpus, head.chunking)}</p>
        <p class="facts">"Root hash " <code>{head.root_hash}</code></p>
        {parent}
    }
}

/// What the linter said when it was frozen: also which queries were left out, and why.
#[component]
fn Warnings(warnings: Vec<Finding>, left_out: i64) -> impl IntoView {
    let count = warnings.len();
    let line = |finding: Finding| {
        let query = finding.query_id.map(|id| {
            view! {
                <code>
                    <bdi>{domain::text::visible(&id)}</bdi>
                </code>
                " "
            }
        });
        view! { <li>{query} <bdi>{domain::text::visible(&finding.message)}</bdi></li> }
    };
    (count > 0).then(|| {
        view! {
            <details class="downloads">
                <summary>{format!("{left_out} queries left out, {count} things that the linter said")}</summary>
                <ul class="warnings">{warnings.into_iter().map(line).collect_view()}</ul>
            </details>
        }
    })
}

/// Every file of every format.
#[component]
fn Downloads(name: String, version: i32) -> impl IntoView {
    let row = move |format: Format| {
        let name = name.clone();
        let file = move |path: &'static str| {
            view! {
                <a
                    href=format!("/api/v1/sets/{name}/versions/{version}/export?format={}&file={path}", format.word())
                    rel="external"
                    download
                >
                    {path}
                </a>
                " "
            }
        };
        view! {
            <div>
                <dt>{format.word()}</dt>
                <dd>{format.paths().map(file).collect_view()}</dd>
            </div>
        }
    };
    view! {
        <details class="downloads">
            <summary>"Download"</summary>
            <dl>{Format::all().map(row).collect_view()}</dl>
            <p class="facts">"For programs: " <a href="/reference">"the API"</a></p>
            <p class="facts">
                "With hashes and a manifest: "
                <code>{format!("touchstone export --set … --version {version} --format … --out DIR")}</code>
            </p>
        </details>
    }
}

#[component]
fn ItemEntry(item: Option<Item>, cutoff: Grade) -> impl IntoView {
    let Some(item) = item else {
        return view! {
            <li class="item">
                <p class="facts">"A query that was erased. Its hash is kept, so that the root hash still verifies."</p>
            </li>
        }
        .into_any();
    };
    let terms = Terms::of(&item.query);
    let relevant = item.relevant(cutoff).count();
    let judged = item.labels.len();
    let answer = match item.answerable {
        Answerable::No => "The corpus has no answer.".to_owned(),
        _ if item.answer.is_empty() => "No answer was written.".to_owned(),
        _ => domain::text::visible(&item.answer),
    };
    let mut best: Vec<&ItemLabel> = item.relevant(cutoff).collect();
    best.sort_by_key(|label| (label.text.is_empty(), std::cmp::Reverse(label.grade)));
    let chunks: Vec<_> = best.iter().take(CHUNKS).map(|label| chunk(label, &terms)).collect();
    let more = (relevant > CHUNKS)
        .then(|| view! { <p class="facts">{format!("And {} more relevant chunks; the export has all.", relevant - CHUNKS)}</p> });
    let citations = item
        .citations
        .iter()
        .enumerate()
        .map(|(at, id)| view! { <li>{format!("[{}] ", at + 1)} <bdi>{domain::text::visible(id)}</bdi></li> })
        .collect_view();
    view! {
        <li class="item">
            <h3 dir="auto">{domain::text::visible(&item.query)}</h3>
            <p class="facts">
                <code>
                    <bdi>{domain::text::visible(&item.query_id)}</bdi>
                </code>
                {format!(" · {} · {relevant} relevant of {judged} judged", item.style.word())}
            </p>
            <p class="answer-text" dir="auto">
                {answer}
            </p>
            <ul class="citations">{citations}</ul>
            {chunks}
            {more}
        </li>
    }
    .into_any()
}

fn chunk(label: &ItemLabel, terms: &Terms) -> impl IntoView + use<> {
    let evidence: Vec<Span> = label.evidence.iter().map(|evidence| Span { start: evidence.start, end: evidence.end }).collect();
    let text = if label.text.is_empty() { "The text of this chunk is not known here.".to_owned() } else { label.text.clone() };
    let shown = fold(&text, terms, SHOWN);
    view! {
        <div class="item-chunk">
            <p class="card-head">
                <GradeMark mark=label.grade.to_string() />
                <span class="card-number">{label.grade.to_string()}</span>
                <bdi class="card-title">{domain::text::visible(&label.title)}</bdi>
                <code>
                    <bdi>{domain::text::visible(&label.chunk_id)}</bdi>
                </code>
            </p>
            <p class="chunk-text">
                <MarkedText text terms=terms.clone() evidence shown />
            </p>
        </div>
    }
}
