//! Golden sets: an export in the native format, TREC qrels, BEIR qrels.

use std::collections::hash_map::Entry;
use std::path::Path;

use domain::Invalid;
use domain::evaluation::{Golden, GoldenQuery};
use domain::export::{MANIFEST, Manifest, NATIVE};
use domain::format::trec;
use domain::query::Answerable;
use domain::version::Item;

use super::blocks::in_blocks;
use super::files::first_line;
use crate::error::{Error, Result};
use crate::verify::{ExportedFolder, folder_of};

/// A golden set that was read, and the manifest that it was held against; qrels have none.
pub struct ReadGolden {
    pub golden: Golden,
    pub manifest: Option<Manifest>,
}

/// Reads a golden set from a folder that was exported, from its `golden.jsonl`, or from qrels.
///
/// # Errors
/// [`Error::Unverified`] when it is of the native format and not as its manifest says.
pub fn read_golden(path: &Path) -> Result<ReadGolden> {
    if std::fs::metadata(path).map_err(Error::unreadable(path))?.is_dir() {
        return exported(path);
    }
    if path.ends_with(NATIVE) {
        return exported(folder_of(path));
    }
    let first = first_line(path)?;
    if first.trim_start().starts_with('{') {
        let words = format!("{}: a golden set of the native format is the {NATIVE} that its {MANIFEST} names", path.display());
        return Err(Error::Unverified(vec![words]));
    }
    Ok(ReadGolden { golden: qrels(path, &first)?, manifest: None })
}

fn exported(folder: &Path) -> Result<ReadGolden> {
    let exported = ExportedFolder::open(folder)?;
    let head = &exported.manifest.head;
    let scale_top = Some(head.top_grade().0.into());
    let mut golden = Golden { cutoff: head.cutoff.0.into(), scale_top, ..Golden::default() };
    for item in exported.items()? {
        if let Some((_, item)) = item?.item {
            add_item(&mut golden, item)?;
        }
    }
    Ok(ReadGolden { golden: not_empty(golden, folder)?, manifest: Some(exported.manifest) })
}

fn not_empty(golden: Golden, path: &Path) -> Result<Golden> {
    if golden.queries.is_empty() { Err(Error::Input(format!("{} holds no query", path.display()))) } else { Ok(golden) }
}

fn qrels(path: &Path, first: &str) -> Result<Golden> {
    let mut golden = Golden { cutoff: 1, ..Golden::default() };
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
    match refused {
        Some(error) => Err(Error::Input(format!("{}: {error}", path.display()))),
        None => not_empty(golden, path),
    }
}

/// A query's judgements: its id, and chunk and grade of each.
type Judgements = (String, Vec<(String, i32)>);

fn judgements(lines: &mut dyn Iterator<Item = &str>, beir: bool) -> std::result::Result<Vec<Judgements>, Invalid> {
    let mut found: Vec<Judgements> = Vec::new();
    for line in lines.filter(|line| !beir || line.trim_end() != trec::BEIR_HEADER) {
        let (query, chunk, grade) = if beir {
            trec::beir_judgement(line.trim_end_matches('\r'))?
        } else {
            let (query, chunk, grade) = trec::judgement(line)?;
            (query.into(), chunk.into(), grade)
        };
        if found.last().is_none_or(|(of, _)| *of != query) {
            found.push((query.into_owned(), Vec::new()));
        }
        if let Some((_, of_query)) = found.last_mut() {
            of_query.push((chunk.into_owned(), grade));
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
