//! What was done to a query.

use domain::doubt::Doubt;
use domain::operation::{Action, HistoryEntry};
use domain::query::Answerable;
use domain::scale::Judgement;
use leptos::prelude::*;

use crate::ui::Column::{Numbers, Unseen, Words};
use crate::ui::{GivenText, Table};

/// The history, as the viewer may see it.
#[component]
pub fn History(history: Vec<HistoryEntry>) -> impl IntoView {
    if history.is_empty() {
        return view! { <p>"Nothing yet."</p> }.into_any();
    }
    let row = |entry: HistoryEntry| {
        let (what, late) = (in_words(&entry), if entry.late { "late" } else { "" });
        let guideline = (entry.guideline > 0).then_some(entry.guideline);
        view! {
            <tr>
                <td>{entry.at.to_string()}</td>
                <td>
                    <GivenText text=entry.actor />
                </td>
                <td>{what}</td>
                <td class="number">{guideline}</td>
                <td>{late}</td>
            </tr>
        }
    };
    view! {
        <Table columns=[
            Words("When (UTC)"),
            Words("Who"),
            Words("What"),
            Numbers("Guidelines"),
            Unseen("Late"),
        ]>{history.into_iter().map(row).collect_view()}</Table>
    }
    .into_any()
}

/// What was said of a chunk, as a sentence would say it.
fn judged(card: &str, judgement: Option<Judgement>, evidence: usize, note: &str) -> String {
    let said = match judgement {
        Some(Judgement::Grade(grade)) => format!("graded {card} {grade}"),
        Some(Judgement::CantTell) => format!("could not tell about {card}"),
        None if evidence == 0 && note.is_empty() => format!("took the judgement of {card} back"),
        None => format!("marked {card}"),
    };
    let shown = if evidence == 0 { String::new() } else { format!(", with {evidence} piece(s) of evidence") };
    let noted = if note.is_empty() { String::new() } else { format!(", and noted: {}", domain::text::visible(note)) };
    said + &shown + &noted
}

/// What was done, and what its labeller was asked about it and confirmed.
fn said_so(what: &str, confirmed: Option<Doubt>) -> String {
    let despite = match confirmed {
        None => return what.to_owned(),
        Some(Doubt::NothingJudged) => "with nothing judged",
        Some(Doubt::NoAnswerBesideRelevant) => "with no answer beside a relevant chunk",
    };
    format!("{what}; was asked, and confirmed it {despite}")
}

/// What was done, as a sentence would say it.
fn in_words(entry: &HistoryEntry) -> String {
    let card = entry.number.map_or_else(|| "a chunk".to_owned(), |number| format!("card {number}"));
    match &entry.action {
        Action::Judge { judgement, evidence, note, .. } => judged(&card, *judgement, evidence.len(), note),
        Action::Answer { answerable: Answerable::No, confirmed, .. } => said_so("said that the corpus has no answer", *confirmed),
        Action::Answer { text, .. } if text.is_empty() => "took the answer back".into(),
        Action::Answer { text, .. } => format!("answered: {}", domain::text::visible(text)),
        Action::AddToPool { .. } => format!("added {card} from a search"),
        Action::Flag { note } if note.is_empty() => "took the flag back".into(),
        Action::Flag { note } => format!("flagged: {}", domain::text::visible(note)),
        Action::Complete { confirmed } => said_so("completed the query", *confirmed),
        Action::Reopen => "reopened the query".into(),
        Action::Skip => "skipped the query".into(),
        Action::HandBack { note } if note.is_empty() => "handed the query back".into(),
        Action::HandBack { note } => format!("handed the query back: {}", domain::text::visible(note)),
    }
}
