//! Golden sets: a folder or file of the native format, TREC qrels, BEIR qrels.

use std::collections::hash_map::Entry;
use std::path::Path;

use domain::Invalid;
use domain::evaluation::{Golden, GoldenQuery};
use domain::export::MANIFEST;
use domain::format::trec;
use domain::query::Answerable;
use domain::version::Item;

use super::blocks::in_blocks;
use super::files::{first_line, refused, valid_text};
use crate::error::{Error, Result};
use crate::import::Records;

/// The file of the native format.
const NATIVE: &str = "golden.jsonl";

/// The folder that was exported with a manifest, where the path is that folder or its golden set.
pub fn exported_folder(path: &Path) -> Option<&Path> {
    let folder = if path.ends_with(NATIVE) { path.parent()? } else { path };
    folder.join(MANIFEST).is_file().then_some(folder)
}

/// Reads a golden set from a folder that was exported, or from a file.
pub fn read_golden(path: &Path) -> Result<Golden> {
    if path.is_dir() {
        let file = path.join(NATIVE);
        if !file.is_file() {
            let words = format!("{} holds no {NATIVE}: export the version with --format touchstone", path.display());
            return Err(Error::Input(words));
        }
        let mut golden = read_golden(&file)?;
        if path.join(MANIFEST).is_file() {
            let head = crate::verify::manifest(path)?.head;
            (golden.cutoff, golden.scale_top) = (head.cutoff.0.into(), Some(head.top_grade().0.into()));
        }
        return Ok(golden);
    }
    let first = first_line(path)?;
    let mut golden = Golden { cutoff: 1, ..Golden::default() };
    if first.trim_start().starts_with('{') {
        each_item(path, |item| add_item(&mut golden, item))?;
    } else {
        let beir = first.trim_end() == trec::BEIR_HEADER;
        let mut refused = None;
        in_blocks(
            path,
            |lines| judgements(lines, beir),
            |judgements| {
                for judgement in judgements {
                    if let Err(error) = add_judgement(&mut golden, judgement) {
                        refused.get_or_insert(error);
                    }
                }
            },
        )?;
        if let Some(error) = refused {
            return Err(Error::Input(format!("{}: {error}", path.display())));
        }
    }
    if golden.queries.is_empty() { Err(Error::Input(format!("{} holds no query", path.display()))) } else { Ok(golden) }
}

fn each_item(path: &Path, mut add: impl FnMut(Item) -> Result<()>) -> Result<()> {
    let mut records = Records::open(path)?;
    while let Some(record) = records.next()? {
        let item = Item::parse(valid_text(path, &record)?).map_err(Error::from);
        item.and_then(&mut add).map_err(|error| refused(path, &record, error))?;
    }
    Ok(())
}

/// A query's judgements: its id, and chunk and grade of each.
type Judgements = (String, Vec<(String, i32)>);

fn judgements(lines: &mut dyn Iterator<Item = &str>, beir: bool) -> std::result::Result<Vec<Judgements>, Invalid> {
    let mut found: Vec<Judgements> = Vec::new();
    for line in lines.filter(|line| !beir || line.trim_end() != trec::BEIR_HEADER) {
        let (query, chunk, grade) = if beir { trec::beir_judgement(line.trim_end_matches('\r'))? } else { trec::judgement(line)? };
        if found.last().is_none_or(|(of, _)| of != query) {
            found.push((query.to_owned(), Vec::new()));
        }
        if let Some((_, of_query)) = found.last_mut() {
            of_query.push((chunk.to_owned(), grade));
        }
    }
    Ok(found)
}

/// Adds an item of a version; a query may be there once.
pub(super) fn add_item(golden: &mut Golden, item: Item) -> Result<()> {
    let query = GoldenQuery {
        unanswerable: item.answerable == Answerable::No,
        style: Some(item.style),
        grades: item.labels.into_iter().map(|label| (label.chunk_id, i32::from(label.grade.0))).collect(),
    };
    match golden.queries.insert(item.query_id.clone(), query) {
        Some(_) => Err(Error::Input(format!("the query {:?} is there twice", item.query_id))),
        None => Ok(()),
    }
}

fn add_judgement(golden: &mut Golden, (query, judgements): Judgements) -> Result<()> {
    let grades = &mut golden.queries.entry(query.clone()).or_default().grades;
    grades.reserve(judgements.len());
    for (chunk, grade) in judgements {
        match grades.entry(chunk) {
            Entry::Vacant(entry) => drop(entry.insert(grade)),
            Entry::Occupied(entry) if *entry.get() != grade => {
                return Err(Error::Input(format!("{query} {} is judged twice, {} and {grade}", entry.key(), entry.get())));
            }
            Entry::Occupied(_) => {}
        }
    }
    Ok(())
}
