//! Golden sets: a folder or file of the native format, TREC qrels, BEIR qrels.

use std::collections::hash_map::Entry;
use std::path::Path;

use anyhow::ensure;
use domain::evaluation::{Golden, GoldenQuery};
use domain::export::MANIFEST;
use domain::format::trec;
use domain::query::Answerable;
use domain::version::Item;

use super::{records, refused, text};
use crate::import::{Record, Records};

/// Reads a golden set from a folder that was exported, or from a file.
pub fn read_golden(path: &Path) -> anyhow::Result<Golden> {
    if path.is_dir() {
        let file = path.join("golden.jsonl");
        ensure!(file.is_file(), "{} holds no golden.jsonl: export the version with --format touchstone", path.display());
        let mut golden = read_golden(&file)?;
        if path.join(MANIFEST).is_file() {
            golden.cutoff = crate::verify::manifest(path)?.head.cutoff.0.into();
        }
        return Ok(golden);
    }
    let mut records = records(path)?;
    let first = records.peek()?.cloned().ok_or_else(|| anyhow::anyhow!("{} is empty", path.display()))?;
    let first_line = text(path, &first)?;
    let mut golden = Golden { cutoff: 1, ..Golden::default() };
    if first_line.trim_start().starts_with('{') {
        each(path, records, |line| add_item(&mut golden, Item::parse(line)?))?;
    } else if first_line.trim_end() == trec::BEIR_HEADER {
        records.next()?;
        each(path, records, |line| add_judgement(&mut golden, trec::beir_judgement(line)?))?;
    } else {
        each(path, records, |line| add_judgement(&mut golden, trec::judgement(line)?))?;
    }
    ensure!(!golden.queries.is_empty(), "{} holds no query", path.display());
    Ok(golden)
}

fn each(path: &Path, mut records: Records, mut add: impl FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
    while let Some(record) = records.next()? {
        let line: &Record = &record;
        add(text(path, line)?).map_err(|error| refused(path, line, error))?;
    }
    Ok(())
}

fn add_item(golden: &mut Golden, item: Item) -> anyhow::Result<()> {
    let query = GoldenQuery {
        unanswerable: item.answerable == Answerable::No,
        style: item.style.word().to_owned(),
        grades: item.labels.into_iter().map(|label| (label.chunk_id, i32::from(label.grade.0))).collect(),
    };
    let again = golden.queries.insert(item.query_id.clone(), query);
    ensure!(again.is_none(), "the query {:?} is there twice", item.query_id);
    Ok(())
}

fn add_judgement(golden: &mut Golden, (query, chunk, grade): (&str, &str, i32)) -> anyhow::Result<()> {
    if !golden.queries.contains_key(query) {
        golden.queries.insert(query.to_owned(), GoldenQuery::default());
    }
    let grades = &mut golden.queries.get_mut(query).expect("it was just put there").grades;
    match grades.entry(chunk.to_owned()) {
        Entry::Vacant(entry) => drop(entry.insert(grade)),
        Entry::Occupied(entry) => ensure!(*entry.get() == grade, "{query} {chunk} is judged twice, {} and {grade}", entry.get()),
    }
    Ok(())
}
