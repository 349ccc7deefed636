//! Verifying an export, without a database. What is read of one is read here, and only what its manifest names: a file is
//! held against the manifest while it is read, so that what was verified and what is used are the same bytes.

mod file;
mod items;

use std::io::Read;
use std::path::{Path, PathBuf};

use domain::export::{Format, MANIFEST, Manifest};

use crate::Error;
use crate::error::Result;
use file::{ExportFile, open_regular};
pub use items::Items;

/// The longest manifest: a version keeps a thousand warnings at the most.
const LONGEST_MANIFEST: u64 = 16 << 20;

/// The folder of an export, whose manifest fits itself.
pub struct ExportedFolder {
    path: PathBuf,
    pub manifest: Manifest,
}

impl ExportedFolder {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// [`Error::Unverified`] when there is none, or it is not as it was written.
    pub fn open(path: &Path) -> Result<Self> {
        let manifest = read_manifest(path).map_err(Error::unverified)?;
        Ok(Self { path: path.to_owned(), manifest })
    }

    /// The items, when it is an export in the native format.
    pub fn items(&self) -> Result<Items> {
        let format = self.manifest.format;
        if format == Format::TOUCHSTONE {
            return Items::open(self);
        }
        let (path, word) = (self.path.display(), format.word());
        Err(Error::unverified(Error::Input(format!(
            "{path} is an export in the format {word}, whose manifest names no golden set: export the version with --format touchstone"
        ))))
    }

    /// Everything that is off about it, in words.
    fn problems(&self) -> Vec<String> {
        let of_files: Vec<String> = if self.manifest.format == Format::TOUCHSTONE {
            let failed = |error| match error {
                Error::Unverified(problems) => problems,
                error => vec![error.to_string()],
            };
            self.items().and_then(|mut items| items.try_for_each(|item| item.map(drop))).err().map(failed).unwrap_or_default()
        } else {
            let whole = |file| ExportFile::open(&self.path, file).and_then(ExportFile::finish);
            self.manifest.files.iter().filter_map(|file| whole(file).err()).map(|error| error.to_string()).collect()
        };
        let named = |path: &str| self.manifest.files.iter().any(|file| file.path == path);
        let lies_there = |path: &&str| self.path.join(path).symlink_metadata().is_ok();
        let mut unnamed: Vec<&str> = Format::all().flat_map(Format::paths).filter(|path| !named(path)).filter(lies_there).collect();
        unnamed.sort_unstable();
        unnamed.dedup();
        let unnamed = unnamed.into_iter().map(|path| format!("{path}: the manifest does not name it: take it away, or export again"));
        of_files.into_iter().chain(unnamed).collect()
    }
}

fn read_manifest(folder: &Path) -> Result<Manifest> {
    let path = folder.join(MANIFEST);
    if std::fs::metadata(folder).map_err(Error::unreadable(folder))?.is_dir() && path.symlink_metadata().is_err() {
        let folder = folder.display();
        return Err(Error::Input(format!("{folder} has no {MANIFEST}, so it cannot be verified: give a folder that was exported whole")));
    }
    let mut text = String::new();
    let file = open_regular(folder, MANIFEST)?;
    let read = file.take(LONGEST_MANIFEST + 1).read_to_string(&mut text).map_err(Error::unreadable(&path))?;
    if read as u64 > LONGEST_MANIFEST {
        return Err(Error::Input(format!("{}: it is longer than {} MB: export the version again", path.display(), LONGEST_MANIFEST >> 20)));
    }
    Manifest::parse(&text).map_err(|error| Error::Input(format!("{}: {error}", path.display())))
}

/// What was found out about an export.
pub struct Verified {
    /// Its manifest, when there is one that fits itself.
    pub manifest: Option<Manifest>,
    /// Everything that is off about it, in words; nothing when it is as it was written.
    pub problems: Vec<String>,
}

/// Verifies a folder, or the folder of a file.
pub fn verify(path: &Path) -> Verified {
    if let Err(error) = std::fs::metadata(path) {
        return Verified { manifest: None, problems: vec![Error::unreadable(path)(error).to_string()] };
    }
    let folder = if path.is_dir() { path } else { folder_of(path) };
    let exported = match ExportedFolder::open(folder) {
        Ok(exported) => exported,
        Err(error) => return Verified { manifest: None, problems: vec![error.to_string()] },
    };
    let mut problems = exported.problems();
    let is_named = || exported.manifest.files.iter().any(|file| folder.join(&file.path) == path);
    if !path.is_dir() && !path.ends_with(MANIFEST) && !is_named() {
        problems.insert(0, format!("{}: the manifest does not name it", path.display()));
    }
    Verified { manifest: Some(exported.manifest), problems }
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
