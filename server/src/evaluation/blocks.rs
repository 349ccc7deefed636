//! Files with very many short lines, read in blocks.

use std::path::Path;

use rayon::prelude::*;

use super::files::open_records;
use crate::import::Block;

/// How many blocks of a file are read ahead.
const AHEAD: usize = 4;

/// How far a block was read: its lines, or the line, its first byte and the reason where that stopped.
type BlockRead<T> = Result<(T, u64), (u64, u64, String)>;

/// Reads a file with very many short lines: while one thread reads blocks of lines, the cores make something of each; what
/// `read` makes of a block goes to `each` in the file's order.
pub(super) fn in_blocks<T: Send>(
    path: &Path,
    read: impl Fn(&mut dyn Iterator<Item = &str>) -> Result<T, domain::Invalid> + Sync,
    mut each: impl FnMut(T),
) -> anyhow::Result<()> {
    let mut records = open_records(path)?;
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
        let read = reader.join().unwrap_or_else(|_| Err(anyhow::anyhow!("it could not be read")));
        read.map(|()| done).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
    })?;
    done.sort_unstable_by_key(|(at, ..)| *at);
    let mut lines = 0;
    for (_, offset, read) in done {
        let (made, count) = read.map_err(|(line, byte, reason)| {
            anyhow::anyhow!("{}, line {} (byte {}): {reason}", path.display(), lines + line, offset + byte)
        })?;
        each(made);
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
