//! `touchstone set`.

use clap::{Args, Subcommand};
use domain::adjudication::Resolution;
use domain::golden_set::{GoldenSet, Name, NewSet, Settings};
use domain::overlap::Overlap;
use domain::query::Style;
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
        #[command(flatten)]
        overlap: OverlapArgs,
        /// How labels become one grade where labellers differ: agreed (a reviewer settles it), majority or median.
        #[arg(long, default_value = "agreed")]
        resolution: Resolution,
    },
}

/// How many labellers the queries need. Without any of these it is 1, and 2 for a share of 20 % as soon as two people can label.
#[derive(Debug, Args)]
pub struct OverlapArgs {
    /// How many labellers each query needs; no share needs more unless --share says so.
    #[arg(long)]
    overlap: Option<i32>,
    /// The share of queries that needs more labellers, in percent, as soon as two people can label.
    #[arg(long, requires = "shared_overlap")]
    share: Option<i32>,
    /// How many labellers a query of the share needs.
    #[arg(long, requires = "share")]
    shared_overlap: Option<i32>,
    /// How many labellers the queries of a style need, as ambiguous=3; may be repeated.
    #[arg(long, value_name = "STYLE=N", value_parser = of_style)]
    overlap_of: Vec<(Style, i32)>,
}

fn of_style(text: &str) -> Result<(Style, i32), String> {
    let wrong =
        || format!("{text:?} is no style with a number: write for example ambiguous=3, with keyword, identifier, question or ambiguous");
    let (style, labellers) = text.split_once('=').ok_or_else(wrong)?;
    Ok((Style::named(style).ok_or_else(wrong)?, labellers.parse().map_err(|_| wrong())?))
}

impl OverlapArgs {
    fn overlap(self) -> Overlap {
        let usual = self.overlap.map_or_else(Overlap::usual, Overlap::exactly);
        Overlap {
            share: self.share.unwrap_or(usual.share),
            shared_labellers: self.shared_overlap.unwrap_or(usual.shared_labellers),
            by_style: self.overlap_of.into_iter().collect(),
            ..usual
        }
    }
}

pub(super) async fn run(store: &Store, edge: Edge, command: SetCommand) -> Result<Said, Error> {
    let SetCommand::Create { name, title, k, scale, cutoff, overlap, resolution } = command;
    let usual = Settings::usual(title.unwrap_or_else(|| name.to_string()), scale);
    let settings = Settings { k, overlap: overlap.overlap(), resolution, cutoff: cutoff.map_or(usual.cutoff, Grade), ..usual };
    settings.check()?;
    store.add_set(NewSet { id: edge.new_id(), name: name.clone(), settings, created_at: edge.now() }).await?;
    Ok(Said::new(format!("made the set {name}"), serde_json::json!({ "set": name })))
}

/// The set of this name.
pub(super) async fn find_set(store: &Store, name: &str) -> Result<GoldenSet, Error> {
    let missing = || Error::Input(format!("there is no set {name:?}: make it with `touchstone set create {name}`"));
    store.set(name).await?.ok_or_else(missing)
}
