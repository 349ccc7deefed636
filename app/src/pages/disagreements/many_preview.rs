//! What a rule would settle: in numbers, and case by case.

use domain::adjudication::Verdict;
use domain::disagreement::{BulkOutcome, BulkRule, CaseFilter, Kind};
use domain::id::UserId;
use domain::scale::Scale;
use domain::text::thousands;
use leptos::prelude::*;

use super::case_table::{CaseTable, GoOn};
use super::verdict;
use crate::api::disagreements::{BulkPreview, QueueMark};
use crate::ui::Column::{Numbers, Words};

#[component]
pub fn Preview(
    name: String,
    chosen: (Kind, BulkRule),
    preview: BulkPreview,
    scale: Scale,
    labellers: Vec<(UserId, String)>,
    /// How many cases of the kind are open.
    of_kind: i64,
) -> impl IntoView {
    let BulkPreview { outcome, rows, next, operation } = preview;
    let (kind, rule) = chosen;
    let here = format!("/sets/{name}/disagreements/many?kind={}&rule={rule}", kind.word());
    let settle = (outcome.settled > 0).then(|| {
        view! {
            <form method="post" action=format!("/sets/{name}/disagreements/many")>
                <input type="hidden" name="kind" value=kind.word() />
                <input type="hidden" name="rule" value=rule.to_string() />
                <input type="hidden" name="operation" value=operation.to_string() />
                <button class="button primary">{format!("Settle {}", thousands(outcome.settled))}</button>
            </form>
        }
    });
    let cells = |(mark, settled): (QueueMark, Option<Verdict>)| {
        let becomes = settled.map_or_else(|| "stays open".to_owned(), |settled| becomes(settled, &scale, &labellers));
        let card = mark.queued.subject.chunk().and(mark.queued.number);
        let cells = view! {
            <td class="number">{card}</td>
            <td class="becomes">{becomes}</td>
        };
        (mark, cells.into_any())
    };
    let rows = rows.into_iter().map(cells).collect();
    let filter = CaseFilter { kind: Some(kind), ..CaseFilter::default() };
    view! {
        <h2>"What it would settle"</h2>
        <p>{in_words(&outcome, of_kind, &scale)}</p>
        {settle}
        <CaseTable set=name filter rows columns=vec![Words("Grades"), Words("Query"), Numbers("Card"), Words("Becomes")] />
        <GoOn here next />
    }
}

fn becomes(settled: Verdict, scale: &Scale, labellers: &[(UserId, String)]) -> String {
    let whose = labellers.iter().find(|(labeller, _)| settled == Verdict::AnswerOf(*labeller)).map(|(_, name)| name.as_str());
    verdict::in_words(Some(settled), scale, whose)
}

/// "12 of 14 open cases: 4 as 3 Answers, …".
fn in_words(outcome: &BulkOutcome, of_kind: i64, scale: &Scale) -> String {
    let grades = outcome
        .grades
        .iter()
        .map(|(grade, count)| format!("{} as {}", thousands(*count), verdict::in_words(Some(Verdict::Grade(*grade)), scale, None)));
    let grades = grades.collect::<Vec<_>>().join(", ");
    let grades = if grades.is_empty() { String::new() } else { format!(": {grades}") };
    let left = [(outcome.undecided, "the rule decides nothing"), (outcome.own, "you labelled the query, and another reviewer settles it")];
    let left = left.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!(" {} stay open: {why}.", thousands(*count)));
    format!("{} of {} open cases{grades}.{}", thousands(outcome.settled), thousands(of_kind), left.collect::<String>())
}
