//! A file as records with their places, whatever it was packed or ended in.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::format::LONGEST_RECORD;
use flate2::read::MultiGzDecoder;

use crate::Error;
use crate::error::Result;

/// How many records a batch has at the most, and how many bytes.
const BATCH: usize = 500;
const BATCH_BYTES: usize = 1 << 20;
/// How many bytes a block has, about.
const BLOCK: usize = 1 << 20;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line, from 1.
    pub line: u64,
    /// Its first byte, from 0, in the unpacked file.
    pub offset: u64,
    /// Its text without the line's end; `Err` says why it cannot be read.
    pub text: std::result::Result<String, String>,
    /// Whether bytes that are no UTF-8 had to be replaced.
    pub lossy: bool,
}

/// Where a record stands: its line, from 1, and its first byte, from 0.
pub type Position = (u64, u64);

/// The lines of a file, the empty ones left out.
pub struct Records {
    name: PathBuf,
    lines: Box<dyn BufRead + Send>,
    read: Arc<AtomicU64>,
    total: u64,
    line: u64,
    offset: u64,
    ahead: Option<Record>,
    /// The start of a line that a block ended in.
    rest: Vec<u8>,
}

/// Whole lines of a file.
pub struct Block {
    /// How many bytes stand before it.
    pub offset: u64,
    /// The lines.
    pub bytes: Vec<u8>,
}

struct Counting(File, Arc<AtomicU64>);

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Records {
    /// Opens a file, unpacking gzip whatever its name is.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_as(path, &path.to_string_lossy())
    }

    /// The same for an upload: errors say what the person calls the file.
    pub fn open_as(path: &Path, name: &str) -> Result<Self> {
        let unreadable = Error::unreadable(Path::new(name));
        let file = File::open(path).map_err(&unreadable)?;
        let (total, read) = (file.metadata().map_err(&unreadable)?.len(), Arc::new(AtomicU64::new(0)));
        let mut packed = BufReader::with_capacity(1 << 16, Counting(file, read.clone()));
        let start = packed.fill_buf().map_err(&unreadable)?;
        if start.starts_with(&[0xFF, 0xFE]) || start.starts_with(&[0xFE, 0xFF]) {
            return Err(Error::Input(format!("{name}: the file is UTF-16: save it as UTF-8")));
        }
        let lines: Box<dyn BufRead + Send> = if start.starts_with(&[0x1F, 0x8B]) {
            Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(packed)))
        } else {
            Box::new(packed)
        };
        Ok(Self { name: name.into(), lines, read, total, line: 0, offset: 0, ahead: None, rest: Vec::new() })
    }

    /// How many packed bytes were read.
    pub fn done(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// How many packed bytes there are.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The first record, without taking it.
    pub fn peek(&mut self) -> Result<Option<&Record>> {
        if self.ahead.is_none() {
            self.ahead = self.next()?;
        }
        Ok(self.ahead.as_ref())
    }

    /// The next record.
    pub fn next(&mut self) -> Result<Option<Record>> {
        if let Some(record) = self.ahead.take() {
            return Ok(Some(record));
        }
        loop {
            let (line, offset) = (self.line + 1, self.offset);
            let mut bytes = Vec::new();
            let cut = (&mut self.lines).take(LONGEST_RECORD as u64 + 1).read_until(b'\n', &mut bytes);
            let cut = cut.map_err(Error::unreadable(&self.name))?;
            if cut == 0 {
                return Ok(None);
            }
            self.line = line;
            self.offset += cut as u64;
            if bytes.len() > LONGEST_RECORD {
                self.skip_line().map_err(Error::unreadable(&self.name))?;
                return Ok(Some(Record { line, offset, text: Err(format!("longer than {} MB", LONGEST_RECORD >> 20)), lossy: false }));
            }
            if let Some(record) = record(line, offset, bytes) {
                return Ok(Some(record));
            }
        }
    }

    /// The next whole lines as one piece of text, for files with very many short lines; none at the end of the file.
    pub fn block(&mut self) -> Result<Option<Block>> {
        let (mut bytes, offset) = (std::mem::take(&mut self.rest), self.offset);
        bytes.reserve(BLOCK + 1);
        let read = (&mut self.lines).take(BLOCK as u64).read_to_end(&mut bytes).map_err(Error::unreadable(&self.name))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if read > 0 {
            let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            if end == 0 && bytes.len() >= LONGEST_RECORD {
                let (name, longest) = (self.name.display(), LONGEST_RECORD >> 20);
                return Err(Error::Input(format!("{name}: a line at byte {offset} is longer than {longest} MB")));
            }
            self.rest = bytes[end..].to_vec();
            bytes.truncate(end);
        }
        self.offset += bytes.len() as u64;
        if offset == 0 && bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
            bytes.drain(..3);
        }
        Ok(Some(Block { offset, bytes }))
    }

    /// The next batch; empty at the end of the file.
    pub fn batch(&mut self) -> Result<Vec<Record>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some(record) = self.next()? else { break };
            bytes += record.text.as_ref().map_or(0, String::len);
            batch.push(record);
        }
        Ok(batch)
    }

    fn skip_line(&mut self) -> std::io::Result<()> {
        loop {
            let buffer = self.lines.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let count = end.map_or(buffer.len(), |end| end + 1);
            self.lines.consume(count);
            self.offset += count as u64;
            if end.is_some() || count == 0 {
                return Ok(());
            }
        }
    }
}

fn record(line: u64, offset: u64, mut bytes: Vec<u8>) -> Option<Record> {
    while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        bytes.pop();
    }
    if line == 1 && bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        bytes.drain(..3);
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let (text, lossy) = match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
    };
    Some(Record { line, offset, text: Ok(text), lossy })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn read(bytes: &[u8]) -> Vec<(u64, u64, String, bool)> {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(bytes).expect("written");
        let mut records = Records::open(file.path()).expect("opened");
        let batch = records.batch().expect("read");
        batch.into_iter().map(|r| (r.line, r.offset, r.text.expect("text"), r.lossy)).collect()
    }

    #[test]
    fn byte_order_mark_carriage_returns_empty_lines_and_a_missing_end_do_not_matter() {
        let lines = read(b"\xEF\xBB\xBFone\r\n\n  \ntwo");
        assert_eq!(lines, [(1, 0, "one".into(), false), (4, 12, "two".into(), false)]);
    }

    #[test]
    fn what_is_packed_is_unpacked_whatever_its_name() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"one\ntwo\n").expect("packed");
        assert_eq!(read(&packer.finish().expect("packed")).len(), 2);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_said() {
        assert_eq!(read(b"a\xFFb\n"), [(1, 0, "a\u{FFFD}b".into(), true)]);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_is_read() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(&vec![b'x'; LONGEST_RECORD + 10]).expect("written");
        file.write_all(b"\nnext\n").expect("written");
        let mut records = Records::open(file.path()).expect("opened");
        assert!(records.next().expect("read").expect("a record").text.is_err());
        let next = records.next().expect("read").expect("a record");
        assert_eq!((next.line, next.offset, next.text), (2, LONGEST_RECORD as u64 + 11, Ok("next".into())));
    }
}
