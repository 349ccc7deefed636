//! `touchstone guideline`.

use std::path::{Path, PathBuf};

use clap::Args;
use domain::guideline::{AddedGuideline, Guideline, kept_text};
use domain::text::counted;
use serde_json::json;
use store::{NewGuideline, Store};

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::edge::Edge;

/// Show a set's guidelines, or make a file's text their next version.
#[derive(Debug, Args)]
pub struct GuidelineCommand {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// The number of the version to show; else the one in force.
    #[arg(long, value_name = "N", conflicts_with = "file")]
    show: Option<i32>,
    /// A markdown file that becomes the next version; the same text as that in force makes no version.
    file: Option<PathBuf>,
}

pub(super) async fn run(store: &Store, edge: Edge, command: GuidelineCommand) -> Result<Said, Error> {
    match &command.file {
        Some(file) => add(store, edge, &command.set, file).await,
        None => show(store, &command.set, command.show).await,
    }
}

async fn show(store: &Store, name: &str, number: Option<i32>) -> Result<Said, Error> {
    let set = find_set(store, name).await?;
    let number = number.unwrap_or(set.guideline);
    let missing = || match set.guideline {
        0 => format!("the set {name} has no guidelines yet: add them with `touchstone guideline --set {name} FILE`"),
        last => format!("the set {name} has no guidelines {number}: it has {}", counted(last, "version", "versions")),
    };
    let guideline = store.guideline(set.id, number).await?.ok_or_else(|| Error::Input(missing()))?;
    let Guideline { number, text, author, at } = guideline;
    let json = json!({ "set": name, "number": number, "in_force": set.guideline, "author": author, "at": at, "text": text });
    Ok(Said::new(text, json))
}

async fn add(store: &Store, edge: Edge, name: &str, file: &Path) -> Result<Said, Error> {
    let set = find_set(store, name).await?;
    let text = std::fs::read_to_string(file).map_err(Error::unreadable(file))?;
    let new = NewGuideline { set: set.id, text: kept_text(&text)?, base: set.guideline, author: None, at: edge.now() };
    let said = |number: i32, is_new: bool, words: String| Said::new(words, json!({ "set": name, "number": number, "new": is_new }));
    match store.add_guideline(new).await? {
        AddedGuideline::New(number) => Ok(said(number, true, format!("labels of {name} are given under guidelines {number} from now on"))),
        AddedGuideline::Known(number) => Ok(said(number, false, format!("guidelines {number} of {name} say the same: nothing was added"))),
        AddedGuideline::Outdated(_) => Err(Error::Input(format!("somebody changed the guidelines of {name} at this moment: run it again"))),
    }
}
