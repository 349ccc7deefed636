//! `touchstone freeze`.

use std::pin::pin;
use std::time::Duration;

use clap::Args;
use domain::id::SetId;
use domain::lint_report::Looked;
use domain::query::{QueryStatus, StatusCounts};
use domain::text::counted;
use domain::version::Head;
use serde_json::json;
use store::{DisputedChunks, Freezing, NewVersion, OnErrors};

use super::lint::lines;
use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::work::Context;

/// How often a freeze shows how far it is.
const SHOWN: Duration = Duration::from_millis(500);

/// Freeze what is settled as the next version.
#[derive(Debug, Args)]
pub struct Freeze {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// What should be known about this version.
    #[arg(long, default_value = "")]
    note: String,
    /// Leave out the queries in which the linter finds an error, instead of freezing nothing.
    #[arg(long)]
    leave_out_errors: bool,
    /// Freeze queries that are unsettled only because labellers differ on some chunks, without those chunks.
    #[arg(long)]
    without_disputed_chunks: bool,
}

pub(super) async fn run(context: Context<'_>, command: Freeze) -> Result<Said, Error> {
    let Context { store, edge, .. } = context;
    let set = find_set(store, &command.set).await?;
    let errors = if command.leave_out_errors { OnErrors::LeaveOut } else { OnErrors::Refuse };
    let disputed = if command.without_disputed_chunks { DisputedChunks::LeaveOutChunks } else { DisputedChunks::LeaveOutQuery };
    let new = NewVersion { id: edge.new_id(), note: command.note, author: None, clock: edge.clock, errors, disputed, new_salt: edge.salts };
    match freeze_shown(context, set.id, new).await? {
        Freezing::Frozen(head) => Ok(frozen(&head)),
        Freezing::Refused(errors) if errors.is_empty() => Err(Error::Input(nothing_settled(&store.query_counts(set.id).await?))),
        Freezing::Refused(errors) => {
            let advice = "nothing was frozen: mend these, or leave the queries out with --leave-out-errors";
            Ok(Said { words: format!("{}{advice}", lines(errors.iter())), json: json!({ "errors": errors }).into(), code: 1 })
        }
    }
}

fn frozen(head: &Head) -> Said {
    let Head { set, version, counts, root_hash, .. } = head;
    let queries = counts.queries_in_words();
    let labels = counted(counts.labels, "label", "labels");
    let warnings = lines(head.warnings.iter());
    let disputed = counts.disputed_in_words().map(|words| format!("\n{words}")).unwrap_or_default();
    let left_out = counts.left_out;
    let words =
        format!("{warnings}version {version} of {set}: {queries} · {labels} · {left_out} left out{disputed}\nroot hash {root_hash}");
    let json = json!({
        "version": version,
        "root_hash": root_hash,
        "queries": counts.queries,
        "labels": counts.labels,
        "disputed": counts.disputed,
        "left_out": counts.left_out,
    });
    Said::new(words, json)
}

/// Why there is nothing to freeze, with what can be done.
fn nothing_settled(counts: &StatusCounts) -> String {
    let advice = match counts.of(QueryStatus::GradesDiffer) {
        0 => "",
        _ => "; --without-disputed-chunks freezes queries without the chunks on which labellers differ",
    };
    format!("{}{advice}", counts.nothing_settled())
}

/// Freezes, and shows now and then how far it is.
async fn freeze_shown(Context { store, edge, progress }: Context<'_>, set: SetId, new: NewVersion) -> Result<Freezing, Error> {
    let mut freeze = pin!(store.freeze(set, new));
    let mut shown = Looked::default();
    loop {
        tokio::select! {
            frozen = &mut freeze => {
                let frozen = frozen?;
                if shown.done < shown.total {
                    progress.show_looked(Looked { done: shown.total, ..shown });
                }
                return Ok(frozen);
            }
            () = tokio::time::sleep(SHOWN), if progress.is_shown() => {
                // The freeze goes on when it cannot be asked how far it is.
                if let Ok(Some(looked)) = store.freeze_progress(set, edge.now()).await && looked != shown {
                    progress.show_looked(looked);
                    shown = looked;
                }
            }
        }
    }
}
