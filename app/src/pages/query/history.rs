//! What was done to a query.

use domain::disagreement::{AskedQuestion, MadeDecision};
use domain::doubt::Doubt;
use domain::operation::{Action, HistoryEntry};
use domain::query::Answerable;
use domain::scale::{Judgement, Scale};
use domain::timestamp::Timestamp;
use leptos::prelude::*;

use super::cases::subject_in_words;
use crate::pages::disagreements::decided;
use crate::ui::Column::{Numbers, Unseen, Words};
use crate::ui::{GivenText, Table};

/// Something in the history, as a sentence would say it.
struct Event {
    at: Timestamp,
    who: String,
    what: String,
    late: &'static str,
    /// The number of the guidelines that applied.
    guideline: Option<i32>,
}

/// What labellers did and reviewers decided and asked, as the viewer may see it.
#[component]
pub fn History(history: Vec<HistoryEntry>, decisions: Vec<MadeDecision>, questions: Vec<AskedQuestion>, scale: Scale) -> impl IntoView {
    if history.is_empty() && decisions.is_empty() && questions.is_empty() {
        return view! { <p>"Nothing yet."</p> }.into_any();
    }
    let done = history.into_iter().map(|entry| Event {
        at: entry.at,
        what: in_words(&entry),
        late: if entry.late { "late" } else { "" },
        guideline: (entry.guideline > 0).then_some(entry.guideline),
        who: entry.actor,
    });
    let decided = decisions.into_iter().map(|made| Event {
        at: made.at,
        what: decided_in_words(&made, &scale),
        late: "",
        guideline: None,
        who: made.reviewer,
    });
    let asked = questions.into_iter().map(|asked| Event {
        at: asked.at,
        what: asked_in_words(&asked),
        late: "",
        guideline: None,
        who: asked.reviewer,
    });
    let mut events: Vec<Event> = done.chain(decided).chain(asked).collect();
    events.sort_by_key(|event| event.at);
    let row = |Event { at, who, what, late, guideline }: Event| {
        view! {
            <tr>
                <td>{at.to_string()}</td>
                <td>
                    <GivenText text=who />
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
        ]>{events.into_iter().map(row).collect_view()}</Table>
    }
    .into_any()
}

/// What was said of a chunk, as a sentence would say it.
fn judged(card: &str, judgement: Option<Judgement>, evidence: usize, note: &str) -> String {
    let said = match judgement {
        Some(Judgement::Grade(grade)) => format!("gave {card} grade {grade}"),
        Some(Judgement::CantTell) => format!("could not tell about {card}"),
        None if evidence == 0 && note.is_empty() => format!("took the judgement of {card} back"),
        None => format!("marked {card}"),
    };
    let shown = if evidence == 0 {
        String::new()
    } else {
        format!(", with {}", domain::text::counted(evidence, "piece of evidence", "pieces of evidence"))
    };
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

/// What a reviewer decided, with what about.
fn decided_in_words(made: &MadeDecision, scale: &Scale) -> String {
    format!("{}; about {}", decided(made, scale), subject_in_words(made.subject, made.number))
}

/// That a reviewer sent the query back, and with what question.
fn asked_in_words(asked: &AskedQuestion) -> String {
    let about = subject_in_words(asked.subject, asked.number);
    format!("sent it back to its labellers and asked: {}; about {about}", domain::text::visible(&asked.question))
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
