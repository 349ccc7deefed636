//! A file of an export: only a regular one is opened, no more is read of it than its manifest says, and what was read is
//! held against the manifest at its end.

use std::fs::{File, FileType, Metadata};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use domain::export::ManifestFile;
use domain::hash::hex;
use sha2::{Digest, Sha256};

use crate::Error;
use crate::error::Result;

/// Opens a regular file below a folder, to which no link leads.
pub fn open_regular(folder: &Path, path: &str) -> Result<File> {
    let mut whole = folder.to_owned();
    let mut parts = Path::new(path).components().peekable();
    loop {
        whole.push(parts.next().ok_or_else(|| Error::Input(format!("{}: it names no file", whole.display())))?);
        let seen = whole.symlink_metadata().map_err(Error::unreadable(&whole))?;
        if parts.peek().is_some() {
            is_kind(&whole, &seen, seen.is_dir(), "a folder")?;
            continue;
        }
        is_kind(&whole, &seen, seen.is_file(), "a regular file")?;
        let file = File::open(&whole).map_err(Error::unreadable(&whole))?;
        let opened = file.metadata().map_err(Error::unreadable(&whole))?;
        if (opened.dev(), opened.ino()) == (seen.dev(), seen.ino()) {
            return Ok(file);
        }
        return Err(Error::Input(format!("{}: it was replaced while it was opened: try again", whole.display())));
    }
}

fn is_kind(path: &Path, found: &Metadata, fits: bool, wanted: &str) -> Result<()> {
    let kind = kind(found.file_type());
    let words = || format!("{}: it is {kind} and should be {wanted}: export the version again into an empty folder", path.display());
    if fits { Ok(()) } else { Err(Error::Input(words())) }
}

fn kind(found: FileType) -> &'static str {
    match found {
        found if found.is_symlink() => "a symbolic link",
        found if found.is_dir() => "a folder",
        found if found.is_fifo() => "a pipe",
        found if found.is_socket() => "a socket",
        found if found.is_block_device() || found.is_char_device() => "a device",
        _ => "a file",
    }
}

/// A file that its manifest names, while it is read.
pub struct ExportFile {
    named: ManifestFile,
    reader: BufReader<Hashing>,
}

/// What was read, by its hash.
struct Hashing {
    file: std::io::Take<File>,
    hash: Sha256,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.hash.update(&buffer[..count]);
        Ok(count)
    }
}

impl ExportFile {
    /// Opens it, when its size is what the manifest says.
    pub fn open(folder: &Path, named: &ManifestFile) -> Result<Self> {
        let file = open_regular(folder, &named.path)?;
        let bytes = file.metadata().map_err(Error::unreadable(Path::new(&named.path)))?.len();
        if bytes != named.bytes {
            return Err(Error::Input(format!("{}: it has {bytes} bytes, and should have {}", named.path, named.bytes)));
        }
        let hashing = Hashing { file: file.take(named.bytes), hash: Sha256::new() };
        Ok(Self { named: named.clone(), reader: BufReader::with_capacity(1 << 16, hashing) })
    }

    /// The next line without its end, when it is not longer than this.
    pub fn line(&mut self, longest: usize) -> Result<Option<String>> {
        let path = &self.named.path;
        let mut bytes = Vec::new();
        let read =
            self.reader.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes).map_err(Error::unreadable(Path::new(path)))?;
        if read > longest {
            return Err(Error::Input(format!("{path}: a line is longer than {longest} bytes")));
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        let text = String::from_utf8(bytes).map_err(|_| Error::Input(format!("{path}: a line is not UTF-8")))?;
        Ok((read > 0).then_some(text))
    }

    /// Reads what is left, and says whether the file is the one that the manifest names.
    pub fn finish(mut self) -> Result<()> {
        let Self { named: ManifestFile { path, sha256, .. }, reader } = &mut self;
        std::io::copy(reader, &mut std::io::sink()).map_err(Error::unreadable(Path::new(path)))?;
        let found = hex(&reader.get_ref().hash.clone().finalize());
        if found == *sha256 { Ok(()) } else { Err(Error::Input(format!("{path}: its SHA-256 is {found}, and should be {sha256}"))) }
    }
}
