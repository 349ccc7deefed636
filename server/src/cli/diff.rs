//! `touchstone diff`.

use clap::Args;
use domain::diff::Diff;
use domain::scale::Grade;
use domain::text::visible;
use serde_json::json;
use store::Store;

use super::said::Said;
use super::version::OfVersion;
use crate::Error;

/// What changed between two versions.
#[derive(Debug, Args)]
pub struct DiffOf {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// The earlier version's number.
    from: i32,
    /// The later version's number.
    to: i32,
}

pub(super) async fn run(store: &Store, command: DiffOf) -> Result<Said, Error> {
    let version = |number| OfVersion { set: command.set.clone(), version: Some(number) };
    let (from, to) = (version(command.from).find(store).await?, version(command.to).find(store).await?);
    let mut diff = Diff::default();
    store.diff(from.id, to.id, |_, of_query| diff.append(of_query)).await?;
    Ok(Said::new(in_words(&diff), json!(diff)))
}

/// A difference as lines.
fn in_words(diff: &Diff) -> String {
    let grade = |grade: Option<Grade>| grade.map_or("not judged".to_owned(), |grade| grade.to_string());
    let mut lines: Vec<String> = Vec::new();
    lines.extend(diff.queries.added.iter().map(|query| format!("+ {}: {}", query.query_id, query.query)));
    lines.extend(diff.queries.removed.iter().map(|query| format!("- {}: {}", query.query_id, query.query)));
    lines.extend(diff.queries.reworded.iter().map(|query| format!("~ {}: {} → {}", query.query_id, query.from, query.to)));
    lines.extend(
        diff.grades
            .changed
            .iter()
            .map(|change| format!("grade {} {}: {} → {}", change.query_id, change.chunk_id, grade(change.from), grade(change.to))),
    );
    lines.extend(diff.answers.changed.iter().map(|change| format!("answer {}: {} → {}", change.query_id, change.from, change.to)));
    let queries = &diff.queries;
    lines.push(format!(
        "queries: {} added, {} removed, {} reworded; grades: {} changed; answers: {} changed; {} labels re-mapped",
        queries.added.len(),
        queries.removed.len(),
        queries.reworded.len(),
        diff.grades.changed.len(),
        diff.answers.changed.len(),
        diff.remapped
    ));
    lines.iter().map(|line| visible(line)).collect::<Vec<_>>().join("\n")
}
