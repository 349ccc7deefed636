//! `touchstone disagreements`.

use clap::Args;
use domain::disagreement::{CaseCounts, CaseFilter, Cursor, Kind, QueuedCase, State, Subject};
use domain::page::PAGE_SIZE;
use serde_json::{Value, json};
use store::Store;

use super::said::Said;
use super::set::find_set;
use crate::Error;

/// What labellers, or labellers and judges, say differently: how much of each kind, and the first of it in the order of the queue.
#[derive(Debug, Args)]
pub struct Disagreements {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// `relevance_flip`, `grades_apart`, `answerable`, `answers`, `flagged` or `judge`.
    #[arg(long)]
    kind: Option<Kind>,
    /// `open`, `settled` or `by_rule`.
    #[arg(long, default_value = "open")]
    state: State,
    /// Begin after this place: what --json gave as next.
    #[arg(long)]
    after: Option<Cursor>,
}

pub(super) async fn run(store: &Store, command: Disagreements) -> Result<Said, Error> {
    let Disagreements { set, kind, state, after } = command;
    let set = find_set(store, &set).await?;
    let counts = store.disagreement_counts(set.id).await?;
    let cases = store.disagreements(set.id, CaseFilter { state, kind, ..CaseFilter::default() }, after, PAGE_SIZE).await?;
    let of_kinds: serde_json::Map<String, Value> =
        Kind::ALL.into_iter().map(|kind| (kind.word().to_owned(), counts.of(state, kind).into())).collect();
    let is_full = i64::try_from(cases.len()).is_ok_and(|count| count == PAGE_SIZE);
    let next = cases.last().filter(|_| is_full).map(|case| case.cursor().to_string());
    let json = json!({
        "set": set.name,
        "state": state,
        "total": counts.total(state),
        "kinds": of_kinds,
        "cases": cases.iter().map(case_json).collect::<Vec<_>>(),
        "next": next,
    });
    Ok(Said::new(in_words(&counts, state, &cases), json))
}

fn case_json(case: &QueuedCase) -> Value {
    json!({
        "query_id": case.external_id,
        "query": case.text,
        "subject": case.subject,
        "card": case.number,
        "kind": case.kind,
        "weight": case.weight,
    })
}

fn in_words(counts: &CaseCounts, state: State, cases: &[QueuedCase]) -> String {
    let of_kinds: Vec<String> = Kind::ALL.into_iter().map(|kind| format!("{} {}", counts.of(state, kind), kind.in_words())).collect();
    let line = |case: &QueuedCase| {
        let about = match (case.subject, case.number) {
            (Subject::Chunk(_), number) => format!("card {}", number.unwrap_or_default()),
            (subject, _) => subject.to_string(),
        };
        let query = domain::text::visible(&case.external_id);
        format!("\n{:<16} {query}  {about}  {}", case.kind.word(), domain::text::visible(&case.text))
    };
    let lines: String = cases.iter().map(line).collect();
    format!("{} {}: {}{lines}", counts.total(state), state.word().replace('_', " "), of_kinds.join(", "))
}
