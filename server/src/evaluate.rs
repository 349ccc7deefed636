//! Evaluating files: golden sets and runs, without a database.

mod golden;
mod run;

pub use golden::read_golden;
pub use run::read_run;

use std::path::Path;

use rayon::prelude::*;

use crate::import::{Block, Record, Records};

/// How many blocks of a file are read at a time.
const AT_ONCE: usize = 4;

/// The records of a file; `-` is standard input.
fn records(path: &Path) -> anyhow::Result<Records> {
    Records::open(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}

/// The text of a record; nothing that cannot be read is passed over, because a measure over a part of a file is a wrong one.
fn text<'a>(path: &Path, record: &'a Record) -> anyhow::Result<&'a str> {
    match &record.text {
        Ok(text) if !record.lossy => Ok(text),
        Ok(_) => Err(refused(path, record, "it is not UTF-8")),
        Err(reason) => Err(refused(path, record, reason)),
    }
}

/// The first line that is not empty.
fn first_line(path: &Path) -> anyhow::Result<String> {
    let record = records(path)?.next()?.ok_or_else(|| anyhow::anyhow!("{} is empty", path.display()))?;
    text(path, &record).map(str::to_owned)
}

/// Reads a file with very many short lines: blocks of lines, some at a time, each on a core of its own; what `read` makes of
/// a block goes to `take` in the file's order.
fn in_blocks<T: Send>(
    path: &Path,
    read: impl Fn(&mut dyn Iterator<Item = &str>) -> Result<T, domain::Invalid> + Sync,
    mut take: impl FnMut(T),
) -> anyhow::Result<()> {
    let mut records = records(path)?;
    loop {
        let mut blocks = Vec::with_capacity(AT_ONCE);
        while blocks.len() < AT_ONCE
            && let Some(block) = records.block().map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?
        {
            blocks.push(block);
        }
        if blocks.is_empty() {
            return Ok(());
        }
        let done: Vec<anyhow::Result<T>> = blocks.par_iter().map(|block| read_block(path, block, &read)).collect();
        for done in done {
            take(done?);
        }
    }
}

fn read_block<T>(
    path: &Path,
    block: &Block,
    read: impl Fn(&mut dyn Iterator<Item = &str>) -> Result<T, domain::Invalid>,
) -> anyhow::Result<T> {
    let (mut at, mut number, mut last) = (0, 0, 0);
    let mut lines = block.text.split('\n').filter_map(|line| {
        (last, number) = (at, number + 1);
        at += line.len() + 1;
        (!line.trim_ascii().is_empty()).then_some(line)
    });
    let done = read(&mut lines);
    drop(lines);
    done.map_err(|reason| {
        anyhow::anyhow!("{}, line {} (byte {}): {reason}", path.display(), block.line + number, block.offset + last as u64)
    })
}

/// An error with its place.
fn refused(path: &Path, record: &Record, reason: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{}, line {} (byte {}): {reason}", path.display(), record.line, record.offset)
}
