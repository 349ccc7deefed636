//! Verifying an export: every hash and count, without a database.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use domain::export::{ERASED, Format, MANIFEST, Manifest, ManifestFile};
use domain::hash::hex;
use domain::version::{Counts, Item, RootHash, item_hash};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::error::Result;

/// The manifest of an export's folder; an error says what is wrong with it.
pub fn manifest(folder: &Path) -> Result<Manifest> {
    let path = folder.join(MANIFEST);
    let text = std::fs::read_to_string(&path).map_err(Error::unreadable(&path))?;
    Manifest::parse(&text).map_err(|error| Error::Input(format!("{}: {error}", path.display())))
}

/// Everything that is off about an export, in words; nothing when it is as it was written. A file's folder is checked.
pub fn verify(path: &Path) -> Vec<String> {
    let folder = if path.is_dir() { path } else { path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")) };
    let manifest = match manifest(folder) {
        Ok(manifest) => manifest,
        Err(error) => return vec![error.to_string()],
    };
    let named = path.is_dir() || path.ends_with(MANIFEST) || manifest.files.iter().any(|file| folder.join(&file.path) == path);
    let mut problems: Vec<String> = if named { Vec::new() } else { vec![format!("{}: the manifest does not name it", path.display())] };
    problems.extend(manifest.files.iter().filter_map(|file| check_file(folder, file).err()));
    let missing = manifest.format.paths().filter(|path| manifest.files.iter().all(|file| file.path != *path));
    problems.extend(missing.map(|path| format!("{path}: the manifest lacks it")));
    if manifest.format == Format::TOUCHSTONE && problems.is_empty() {
        problems.extend(check_items(folder, &manifest).unwrap_or_else(|error| vec![error.to_string()]));
    }
    problems
}

fn check_file(folder: &Path, file: &ManifestFile) -> std::result::Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", file.path);
    let mut reader = BufReader::with_capacity(1 << 16, File::open(folder.join(&file.path)).map_err(failed)?);
    let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0u64, vec![0; 1 << 16]);
    loop {
        let count = reader.read(&mut buffer).map_err(failed)?;
        if count == 0 {
            break;
        }
        hash.update(&buffer[..count]);
        bytes += count as u64;
    }
    if bytes != file.bytes {
        return Err(format!("{}: it has {bytes} bytes, and should have {}", file.path, file.bytes));
    }
    let found = hex(&hash.finalize());
    if found == file.sha256 { Ok(()) } else { Err(format!("{}: its SHA-256 is {found}, and should be {}", file.path, file.sha256)) }
}

/// An item of an export as its files have it: its hash and, unless it was erased, its salt and line.
pub struct ExportedItem {
    /// SHA-256 over salt and line, in hex.
    pub hash: String,
    /// Salt and line.
    pub kept: Option<(String, String)>,
}

/// The items of an export in the native format, in order.
pub fn exported_items(folder: &Path) -> Result<impl Iterator<Item = Result<ExportedItem>> + Send + use<>> {
    let (mut items, hashes) = (lines(folder, "golden.jsonl")?, lines(folder, "hashes.tsv")?);
    let item = move |(line, at): (Result<String>, usize)| {
        let line = line?;
        let (hash, salt) = line.split_once('\t').ok_or_else(|| Error::Input(format!("hashes.tsv, line {at}: no tab")))?;
        let kept = if salt == ERASED {
            None
        } else {
            let ends = || Error::Input(format!("golden.jsonl: it ends before line {at} of hashes.tsv"));
            Some((salt.to_owned(), items.next().transpose()?.ok_or_else(ends)?))
        };
        Ok(ExportedItem { hash: hash.to_owned(), kept })
    };
    Ok(hashes.zip(1..).map(item))
}

/// The lines of a file of the folder.
fn lines(folder: &Path, name: &str) -> Result<impl Iterator<Item = Result<String>> + Send + use<>> {
    let path = folder.join(name);
    let file = File::open(&path).map_err(Error::unreadable(&path))?;
    Ok(BufReader::new(file).lines().map(move |line| line.map_err(Error::unreadable(&path))))
}

/// Holds every item's hash, the root hash and the counts against the manifest.
fn check_items(folder: &Path, manifest: &Manifest) -> Result<Vec<String>> {
    let mut found = Found::default();
    let mut lines = 0;
    for item in exported_items(folder)? {
        let ExportedItem { hash, kept } = item?;
        found.root.push(&hash);
        match kept {
            Some((salt, line)) => {
                lines += 1;
                found.check(manifest, &line, &hash, &salt)?;
            }
            None => found.erased += 1,
        }
    }
    if self::lines(folder, "golden.jsonl")?.count() > lines {
        found.problems.push("golden.jsonl: it has more lines than hashes.tsv".into());
    }
    Ok(found.finish(manifest))
}

#[derive(Default)]
struct Found {
    root: RootHash,
    counts: Counts,
    erased: i64,
    last: Option<String>,
    problems: Vec<String>,
}

impl Found {
    fn check(&mut self, manifest: &Manifest, line: &str, hash: &str, salt: &str) -> Result<()> {
        let item = Item::parse(line).map_err(|error| Error::Input(format!("golden.jsonl: {error}")))?;
        if item_hash(salt, line) != hash || item.line() != line {
            self.problems.push(format!("golden.jsonl: the query {:?} does not have the hash that it was frozen with", item.query_id));
        }
        if self.last.as_ref().is_some_and(|last| last.as_bytes() >= item.query_id.as_bytes()) {
            self.problems.push(format!("golden.jsonl: the query {:?} is not in order", item.query_id));
        }
        self.counts.add(&item, manifest.head.cutoff);
        self.last = Some(item.query_id);
        Ok(())
    }

    fn finish(mut self, manifest: &Manifest) -> Vec<String> {
        self.counts.queries += self.erased;
        let root = self.root.finish();
        if root != manifest.head.root_hash {
            self.problems.push(format!("the root hash is {root}, and should be {}", manifest.head.root_hash));
        }
        if self.erased != manifest.erased {
            self.problems.push(format!("{} queries were erased, and the manifest says {}", self.erased, manifest.erased));
        }
        self.counts.left_out = manifest.head.counts.left_out;
        // What an erased query held is not known any more.
        let fits = if self.erased == 0 { self.counts == manifest.head.counts } else { self.counts.queries == manifest.head.counts.queries };
        if !fits {
            self.problems.push(format!("it holds {:?}, and the manifest says {:?}", self.counts, manifest.head.counts));
        }
        self.problems
    }
}
