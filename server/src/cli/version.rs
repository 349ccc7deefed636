//! `touchstone lint`, `freeze`, `export`, `diff`, `verify`.

use std::path::PathBuf;
use std::pin::pin;
use std::time::Duration;

use clap::Args;
use domain::diff::Diff;
use domain::export::{Format, Manifest};
use domain::finding::Finding;
use domain::id::SetId;
use domain::lint_report::Looked;
use domain::query::{QueryStatus, StatusCounts};
use domain::text::counted;
use domain::version::{ExpectedHash, Head};
use serde_json::json;
use store::{DisputedChunks, Freezing, NewVersion, OnErrors, Store, Version};

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::export;
use crate::verify::{self, Verified};
use crate::work::{Context, Progress};

/// How often a freeze shows how far it is.
const SHOWN: Duration = Duration::from_millis(500);

/// Check what would be frozen.
#[derive(Debug, Args)]
pub struct Lint {
    #[arg(long)]
    set: String,
}

/// Freeze what is settled as the next version.
#[derive(Debug, Args)]
pub struct Freeze {
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

/// Write a version as files.
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    version: OfVersion,
    /// touchstone, trec, beir, ragas, deepeval, promptfoo, langsmith, langfuse, opensearch, csv or csv-spreadsheet.
    #[arg(long, default_value = "touchstone")]
    format: Format,
    /// A folder that is empty or not there; - writes the format's first file to stdout.
    #[arg(long)]
    out: PathBuf,
}

/// A version of a set.
#[derive(Debug, Args)]
pub struct OfVersion {
    #[arg(long)]
    pub set: String,
    /// The version's number; else the newest.
    #[arg(long)]
    pub version: Option<i32>,
}

/// What changed between two versions.
#[derive(Debug, Args)]
pub struct DiffOf {
    #[arg(long)]
    set: String,
    /// The earlier version's number.
    from: i32,
    /// The later version's number.
    to: i32,
}

/// Check an exported folder, or the folder of an exported file: every hash and count.
#[derive(Debug, Args)]
pub struct Verify {
    /// The folder or file.
    path: PathBuf,
    /// The root hash that the version must have, whole.
    #[arg(long)]
    expect_hash: Option<ExpectedHash>,
}

impl OfVersion {
    /// The version, found.
    pub(super) async fn find(&self, store: &Store) -> Result<Version, Error> {
        let set = find_set(store, &self.set).await?;
        let found = match self.version {
            Some(number) => store.version(set.id, number).await?,
            None => store.versions(set.id, None).await?.into_iter().next(),
        };
        found.ok_or_else(|| match self.version {
            Some(number) => Error::Input(format!("the set {} has no version {number}", self.set)),
            None => Error::Input(format!("the set {0} has no version: make one with `touchstone freeze --set {0}`", self.set)),
        })
    }
}

pub(super) async fn lint(store: &Store, progress: &Progress, command: Lint) -> Result<Said, Error> {
    let set = find_set(store, &command.set).await?;
    let linted = store.lint(set.id, |looked| progress.show_looked(looked)).await?;
    let (errors, warnings): (Vec<Finding>, Vec<Finding>) = linted.findings.into_iter().partition(Finding::is_error);
    let code = u8::from(!errors.is_empty());
    let found = format!("{}, {}", counted(errors.len(), "error", "errors"), counted(warnings.len(), "warning", "warnings"));
    let words = lines(errors.iter().chain(&warnings)) + &found;
    Ok(Said { words, json: json!({ "errors": errors, "warnings": warnings }).into(), code })
}

fn lines<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    findings.fold(String::new(), |text, finding| {
        let kind = if finding.is_error() { "error" } else { "warning" };
        let query = finding.query_id.as_deref().map(|query| format!(" {}:", domain::text::visible(query))).unwrap_or_default();
        text + &format!("{kind} [{}]{query} {}\n", finding.rule.word(), domain::text::visible(&finding.message))
    })
}

pub(super) async fn freeze(context: Context<'_>, command: Freeze) -> Result<Said, Error> {
    let Context { store, edge, .. } = context;
    let set = find_set(store, &command.set).await?;
    let errors = if command.leave_out_errors { OnErrors::LeaveOut } else { OnErrors::Refuse };
    let disputed = if command.without_disputed_chunks { DisputedChunks::LeaveOutChunks } else { DisputedChunks::LeaveOutQuery };
    let new = NewVersion { id: edge.new_id(), note: command.note, author: None, clock: edge.clock, errors, disputed, new_salt: edge.salts };
    match freeze_shown(context, set.id, new).await? {
        Freezing::Frozen(head) => {
            let counts = head.counts;
            let json = json!({
                "version": head.version,
                "root_hash": head.root_hash,
                "queries": counts.queries,
                "labels": counts.labels,
                "disputed": counts.disputed,
                "left_out": counts.left_out,
            });
            let disputed = counts.disputed_in_words().map(|words| format!("\n{words}")).unwrap_or_default();
            let words = format!(
                "{}version {} of {}: {} · {} · {} left out{disputed}\nroot hash {}",
                lines(head.warnings.iter()),
                head.version,
                head.set,
                counts.queries_in_words(),
                counted(counts.labels, "label", "labels"),
                counts.left_out,
                head.root_hash
            );
            Ok(Said::new(words, json))
        }
        Freezing::Refused(errors) if errors.is_empty() => Err(Error::Input(nothing_settled(&store.query_counts(set.id).await?))),
        Freezing::Refused(errors) => {
            let advice = "nothing was frozen: mend these, or leave the queries out with --leave-out-errors";
            Ok(Said { words: format!("{}{advice}", lines(errors.iter())), json: json!({ "errors": errors }).into(), code: 1 })
        }
    }
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

pub(super) async fn export(store: &Store, command: Export) -> Result<Option<Said>, Error> {
    let version = command.version.find(store).await?;
    if command.out.as_os_str() == "-" {
        use std::io::Write;
        let mut out = std::io::stdout().lock();
        let unwritable = Error::unwritable("standard output".as_ref());
        export::pieces(store, &version, command.format, |parts| {
            out.write_all(parts.first().map(String::as_bytes).unwrap_or_default()).map_err(&unwritable)
        })
        .await?;
        return Ok(None);
    }
    let Manifest { files, head, erased, .. } = export::to_folder(store, &version, command.format, &command.out).await?;
    let listed: Vec<String> = files.iter().map(|file| format!("{}  {}", file.sha256, file.path)).collect();
    let words = format!("version {} of {} in {}\n{}", head.version, head.set, command.out.display(), listed.join("\n"));
    let files: Vec<_> = files.iter().map(|file| json!({ "path": file.path, "sha256": file.sha256 })).collect();
    Ok(Some(Said::new(words, json!({ "files": files, "root_hash": head.root_hash })).with_words(erased_in_words(erased, &head))))
}

pub(super) async fn diff(store: &Store, command: DiffOf) -> Result<Said, Error> {
    let version = |number| OfVersion { set: command.set.clone(), version: Some(number) };
    let (from, to) = (version(command.from).find(store).await?, version(command.to).find(store).await?);
    let mut diff = Diff::default();
    store.diff(from.id, to.id, |of_query| diff.append(of_query)).await?;
    Ok(Said::new(in_words(&diff), json!(diff)))
}

/// A difference as lines.
fn in_words(diff: &Diff) -> String {
    let grade = |grade: Option<domain::scale::Grade>| grade.map_or("not judged".to_owned(), |grade| grade.to_string());
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
    lines.iter().map(|line| domain::text::visible(line)).collect::<Vec<_>>().join("\n")
}

pub(super) fn verify(command: &Verify) -> Said {
    let Verified { manifest, mut problems } = verify::verify(&command.path);
    let unexpected = manifest.as_ref().zip(command.expect_hash.as_ref()).and_then(|(manifest, hash)| hash.check(&manifest.head).err());
    problems.extend(unexpected.map(|error| error.0));
    let as_written = manifest.filter(|_| problems.is_empty()).map(|Manifest { head, erased, .. }| {
        let erased = erased_in_words(erased, &head).map_or(String::new(), |words| format!("\n{words}"));
        let Head { set, version, root_hash, .. } = head;
        format!("{}: as it was written, version {version} of {set}, root hash {root_hash}{erased}", command.path.display())
    });
    let words = as_written.unwrap_or_else(|| problems.join("\n"));
    Said { words, code: u8::from(!problems.is_empty()), json: json!({ "ok": problems.is_empty(), "problems": problems }).into() }
}

/// How many of a version's queries were erased; none when none was.
pub(super) fn erased_in_words(erased: i64, head: &Head) -> Option<String> {
    let queries = head.counts.queries;
    (erased > 0).then(|| format!("{erased} of the version's {queries} queries were erased since it was frozen: nothing is known of them"))
}
