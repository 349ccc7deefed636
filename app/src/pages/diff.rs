//! What changed between two versions, in words and side by side.

use domain::diff::{AnswerChange, Diff, DiffCounts, GradeChange, Piece, QueryWords, Reworded};
use domain::page::Page;
use domain::scale::Grade;
use domain::text::counted;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::versions::{VersionDiff, version_diff};
use crate::ui::Column::Words;
use crate::ui::{ExternalId, GradeMark, HiddenNote, PageTitle, Paging, Table, loading, marked_words};

/// `/sets/{set}/diff?from=…&to=…&page=…`.
#[component]
pub fn DiffPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let number = move |key: &str| address.read().get(key).and_then(|number| number.parse::<i32>().ok()).unwrap_or(0);
    let asked = move || (set.get(), number("from"), number("to"), number("page").into());
    let diff = loading(asked, |(set, from, to, page)| version_diff(set, from, to, page));
    super::page(diff, move |diff: VersionDiff| view! { <DiffDocument name=set.get_untracked() from=number("from") to=number("to") diff /> })
}

#[component]
fn DiffDocument(name: String, from: i32, to: i32, diff: VersionDiff) -> impl IntoView {
    let VersionDiff { counts, diff: Diff { queries, grades, answers, .. }, page, hidden } = diff;
    let DiffCounts { added, removed, reworded, grades: regraded, answers: answered, remapped, queries: changed } = counts;
    let words = format!(
        "{} added, {removed} removed, {reworded} reworded · {} changed · {} changed · {} re-mapped{}",
        counted(added, "query", "queries"),
        counted(regraded, "grade", "grades"),
        counted(answered, "answer", "answers"),
        counted(remapped, "label", "labels"),
        if hidden.count == 0 { "" } else { " · labels and answers that are hidden are not compared" }
    );
    let total = i64::try_from(changed).unwrap_or(i64::MAX);
    let pages = Page::<()> { rows: Vec::new(), number: page, total }.last();
    let title = format!("Version {from} to {to} · {name}");
    let set = name.clone();
    let address = move |page| format!("/sets/{set}/diff?from={from}&to={to}&page={page}");
    view! {
        <PageTitle text=title />
        <main id="main" class="document wide">
            <h1>{format!("From version {from} to version {to}")}</h1>
            <p class="lead">{words}</p>
            <HiddenNote set=name.clone() hidden />
            <Queries title="Queries added" rows=queries.added />
            <Queries title="Queries removed" rows=queries.removed />
            <RewordedQueries rows=queries.reworded />
            <Grades rows=grades.changed />
            <Answers rows=answers.changed />
            {(pages > 1).then(|| view! { <Paging number=page last=pages total address /> })}
        </main>
    }
}

#[component]
fn Queries(title: &'static str, rows: Vec<QueryWords>) -> impl IntoView {
    let row = |query: QueryWords| {
        view! {
            <tr>
                <td>
                    <ExternalId id=query.query_id />
                </td>
                <td dir="auto">{domain::text::visible(&query.query)}</td>
            </tr>
        }
    };
    (!rows.is_empty()).then(|| {
        view! {
            <h2>{title}</h2>
            <Table columns=[Words("Query"), Words("Text")]>{rows.into_iter().map(row).collect_view()}</Table>
        }
    })
}

#[component]
fn RewordedQueries(rows: Vec<Reworded>) -> impl IntoView {
    let row = |query: Reworded| {
        view! {
            <tr>
                <td>
                    <ExternalId id=query.query_id />
                </td>
                <td dir="auto">{marked_words(&query.from, &query.to, Piece::Removed)}</td>
                <td dir="auto">{marked_words(&query.from, &query.to, Piece::Added)}</td>
            </tr>
        }
    };
    (!rows.is_empty()).then(|| {
        view! {
            <h2>"Queries reworded"</h2>
            <Table columns=[Words("Query"), Words("Before"), Words("After")]>{rows.into_iter().map(row).collect_view()}</Table>
        }
    })
}

#[component]
fn Grades(rows: Vec<GradeChange>) -> impl IntoView {
    let grade = |grade: Option<Grade>| match grade {
        Some(grade) => view! {
            <GradeMark mark=grade.to_string() />
            " "
            {grade.to_string()}
        }
        .into_any(),
        None => view! { "not judged" }.into_any(),
    };
    let row = move |change: GradeChange| {
        view! {
            <tr>
                <td>
                    <ExternalId id=change.query_id />
                </td>
                <td>
                    <ExternalId id=change.chunk_id />
                </td>
                <td>{grade(change.from)}</td>
                <td>{grade(change.to)}</td>
            </tr>
        }
    };
    (!rows.is_empty()).then(|| {
        view! {
            <h2>"Grades changed"</h2>
            <Table columns=[
                Words("Query"),
                Words("Chunk"),
                Words("Before"),
                Words("After"),
            ]>{rows.into_iter().map(row).collect_view()}</Table>
        }
    })
}

#[component]
fn Answers(rows: Vec<AnswerChange>) -> impl IntoView {
    let row = |change: AnswerChange| {
        view! {
            <tr>
                <td>
                    <ExternalId id=change.query_id />
                </td>
                <td class="answer-text" dir="auto">
                    {marked_words(&change.from, &change.to, Piece::Removed)}
                </td>
                <td class="answer-text" dir="auto">
                    {marked_words(&change.from, &change.to, Piece::Added)}
                </td>
            </tr>
        }
    };
    (!rows.is_empty()).then(|| {
        view! {
            <h2>"Answers changed"</h2>
            <Table columns=[Words("Query"), Words("Before"), Words("After")]>{rows.into_iter().map(row).collect_view()}</Table>
        }
    })
}
