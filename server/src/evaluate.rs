//! Evaluating files: golden sets and runs, without a database.

mod golden;
mod run;
mod stream;

pub use golden::{add_item, read_golden};
pub use run::read_run;
pub use stream::score_trec;

use std::path::Path;

use rayon::prelude::*;

use crate::import::{Block, Record, Records};

/// How many blocks of a file are read ahead.
const AHEAD: usize = 4;

/// The records of a file; `-` is standard input.
fn records(path: &Path) -> anyhow::Result<Records> {
    Ok(Records::open(path)?)
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

/// What a run is called: its file's name.
fn run_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// How far a block was read: its lines, or the line, its first byte and the reason where that stopped.
type BlockRead<T> = Result<(T, u64), (u64, u64, String)>;

/// Reads a file with very many short lines: while one thread reads blocks of lines, the cores make something of each; what
/// `read` makes of a block goes to `take` in the file's order.
fn in_blocks<T: Send>(
    path: &Path,
    read: impl Fn(&mut dyn Iterator<Item = &str>) -> Result<T, domain::Invalid> + Sync,
    mut take: impl FnMut(T),
) -> anyhow::Result<()> {
    let mut records = records(path)?;
    let (sender, blocks) = std::sync::mpsc::sync_channel(AHEAD);
    let mut done: Vec<(usize, u64, BlockRead<T>)> = std::thread::scope(|scope| {
        let reader = scope.spawn(move || -> anyhow::Result<()> {
            while let Some(block) = records.block()? {
                // Nobody receives any more only when a core panicked.
                let _ = sender.send(block);
            }
            Ok(())
        });
        let parse = |(at, block): (usize, Block)| (at, block.offset, read_block(&block.bytes, &read));
        let done = blocks.into_iter().enumerate().par_bridge().map(parse).collect();
        let read = reader.join().unwrap_or_else(|_| Err(anyhow::anyhow!("{}: it could not be read", path.display())));
        read.map(|()| done)
    })?;
    done.sort_unstable_by_key(|(at, ..)| *at);
    let mut lines = 0;
    for (_, offset, read) in done {
        let (made, count) = read.map_err(|(line, byte, reason)| {
            anyhow::anyhow!("{}, line {} (byte {}): {reason}", path.display(), lines + line, offset + byte)
        })?;
        take(made);
        lines += count;
    }
    Ok(())
}

fn read_block<T>(bytes: &[u8], read: impl Fn(&mut dyn Iterator<Item = &str>) -> Result<T, domain::Invalid>) -> BlockRead<T> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        (memchr::memchr_iter(b'\n', &bytes[..at]).count() as u64 + 1, at as u64, "it is not UTF-8".to_owned())
    })?;
    let (mut start, mut number, mut last) = (0, 0, 0);
    let ends = memchr::memchr_iter(b'\n', bytes).chain((!bytes.ends_with(b"\n")).then_some(bytes.len()));
    let mut lines = ends.filter_map(|end| {
        let line = &text[start..end];
        (last, number, start) = (start, number + 1, end + 1);
        (!line.bytes().all(|byte| byte.is_ascii_whitespace())).then_some(line)
    });
    let made = read(&mut lines);
    drop(lines);
    made.map(|made| (made, number)).map_err(|reason| (number, last as u64, reason.to_string()))
}

/// An error with its place.
fn refused(path: &Path, record: &Record, reason: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{}, line {} (byte {}): {reason}", path.display(), record.line, record.offset)
}
