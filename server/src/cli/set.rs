//! `touchstone set`.

use clap::Subcommand;
use domain::adjudication::Resolution;
use domain::golden_set::{GoldenSet, Name, NewSet, Settings};
use domain::scale::{Grade, Scale};
use store::Store;

use super::said::Said;
use crate::Error;
use crate::edge::Edge;

/// What can be done with sets.
#[derive(Debug, Subcommand)]
pub enum SetCommand {
    /// Make a set.
    Create {
        /// Its name in addresses and commands.
        name: Name,
        /// Its title; else its name.
        #[arg(long)]
        title: Option<String>,
        /// How many of each run's hits enter the pool.
        #[arg(long, default_value_t = 20)]
        k: i32,
        /// 0-3, binary, or the names of 2 to 10 grades from 0 up, as "Bad,Fair,Good,Excellent,Perfect".
        #[arg(long, default_value = "0-3")]
        scale: Scale,
        /// The lowest relevant grade; else the middle of the scale: 2 on 0-3, 1 on binary.
        #[arg(long)]
        cutoff: Option<i16>,
        /// How many labellers each query needs.
        #[arg(long, default_value_t = 1)]
        overlap: i32,
        /// How labels become one grade where labellers differ: agreed (a reviewer settles it), majority or median.
        #[arg(long, default_value = "agreed")]
        resolution: Resolution,
    },
}

pub(super) async fn run(store: &Store, edge: Edge, command: SetCommand) -> Result<Said, Error> {
    let SetCommand::Create { name, title, k, scale, cutoff, overlap, resolution } = command;
    let usual = Settings::usual(title.unwrap_or_else(|| name.to_string()), scale);
    let settings = Settings { k, overlap, resolution, cutoff: cutoff.map_or(usual.cutoff, Grade), ..usual };
    settings.check()?;
    store.add_set(NewSet { id: edge.new_id(), name: name.clone(), settings, created_at: edge.now() }).await?;
    Ok(Said::new(format!("made the set {name}"), serde_json::json!({ "set": name })))
}

/// The set of this name.
pub(super) async fn find_set(store: &Store, name: &str) -> Result<GoldenSet, Error> {
    let missing = || Error::Input(format!("there is no set {name:?}: make it with `touchstone set create {name}`"));
    store.set(name).await?.ok_or_else(missing)
}
