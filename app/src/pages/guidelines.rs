//! The guidelines of a set: the text, its versions, and what changed between two.

use domain::diff::Piece;
use domain::disagreement::State;
use domain::guideline::Guideline;
use domain::page::Page;
use domain::role::Permission;
use domain::text::counted;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::review_nav::{ReviewNav, ReviewPage};
use crate::api::guidelines::{GuidelineLine, GuidelinesPage as Content, guidelines_page};
use crate::ui::Column::{Numbers, Unseen, Words};
use crate::ui::marked_words;
use crate::ui::{GivenText, Markdown, PageTitle, Paging, Table, WideTable, loading};

/// `/sets/{set}/guidelines`, and `/sets/{set}/guidelines/{number}?with=…` for a certain version beside another.
#[component]
pub fn GuidelinesPage() -> impl IntoView {
    let set = super::set_in_address();
    let (params, address) = (use_params_map(), use_query_map());
    // What is no number is that of no version.
    let number = move || params.read().get("number").map(|number| number.parse().unwrap_or(0));
    let asked = move |key: &str| address.read().get(key).and_then(|number| number.parse::<i32>().ok());
    let content = loading(
        move || (set.get(), number(), asked("with"), asked("page").unwrap_or(1).into()),
        |(set, number, with, page)| guidelines_page(set, number, with, page),
    );
    super::page(content, move |content: Content| view! { <GuidelinesDocument name=set.get_untracked() content /> })
}

#[component]
fn GuidelinesDocument(name: String, content: Content) -> impl IntoView {
    let Content { title, in_force, shown, html, compared, versions, labels_before, role, cases } = content;
    let open = cases.map(|counts| counts.among_labellers(State::Open).into());
    let number = shown.as_ref().map_or(0, |shown| shown.number);
    let change = role.may(Permission::Configure).then(|| {
        view! {
            <p>
                <a class="button" href=format!("/sets/{name}/settings#guidelines")>
                    "Change them"
                </a>
            </p>
        }
    });
    view! {
        <PageTitle text=format!("Guidelines · {title}") />
        <ReviewNav set=name.clone() here=ReviewPage::Guidelines open />
        <main id="main" class="document">
            <h1>"Guidelines"</h1>
            <p class="lead">{stands(number, in_force)}</p>
            <Markdown safe_html=html />
            {change}
            {shown.zip(compared).map(|(shown, compared)| view! { <Compared from=compared to=shown /> })}
            <Versions name shown=number versions labels_before />
        </main>
    }
}

/// Which version this is, in words.
fn stands(number: i32, in_force: i32) -> String {
    match (number, in_force) {
        (_, 0) => "This set has no guidelines yet: each labeller decides alone what a grade means.".into(),
        _ if number == in_force => format!("Version {number}, in force."),
        _ => format!("Version {number}; version {in_force} is in force."),
    }
}

/// What changed between two versions, word by word.
#[component]
fn Compared(from: Guideline, to: Guideline) -> impl IntoView {
    let (from, to) = if from.number < to.number { (from, to) } else { (to, from) };
    view! {
        <h2>{format!("From version {} to version {}", from.number, to.number)}</h2>
        <WideTable label="What changed">
            <Table columns=[Words("Before"), Words("After")]>
                <tr>
                    <td class="answer-text" dir="auto">
                        {marked_words(&from.text, &to.text, Piece::Removed)}
                    </td>
                    <td class="answer-text" dir="auto">
                        {marked_words(&from.text, &to.text, Piece::Added)}
                    </td>
                </tr>
            </Table>
        </WideTable>
    }
}

#[component]
fn Versions(name: String, shown: i32, versions: Page<GuidelineLine>, labels_before: i64) -> impl IntoView {
    if versions.total == 0 {
        return ().into_any();
    }
    let (number, last, total) = (versions.number, versions.last(), versions.total);
    let address = format!("/sets/{name}/guidelines");
    let before = (labels_before > 0).then(|| {
        let labels = counted(labels_before, "label was", "labels were");
        view! { <p class="facts">{format!("{labels} given before the first version.")}</p> }
    });
    let page = address.clone();
    let row = move |line: GuidelineLine| view! { <VersionRow address=address.clone() shown line /> };
    view! {
        <h2>"Versions"</h2>
        <WideTable label="Versions of the guidelines">
            <Table columns=[
                Numbers("Version"),
                Words("By"),
                Words("Since (UTC)"),
                Numbers("Labels given"),
                Unseen("Compare"),
            ]>{versions.rows.into_iter().map(row).collect_view()}</Table>
        </WideTable>
        {before}
        {(last > 1).then(|| view! { <Paging number last total address=move |number| format!("{page}?page={number}") /> })}
    }
    .into_any()
}

#[component]
fn VersionRow(address: String, shown: i32, line: GuidelineLine) -> impl IntoView {
    let GuidelineLine { number, author, at, labels } = line;
    let is_shown = number == shown;
    let compare = (!is_shown).then(|| {
        view! { <a href=format!("{address}/{shown}?with={number}")>{format!("Compare with version {shown}")}</a> }
    });
    view! {
        <tr>
            <td class="number">
                <a href=format!("{address}/{number}") aria-current=is_shown.then_some("page")>
                    {number}
                </a>
            </td>
            <td>{author.map_or_else(|| "the command line".into_any(), |author| view! { <GivenText text=author /> }.into_any())}</td>
            <td>{at.to_string()}</td>
            <td class="number">{labels}</td>
            <td>{compare}</td>
        </tr>
    }
}
