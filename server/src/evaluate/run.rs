//! Runs: TREC lines, or JSON lines with a ranked list each.

use std::collections::HashMap;
use std::path::Path;

use anyhow::ensure;
use domain::evaluation::{RunLists, ScoredIds};
use domain::format::{runs, trec};
use domain::run::{NewHit, QueryRef};

use super::{records, refused, text};

/// Reads a run. Its name is the file's.
pub fn read_run(path: &Path) -> anyhow::Result<RunLists> {
    let mut records = records(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut run = RunLists { name, ..RunLists::default() };
    let json = records.peek()?.and_then(|record| record.text.as_ref().ok()).is_some_and(|line| line.trim_start().starts_with('{'));
    let mut last: Option<(String, ScoredIds)> = None;
    while let Some(record) = records.next()? {
        let line = text(path, &record)?;
        if json {
            add_list(&mut run, line).map_err(|error| refused(path, &record, error))?;
            continue;
        }
        let (query, chunk, score) = trec::hit(line).map_err(|error| refused(path, &record, error))?;
        if last.as_ref().is_none_or(|(of, _)| of != query) {
            put_back(&mut run.lists, last.take());
            last = Some((query.to_owned(), run.lists.remove(query).unwrap_or_default()));
        }
        if let Some((_, list)) = &mut last {
            list.push(chunk, score);
        }
    }
    put_back(&mut run.lists, last);
    ensure!(!run.lists.is_empty(), "{} holds no ranked list", path.display());
    Ok(run)
}

/// The list at hand is kept out of the map: a run's lines come query by query.
fn put_back(lists: &mut HashMap<String, ScoredIds>, list: Option<(String, ScoredIds)>) {
    lists.extend(list);
}

fn add_list(run: &mut RunLists, line: &str) -> anyhow::Result<()> {
    let list = runs::from_json(line)?;
    let QueryRef::Id(query) = list.query else {
        anyhow::bail!("the line has no \"query_id\": a file is evaluated by ids");
    };
    run.latencies_ms.extend(list.latency_ms);
    run.costs_usd.extend(list.cost_usd);
    let scored = scored(&list.hits);
    let again = run.lists.insert(query.clone(), scored);
    ensure!(again.is_none(), "the query {query:?} is there twice");
    Ok(())
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
