//! Runs: TREC lines, or JSON lines with a ranked list each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use domain::evaluation::{ListFacts, RunLists, ScoredIds};
use domain::format::{runs, trec};
use domain::run::{NewHit, QueryRef};

use super::blocks::in_blocks;
use super::files::{first_line, refused, run_name, valid_text};
use crate::error::{Error, Result};
use crate::import::Records;

/// Reads a run. Its name is the file's.
pub fn read_run(path: &Path) -> Result<RunLists> {
    let json = first_line(path)?.trim_start().starts_with('{');
    let mut run = RunLists { name: run_name(path), ..RunLists::default() };
    if json {
        read_json(path, Records::open(path)?, &mut run)?;
    } else {
        in_blocks(path, lists_of, |lists| lists.into_iter().for_each(|list| add(&mut run.lists, list)))?;
    }
    if run.lists.is_empty() { Err(Error::Input(format!("{} holds no ranked list", path.display()))) } else { Ok(run) }
}

/// The lists of some TREC lines: a query's lines usually follow one another.
fn lists_of(lines: &mut dyn Iterator<Item = &str>) -> std::result::Result<Vec<(String, ScoredIds)>, domain::Invalid> {
    let mut lists: Vec<(String, ScoredIds)> = Vec::new();
    for line in lines {
        let (query, chunk, score) = trec::hit(line)?;
        if lists.last().is_none_or(|(of, _)| of != query) {
            lists.push((query.to_owned(), ScoredIds::default()));
        }
        if let Some((_, list)) = lists.last_mut() {
            list.push(chunk, score);
        }
    }
    Ok(lists)
}

fn add(lists: &mut HashMap<String, ScoredIds>, (query, list): (String, ScoredIds)) {
    match lists.entry(query) {
        Entry::Vacant(entry) => drop(entry.insert(list)),
        Entry::Occupied(mut entry) => entry.get_mut().append(&list),
    }
}

fn read_json(path: &Path, mut records: Records, run: &mut RunLists) -> Result<()> {
    while let Some(record) = records.next()? {
        add_list(run, valid_text(path, &record)?).map_err(|error| refused(path, &record, error))?;
    }
    Ok(())
}

fn add_list(run: &mut RunLists, line: &str) -> Result<()> {
    let list = runs::from_json(line)?;
    let QueryRef::Id(query) = list.query else {
        return Err(Error::Input("the line has no \"query_id\": a file is evaluated by ids".into()));
    };
    let facts = ListFacts { latency_ms: list.latency_ms, cost_usd: list.cost_usd };
    if facts != ListFacts::default() {
        run.facts.insert(query.clone(), facts);
    }
    match run.lists.insert(query.clone(), scored(&list.hits)) {
        Some(_) => Err(Error::Input(format!("the query {query:?} is there twice"))),
        None => Ok(()),
    }
}

/// Hits with their scores; without scores the order is the rank.
fn scored(hits: &[NewHit]) -> ScoredIds {
    let all = hits.iter().all(|hit| hit.score.is_some());
    let mut list = ScoredIds::default();
    for (at, hit) in hits.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "ranks are far below 2^52")]
        let by_order = (hits.len() - at) as f64;
        list.push(&hit.chunk, if all { hit.score.unwrap_or(by_order) } else { by_order });
    }
    list
}
