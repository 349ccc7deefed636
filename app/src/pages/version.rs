//! A version, read as a document: its queries with their answers and relevant chunks.

mod item;

use domain::export::{Format, MANIFEST};
use domain::finding::Finding;
use domain::scale::MappedGrade;
use domain::text::counted;
use domain::version::Head;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use self::item::Entry;
use crate::api::versions::{VersionContent, version_page};
use crate::ui::load::sentence;
use crate::ui::{ExternalId, GivenText, PageTitle, Paging, loading};

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
    let VersionContent { head, author, erased, entries, hidden } = content;
    let (number, last, total, version, cutoff) = (entries.number, entries.last(), entries.total, head.version, head.cutoff);
    let paged = name.clone();
    let address = move |page| format!("/sets/{paged}/versions/{version}?page={page}");
    let set = name.clone();
    let entry = move |entry| view! { <Entry set=set.clone() entry cutoff /> };
    view! {
        <PageTitle text=format!("Version {version} · {}", head.title) />
        <main id="main" class="document">
            <h1>{format!("Version {version}")}</h1>
            <Facts head=head.clone() author erased />
            <Warnings warnings=head.warnings left_out=head.counts.left_out />
            {if hidden == 0 {
                view! { <Downloads name=name.clone() version /> }.into_any()
            } else {
                view! { <NoDownloads hidden /> }.into_any()
            }}
            <h2>"Queries"</h2>
            <ol class="items">{entries.rows.into_iter().map(entry).collect_view()}</ol>
            <Paging number last total address />
        </main>
    }
}

#[component]
fn Facts(head: Head, author: Option<String>, erased: i64) -> impl IntoView {
    let counts = head.counts;
    let by = author.map_or(String::new(), |author| format!(" by {}", domain::text::visible(&author)));
    let note = (!head.note.is_empty()).then(|| {
        view! {
            <p class="lead">
                <GivenText text=head.note />
            </p>
        }
    });
    let erased = (erased > 0).then(|| view! { <p class="facts">{format!("{erased} of its queries were erased since it was frozen")}</p> });
    let mapped = (!head.mapped_grades.is_empty()).then(|| {
        let words: Vec<String> = head
            .mapped_grades
            .iter()
            .map(|MappedGrade { from, to, labels }| format!("{from} became {to} in {}", counted(*labels, "label", "labels")))
            .collect();
        view! { <p class="facts">{format!("Grades off the scale were mapped when labels came into the set: {}", words.join(", "))}</p> }
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
                "{} · {}, {} of them relevant (grade {} and up) · {} left out",
                counts.queries_in_words(),
                counted(counts.labels, "label", "labels"),
                counts.relevant,
                head.cutoff,
                counts.left_out,
            )}
        </p>
        {counts.disputed_in_words().map(|words| view! { <p class="facts">{sentence(&words)}</p> })}
        <p class="facts">{format!("Where labellers differed: {}", head.resolution.in_words())}</p>
        {erased}
        {mapped}
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
                <ExternalId id=id />
                " "
            }
        });
        view! { <li>{query} <GivenText text=finding.message /></li> }
    };
    (count > 0).then(|| {
        view! {
            <details class="downloads">
                <summary>
                    {format!(
                        "{} left out, {} that the linter said",
                        counted(left_out, "query", "queries"),
                        counted(count, "thing", "things"),
                    )}
                </summary>
                <ul class="warnings">{warnings.into_iter().map(line).collect_view()}</ul>
            </details>
        }
    })
}

/// Why there is nothing to download.
#[component]
fn NoDownloads(hidden: i64) -> impl IntoView {
    let queries = if hidden == 1 { "one of its queries".to_owned() } else { format!("{hidden} of its queries") };
    let words = format!("You are asked to label {queries}: it can be downloaded once you are through with that.");
    view! { <p class="hidden-until">{words}</p> }
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
                <dd>{format.paths().chain([MANIFEST]).map(file).collect_view()}</dd>
            </div>
        }
    };
    view! {
        <details class="downloads">
            <summary>"Download"</summary>
            <dl>{Format::all().map(row).collect_view()}</dl>
            <p class="facts">"For programs: " <a href="/reference">"the API"</a></p>
            <p class="facts">
                "To verify what was downloaded, save the files of a format in one folder under the names above and run "
                <code>"touchstone verify DIR"</code> "; "
                <code>{format!("touchstone export --set … --version {version} --out DIR")}</code> " writes such a folder."
            </p>
        </details>
    }
}
