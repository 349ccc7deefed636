//! Settling many cases of one kind by a rule: chosen, looked at, applied, and taken back. Plain forms, of which the address is the state.

use domain::adjudication::Verdict;
use domain::disagreement::{BulkOutcome, BulkRule, CaseFilter, Kind, State};
use domain::id::OperationId;
use domain::scale::Scale;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use super::address::of_case;
use super::case_bar::CaseMark;
use super::verdict;
use crate::Error;
use crate::api::disagreements::{BulkPreview, CaseKey, ManyCases, QueueMark, many_cases};
use crate::pages::review_nav::{ReviewNav, ReviewPage};
use crate::ui::Column::Words;
use crate::ui::{GivenText, PageTitle, Table, loading};

/// `/sets/{set}/disagreements/many`.
#[component]
pub fn ManyCasesPage() -> impl IntoView {
    let set = crate::pages::set_in_address();
    let query = use_query_map();
    let chosen = Memo::new(move |_| chosen(&query.read()));
    let after = Memo::new(move |_| query.read().get("after").map(|after| after.parse()).transpose());
    let many = loading(
        move || (set.get(), chosen.get(), after.get()),
        |(set, chosen, after)| async move { many_cases(set, chosen?, after?).await },
    );
    crate::pages::page(many, move |many: ManyCases| {
        let done = query.with_untracked(done);
        view! { <ManyDocument name=set.get_untracked() chosen=chosen.get_untracked().ok().flatten() done many /> }
    })
}

/// The kind and the rule that an address names.
fn chosen(query: &ParamsMap) -> Result<Option<(Kind, BulkRule)>, Error> {
    let word = |name: &str| query.get(name).filter(|word| !word.is_empty());
    match (word("kind"), word("rule")) {
        (Some(kind), Some(rule)) => Ok(Some((kind.parse()?, rule.parse()?))),
        _ => Ok(None),
    }
}

/// What a form of the page did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    /// So many were settled, under this id.
    Settled(i64, OperationId),
    TakenBack(i64),
}

fn done(query: &ParamsMap) -> Option<Done> {
    let number = |name: &str| query.get(name)?.parse::<i64>().ok();
    match (number("settled"), number("taken-back")) {
        (Some(settled), _) => Some(Done::Settled(settled, query.get("batch")?.parse().ok()?)),
        (None, taken_back) => taken_back.map(Done::TakenBack),
    }
}

#[component]
fn ManyDocument(name: String, chosen: Option<(Kind, BulkRule)>, done: Option<Done>, many: ManyCases) -> impl IntoView {
    let ManyCases { title, scale, counts, preview } = many;
    let of_kind = chosen.map_or(0, |(kind, _)| counts.of(State::Open, kind));
    let preview = chosen.zip(preview).map(|(chosen, preview)| {
        view! { <Preview name=name.clone() chosen preview scale of_kind /> }
    });
    view! {
        <PageTitle text=format!("Settle many · {title}") />
        <ReviewNav set=name.clone() here=ReviewPage::Disagreements open=Some(counts.among_labellers(State::Open).into()) />
        <main id="main" class="document">
            <h1>"Settle many of one kind"</h1>
            <p class="lead">
                "A rule settles every open case of a kind. The labels stay, each case says that it was settled so, and all of it can be \
                taken back together."
            </p>
            {done.map(|done| view! { <DoneLine name=name.clone() done /> })}
            <ChooseForm chosen />
            {preview}
        </main>
    }
}

#[component]
fn DoneLine(name: String, done: Done) -> impl IntoView {
    match done {
        Done::Settled(count, batch) => view! {
            <form class="settled-line" method="post" action=format!("/sets/{name}/disagreements/many")>
                <input type="hidden" name="batch" value=batch.to_string() />
                <span role="status">{format!("{count} settled. ")}</span>
                <button class="button">"Undo: take them back"</button>
            </form>
        }
        .into_any(),
        Done::TakenBack(count) => view! { <p role="status">{format!("{count} taken back; they are open again.")}</p> }.into_any(),
    }
}

#[component]
fn ChooseForm(chosen: Option<(Kind, BulkRule)>) -> impl IntoView {
    let kind = |kind: Kind| {
        view! {
            <option value=kind.word() selected=chosen.is_some_and(|chosen| chosen.0 == kind)>
                {kind.in_words()}
            </option>
        }
    };
    let rule = |rule: BulkRule| {
        view! {
            <label class="check">
                <input type="radio" name="rule" value=rule.word() checked=chosen.is_some_and(|chosen| chosen.1 == rule) required />
                {rule_in_words(rule)}
            </label>
        }
    };
    let kinds = Kind::ALL.into_iter().filter(|kind| BulkRule::ALL.iter().any(|rule| rule.fits(*kind)));
    view! {
        <form class="fields" method="get">
            <label>"Kind " <select name="kind">{kinds.map(kind).collect_view()}</select></label>
            <fieldset>
                <legend>"Rule"</legend>
                {BulkRule::ALL.into_iter().map(rule).collect_view()}
            </fieldset>
            <button class="button">"Look at what it would settle"</button>
        </form>
    }
}

const fn rule_in_words(rule: BulkRule) -> &'static str {
    match rule {
        BulkRule::Higher => "the highest grade",
        BulkRule::Lower => "the lowest grade",
        BulkRule::Majority => "the grade that more than half gave; without one the case stays open",
        BulkRule::Median => "the grade in the middle, half rounded down",
        BulkRule::Judge => "the grade of the judge; without one the case stays open",
        BulkRule::Seen => "seen: what labellers said stands (of flags, and against a judge)",
    }
}

#[component]
fn Preview(name: String, chosen: (Kind, BulkRule), preview: BulkPreview, scale: Scale, of_kind: i64) -> impl IntoView {
    let BulkPreview { outcome, rows, next, operation } = preview;
    let (kind, rule) = chosen;
    let settle = (outcome.settled > 0).then(|| {
        view! {
            <form method="post" action=format!("/sets/{name}/disagreements/many")>
                <input type="hidden" name="kind" value=kind.word() />
                <input type="hidden" name="rule" value=rule.word() />
                <input type="hidden" name="operation" value=operation.to_string() />
                <button class="button primary">{format!("Settle {}", outcome.settled)}</button>
            </form>
        }
    });
    let next = next.map(|next| {
        view! {
            <a href=format!("?kind={}&rule={}&after={next}", kind.word(), rule.word()) rel="next">
                "Next page"
            </a>
        }
    });
    view! {
        <h2>"What it would settle"</h2>
        <p>{in_words(&outcome, of_kind, &scale)}</p>
        {settle}
        <PreviewTable name kind scale rows />
        <nav class="paging" aria-label="Pages">
            {next}
        </nav>
    }
}

/// "12 of 14 open cases: 4 as 3 Answers, …".
fn in_words(outcome: &BulkOutcome, of_kind: i64, scale: &Scale) -> String {
    let grades =
        outcome.grades.iter().map(|(grade, count)| format!("{count} as {}", verdict::in_words(Some(Verdict::Grade(*grade)), scale, None)));
    let grades = grades.collect::<Vec<_>>().join(", ");
    let grades = if grades.is_empty() { String::new() } else { format!(": {grades}") };
    let left = [(outcome.undecided, "the rule decides nothing"), (outcome.own, "you labelled the query, and another reviewer settles it")];
    let left = left.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!(" {count} stay open: {why}."));
    format!("{} of {of_kind} open cases{grades}.{}", outcome.settled, left.collect::<String>())
}

#[component]
fn PreviewTable(name: String, kind: Kind, scale: Scale, rows: Vec<(QueueMark, Option<Verdict>)>) -> impl IntoView {
    let row = move |(mark, settled): (QueueMark, Option<Verdict>)| {
        let filter = CaseFilter { kind: Some(kind), ..CaseFilter::default() };
        let (to, text) = (of_case(&name, CaseKey::of_queued(&mark.queued), &filter), mark.queued.text.clone());
        let becomes = settled.map_or_else(|| "stays open".to_owned(), |settled| verdict::in_words(Some(settled), &scale, None));
        view! {
            <tr>
                <td>
                    <span class="case-mark">
                        <CaseMark mark />
                    </span>
                </td>
                <td>
                    <a class="row-link" href=to>
                        <GivenText text />
                    </a>
                </td>
                <td>{becomes}</td>
            </tr>
        }
    };
    view! { <Table columns=[Words("Grades"), Words("Query"), Words("Becomes")]>{rows.into_iter().map(row).collect_view()}</Table> }
}
