//! A version, read as a document: its queries with their answers and relevant chunks.

mod item;

use domain::export::{Format, MANIFEST};
use domain::finding::Finding;
use domain::scale::MappedGrade;
use domain::text::counted;
use domain::version::{Head, PlainHead, ShownHead};
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use self::item::Entry;
use crate::api::versions::{VersionContent, version_page};
use crate::ui::load::sentence;
use crate::ui::{ExternalId, GivenText, PageTitle, Paging, VersionHidden, loading};

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
    let VersionContent { head, author, erased, entries } = content;
    let plain = head.plain();
    let (number, last, total, version, cutoff) = (entries.number, entries.last(), entries.total, plain.version, plain.cutoff);
    let paged = name.clone();
    let address = move |page| format!("/sets/{paged}/versions/{version}?page={page}");
    let set = name.clone();
    let entry = move |entry| view! { <Entry set=set.clone() entry cutoff /> };
    view! {
        <PageTitle text=format!("Version {version} · {}", plain.title) />
        <main id="main" class="document">
            <h1>{format!("Version {version}")}</h1>
            <Facts head=head.clone() author erased />
            {match head {
                ShownHead::Whole(head) => {
                    view! {
                        <Warnings warnings=head.warnings left_out=head.counts.left_out />
                        <Downloads name=name.clone() version />
                    }
                        .into_any()
                }
                ShownHead::Plain(_) => ().into_any(),
            }}
            <h2>"Queries"</h2>
            <ol class="items">{entries.rows.into_iter().map(entry).collect_view()}</ol>
            <Paging number last total address />
        </main>
    }
}

#[component]
fn Facts(head: ShownHead, author: Option<String>, erased: i64) -> impl IntoView {
    let (plain, whole) = (head.plain(), head.whole().map(|head| view! { <Counted head=head.clone() /> }));
    let PlainHead { set, note, parent, version, .. } = plain.clone();
    let by = author.map_or(String::new(), |author| format!(" by {}", domain::text::visible(&author)));
    let note = (!note.is_empty()).then(|| {
        view! {
            <p class="lead">
                <GivenText text=note />
            </p>
        }
    });
    let erased = (erased > 0).then(|| view! { <p class="facts">{format!("{erased} of its queries were erased since it was frozen")}</p> });
    let queries = whole.is_none().then(|| view! { <p class="facts">{counted(plain.queries, "query", "queries")}</p> });
    let parent = parent.map(|parent| {
        view! {
            <p>
                <a href=format!("/sets/{set}/diff?from={parent}&to={version}")>{format!("What changed since version {parent}")}</a>
            </p>
        }
    });
    view! {
        {note}
        {whole}
        {queries}
        <VersionHidden what="What is counted over its labels, and its download, are" head=plain.clone() />
        <p class="facts">{format!("Where labellers differed: {}", plain.resolution.in_words())}</p>
        {erased}
        <p class="facts">{format!("Frozen {}{by} · corpus {}/{}", plain.created_at, plain.corpus, plain.chunking)}</p>
        <p class="facts">"Root hash " <code>{plain.root_hash}</code></p>
        {parent}
    }
}

/// What is counted over its labels.
#[component]
fn Counted(head: Head) -> impl IntoView {
    let counts = head.counts;
    let mapped = (!head.mapped_grades.is_empty()).then(|| {
        let words: Vec<String> = head
            .mapped_grades
            .iter()
            .map(|MappedGrade { from, to, labels }| format!("{from} became {to} in {}", counted(*labels, "label", "labels")))
            .collect();
        view! { <p class="facts">{format!("Grades off the scale were mapped when labels came into the set: {}", words.join(", "))}</p> }
    });
    view! {
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
        {mapped}
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
