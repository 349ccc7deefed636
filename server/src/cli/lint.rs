//! `touchstone lint`.

use clap::Args;
use domain::finding::Finding;
use domain::text::{counted, visible};
use serde_json::json;
use store::Store;

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::work::Progress;

/// Check what would be frozen.
#[derive(Debug, Args)]
pub struct Lint {
    /// The set's name.
    #[arg(long)]
    set: String,
}

pub(super) async fn run(store: &Store, progress: &Progress, command: Lint) -> Result<Said, Error> {
    let set = find_set(store, &command.set).await?;
    let linted = store.lint(set.id, |looked| progress.show_looked(looked)).await?;
    let (errors, warnings): (Vec<Finding>, Vec<Finding>) = linted.findings.into_iter().partition(Finding::is_error);
    let code = u8::from(!errors.is_empty());
    let found = format!("{}, {}", counted(errors.len(), "error", "errors"), counted(warnings.len(), "warning", "warnings"));
    let words = lines(errors.iter().chain(&warnings)) + &found;
    Ok(Said { words, json: json!({ "errors": errors, "warnings": warnings }).into(), code })
}

/// A line each.
pub(super) fn lines<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    findings.fold(String::new(), |text, finding| {
        let kind = if finding.is_error() { "error" } else { "warning" };
        let query = finding.query_id.as_deref().map(|query| format!(" {}:", visible(query))).unwrap_or_default();
        text + &format!("{kind} [{}]{query} {}\n", finding.rule.word(), visible(&finding.message))
    })
}
