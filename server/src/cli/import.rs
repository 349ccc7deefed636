//! `touchstone import`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use domain::golden_set::Name;
use domain::job::ImportTarget;
use domain::report::Report;
use domain::scale::GradeMap;
use domain::{chunker, golden_set::GoldenSet};
use store::AddedChunk;

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::import;
use crate::work::Context;

/// What can be brought in.
#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// Chunks: JSONL, BEIR corpus.jsonl, or a folder of markdown files, which are cut at their headings.
    Corpus {
        /// The corpus; made when it is not there.
        #[arg(long)]
        corpus: Name,
        /// The chunking; made when it is not there.
        #[arg(long, default_value = "default")]
        chunking: Name,
        /// The file or folder.
        file: PathBuf,
    },
    /// Queries: JSONL, BEIR queries.jsonl, CSV or TSV with a header, TREC topics, one a line.
    Queries {
        #[command(flatten)]
        set: OfSet,
        /// The column that holds the query.
        #[arg(long)]
        column: Option<String>,
        /// Where the queries came from, for those that do not say.
        #[arg(long)]
        source: Option<String>,
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// A run: TREC, or JSONL, also with the chunks' texts.
    Run {
        #[command(flatten)]
        set: OfSet,
        /// What was run.
        #[arg(long)]
        retriever: String,
        /// The commit of the retriever's source.
        #[arg(long)]
        commit: Option<String>,
        /// The corpus that it ranks, when the set has none yet; else the set's name.
        #[arg(long)]
        corpus: Option<Name>,
        /// The chunking that it ranks, when the set has none yet.
        #[arg(long)]
        chunking: Option<Name>,
        /// The file.
        file: PathBuf,
    },
    /// Labels that exist already: TREC qrels, BEIR qrels, JSONL, or a Quepid book.
    Labels {
        #[command(flatten)]
        set: OfSet,
        /// Who gave them, for those that do not say; a member without a password is made for a new name.
        #[arg(long)]
        labeller: String,
        #[command(flatten)]
        map: MapGrades,
        /// The file.
        file: PathBuf,
    },
    /// A version that was exported in the format touchstone.
    Version {
        /// The set; made when it is not there.
        #[arg(long)]
        set: Name,
        /// The exported folder.
        path: PathBuf,
    },
    /// A judge's pre-labels: JSONL, or TREC qrels.
    Prelabels {
        #[command(flatten)]
        set: OfSet,
        /// The judge, for those that name none.
        #[arg(long)]
        judge: String,
        #[command(flatten)]
        map: MapGrades,
        /// The file.
        file: PathBuf,
    },
}

/// The set that it goes into.
#[derive(Debug, Args)]
pub struct OfSet {
    /// The set's name.
    #[arg(long)]
    set: String,
}

/// What becomes of grades that the set's scale does not have.
#[derive(Debug, Args)]
pub struct MapGrades {
    /// A grade of the file and what it becomes, as 4=3; without it a file with a grade off the scale is refused as a whole.
    #[arg(long = "map", value_name = "GRADE=GRADE", allow_hyphen_values = true)]
    maps: Vec<GradeMap>,
}

impl MapGrades {
    fn joined(self) -> Result<GradeMap, Error> {
        Ok(self.maps.into_iter().try_fold(GradeMap::default(), GradeMap::join)?)
    }
}

pub(super) async fn run(context: Context<'_>, command: ImportCommand) -> Result<Said, Error> {
    let store = context.store;
    let report = match command {
        ImportCommand::Corpus { corpus, chunking, file } if file.is_dir() => folder(context, &corpus, &chunking, &file).await?,
        ImportCommand::Corpus { corpus, chunking, file } => one(context, &file, ImportTarget::Corpus { corpus, chunking }).await?,
        ImportCommand::Queries { set, column, source, files } => {
            let set = find_set(store, &set.set).await?;
            queries(context, &set, column, source, files).await?
        }
        ImportCommand::Run { set, retriever, commit, corpus, chunking, file } => {
            let set = find_set(store, &set.set).await?.id;
            one(context, &file, ImportTarget::Run { set, retriever, commit, corpus, chunking }).await?
        }
        ImportCommand::Version { set, path } => import::import_version(store, context.edge, &path, &set).await?,
        ImportCommand::Labels { set, labeller, map, file } => {
            let set = find_set(store, &set.set).await?.id;
            one(context, &file, ImportTarget::Labels { set, labeller, map: map.joined()? }).await?
        }
        ImportCommand::Prelabels { set, judge, map, file } => {
            let set = find_set(store, &set.set).await?.id;
            one(context, &file, ImportTarget::Prelabels { set, judge, map: map.joined()? }).await?
        }
    };
    Ok(said(&report))
}

async fn one(context: Context<'_>, file: &Path, target: ImportTarget) -> Result<Report, Error> {
    import::import(context, file, &file.to_string_lossy(), &target).await
}

async fn queries(
    context: Context<'_>,
    set: &GoldenSet,
    column: Option<String>,
    source: Option<String>,
    files: Vec<PathBuf>,
) -> Result<Report, Error> {
    let mut sum = Report::default();
    for file in files {
        let target = ImportTarget::Queries { set: set.id, column: column.clone(), source: source.clone() };
        let report = one(context, &file, target).await?;
        sum = Report {
            detected: report.detected,
            read: sum.read + report.read,
            accepted: sum.accepted + report.accepted,
            merged: sum.merged + report.merged,
            refused: sum.refused + report.refused,
            lossy: sum.lossy + report.lossy,
            unheard: sum.unheard + report.unheard,
            refusals: [sum.refusals, report.refusals].concat(),
        };
    }
    Ok(sum)
}

/// Cuts a folder's markdown files at their headings.
async fn folder(context: Context<'_>, corpus: &Name, chunking: &Name, folder: &Path) -> Result<Report, Error> {
    let Context { store, edge, .. } = context;
    let chunking = store.ensure_chunking(corpus, chunking, (edge.new_id(), edge.new_id()), edge.now()).await?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(Error::unreadable(folder))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md" || ending == "txt"))
        .collect();
    files.sort();
    let mut report = Report { detected: "a folder of markdown".into(), ..Report::default() };
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let chunks =
            chunker::markdown(&name, &domain::format::storable(&std::fs::read_to_string(&file).map_err(Error::unreadable(&file))?).0);
        report.read += chunks.len() as u64;
        for outcome in store.add_chunks(chunking.id, chunks.into_iter().map(|chunk| (edge.new_id(), chunk)).collect()).await? {
            match outcome {
                AddedChunk::New => report.accepted += 1,
                AddedChunk::Known => report.merged += 1,
                AddedChunk::Differs => report.refuse(0, 0, format!("{name}: a chunk of this id has another text: use another --chunking")),
            }
        }
    }
    Ok(report)
}

fn said(report: &Report) -> Said {
    let Report { detected, read, accepted, merged, refused, lossy, refusals, .. } = report;
    let sum = format!("{detected}: read {read} = {accepted} accepted + {merged} merged + {refused} refused");
    let lossy = (*lossy > 0).then(|| format!("  {lossy} with replaced characters"));
    let unheard = report.unheard_in_words().map(|words| format!("  {words}"));
    let listed = refusals.iter().take(20).map(|refusal| format!("  line {}, byte {}: {}", refusal.line, refusal.offset, refusal.reason));
    let more = (refusals.len() > 20).then(|| "  … --json lists up to 1000".to_owned());
    let words = std::iter::once(sum).chain(lossy).chain(unheard).chain(listed).chain(more).collect::<Vec<_>>().join("\n");
    Said::new(words, serde_json::json!(report))
}
