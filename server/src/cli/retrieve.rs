//! `touchstone retrieve`.

use std::path::Path;

use clap::Args;
use domain::golden_set::Name;

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::retrieve;
use crate::search::{Bm25, SearchIndexes};
use crate::work::Context;

/// Make a run with BM25.
#[derive(Debug, Args)]
pub struct Retrieve {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// How many hits a query.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(i32).range(1..=1000))]
    k: i32,
    /// How soon more of the same term stops counting, 0 to 100.
    #[arg(long, default_value_t = 1.2, value_parser = |text: &str| between(text, 0.0, 100.0))]
    k1: f32,
    /// How much long chunks are held back, 0 to 1.
    #[arg(long, default_value_t = 0.75, value_parser = |text: &str| between(text, 0.0, 1.0))]
    b: f32,
    /// The corpus, when the set has none yet.
    #[arg(long)]
    corpus: Option<Name>,
    /// The chunking, when the set has none yet.
    #[arg(long, default_value = "default")]
    chunking: Name,
    /// Write the run to this file, as TREC, too.
    #[arg(long)]
    out: Option<std::path::PathBuf>,
}

pub(super) async fn run(context: Context<'_>, data: &Path, command: Retrieve) -> Result<Said, Error> {
    let Context { store, edge, .. } = context;
    let set = find_set(store, &command.set).await?;
    if let Some(corpus) = &command.corpus {
        let chunking = store.ensure_chunking(corpus, &command.chunking, (edge.new_id(), edge.new_id()), edge.now()).await?;
        let tied = store.tie_chunking(set.id, chunking.id).await?;
        if tied != chunking.id {
            return Err(Error::Input("the set ranks another chunking already".into()));
        }
    }
    let indexes = SearchIndexes::new(data);
    let bm25 = Bm25 { k1: command.k1, b: command.b };
    let made = retrieve::retrieve(context, &indexes, set.id, command.k, bm25).await?;
    if let Some(out) = &command.out {
        retrieve::write_trec(store, set.id, made.run, out).await?;
    }
    let words = format!("run {}: {} queries, {} hits", made.run, made.queries, made.hits);
    Ok(Said::new(words, serde_json::json!({ "run": made.run, "queries": made.queries, "hits": made.hits })))
}

fn between(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let value: f32 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(format!("it must be from {least} to {most}")) }
}
