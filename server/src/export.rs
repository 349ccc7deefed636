//! Exporting a version: a batch of items at a time, into a folder that is there whole or not at all, or to a stream.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use domain::export::{Exporter, Format, MANIFEST, Manifest, ManifestFile};
use domain::hash::hex;
use futures_util::Stream;
use sha2::{Digest, Sha256};
use store::{Store, Version};

use crate::Error;

/// A file of an export while it is made, with the hash of what it holds.
struct Hashing<W> {
    path: &'static str,
    to: W,
    hash: Sha256,
    bytes: u64,
}

impl<W> Hashing<W> {
    fn new(path: &'static str, to: W) -> Self {
        Self { path, to, hash: Sha256::new(), bytes: 0 }
    }

    /// Counts what is not written.
    fn pass(&mut self, part: &str) {
        self.hash.update(part);
        self.bytes += part.len() as u64;
    }

    fn finish(self) -> (ManifestFile, W) {
        (ManifestFile { path: self.path.into(), sha256: hex(&self.hash.finalize()), bytes: self.bytes }, self.to)
    }
}

impl<W: Write> Hashing<W> {
    fn write(&mut self, part: &str) -> std::io::Result<()> {
        self.pass(part);
        self.to.write_all(part.as_bytes())
    }
}

fn create(folder: &Path, path: &'static str) -> Result<Hashing<BufWriter<File>>, Error> {
    let whole = folder.join(path);
    let parent = whole.parent().unwrap_or(folder);
    let file = std::fs::create_dir_all(parent).and_then(|()| File::create(&whole)).map_err(Error::unwritable(&whole))?;
    Ok(Hashing::new(path, BufWriter::new(file)))
}

/// The manifest of an export that is not written: its files are made for their hashes alone.
pub async fn manifest(store: &Store, version: &Version, format: Format) -> store::Result<Manifest> {
    let mut files: Vec<Hashing<()>> = format.paths().map(|path| Hashing::new(path, ())).collect();
    pieces::<store::Error>(store, version, format, |parts| {
        for (file, part) in files.iter_mut().zip(&parts) {
            file.pass(part);
        }
        Ok(())
    })
    .await?;
    let files = files.into_iter().map(|file| file.finish().0).collect();
    Ok(Manifest::new(format, version.head.clone(), store.erased(version.id).await?, files))
}

/// Gives each piece of an export to `append`: what is to be appended to each of the format's files.
pub async fn pieces<E: From<store::Error>>(
    store: &Store,
    version: &Version,
    format: Format,
    mut append: impl FnMut(Vec<String>) -> Result<(), E>,
) -> Result<(), E> {
    let mut exporter = Exporter::new(format, &version.head);
    append(exporter.begin())?;
    let mut after = 0;
    loop {
        let (last, items) = store.version_items(version.id, after).await?;
        if items.is_empty() {
            return append(exporter.end());
        }
        after = last;
        for item in &items {
            append(exporter.item(item))?;
        }
    }
}

/// Exports a version into a folder that is not there yet, or is empty.
pub async fn to_folder(store: &Store, version: &Version, format: Format, folder: &Path) -> Result<Manifest, Error> {
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Error::Input(format!("{} is not empty: export into a folder of its own", folder.display())));
    }
    let half = half_done(folder);
    // What cannot be removed stays beside the folder under a name that says so; the error that led here matters more.
    let manifest = write_files(store, version, format, &half).await.inspect_err(|_| drop(std::fs::remove_dir_all(&half)))?;
    // On POSIX systems a folder is moved onto an empty one.
    std::fs::rename(&half, folder).map_err(Error::unwritable(folder))?;
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        sync(parent)?;
    }
    Ok(manifest)
}

/// Makes what changed in a folder last.
fn sync(folder: &Path) -> Result<(), Error> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(Error::unwritable(folder))
}

/// Where an export is until it is whole: beside its folder, so that it can be moved there at once.
fn half_done(folder: &Path) -> PathBuf {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    folder.with_file_name(format!(".{name}.{}.half", std::process::id()))
}

async fn write_files(store: &Store, version: &Version, format: Format, folder: &Path) -> Result<Manifest, Error> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(Error::unwritable(folder))?;
    }
    std::fs::create_dir_all(folder).map_err(Error::unwritable(folder))?;
    let mut files: Vec<Hashing<_>> = format.paths().map(|path| create(folder, path)).collect::<Result<_, _>>()?;
    pieces::<Error>(store, version, format, |parts| {
        for (file, part) in files.iter_mut().zip(&parts) {
            file.write(part).map_err(Error::unwritable(&folder.join(file.path)))?;
        }
        Ok(())
    })
    .await?;
    let files = files.into_iter().map(|file| synced(folder, file)).collect::<Result<_, _>>()?;
    let manifest = Manifest::new(format, version.head.clone(), store.erased(version.id).await?, files);
    let path = folder.join(MANIFEST);
    let written = File::create(&path).and_then(|mut file| file.write_all(manifest.text().as_bytes()).and_then(|()| file.sync_all()));
    written.map_err(Error::unwritable(&path))?;
    sync(folder)?;
    Ok(manifest)
}

fn synced(folder: &Path, file: Hashing<BufWriter<File>>) -> Result<ManifestFile, Error> {
    let (named, to) = file.finish();
    let written = to.into_inner().map_err(std::io::IntoInnerError::into_error).and_then(|file| file.sync_all());
    written.map_err(Error::unwritable(&folder.join(&named.path)))?;
    Ok(named)
}

/// One file of an export as a stream, a batch of items a piece; the database is asked when the reader wants more.
pub fn stream(
    store: Store,
    version: Version,
    format: Format,
    file: usize,
) -> impl Stream<Item = Result<Bytes, store::Error>> + Send + use<> {
    let exporter = Exporter::new(format, &version.head);
    let state = Streaming { store, version, exporter, file, next: Next::Begin };
    futures_util::stream::unfold(state, |mut state| async move { Some((state.piece().await.transpose()?, state)) })
}

struct Streaming {
    store: Store,
    version: Version,
    exporter: Exporter,
    file: usize,
    next: Next,
}

enum Next {
    Begin,
    Items { after: i64 },
    Done,
}

impl Streaming {
    async fn piece(&mut self) -> Result<Option<Bytes>, store::Error> {
        let part = |mut parts: Vec<String>, file: usize| parts.swap_remove(file);
        let text = match self.next {
            Next::Done => return Ok(None),
            Next::Begin => {
                self.next = Next::Items { after: 0 };
                part(self.exporter.begin(), self.file)
            }
            Next::Items { after } => {
                let (last, items) = self.store.version_items(self.version.id, after).await?;
                if items.is_empty() {
                    self.next = Next::Done;
                    part(self.exporter.end(), self.file)
                } else {
                    self.next = Next::Items { after: last };
                    items.iter().map(|item| part(self.exporter.item(item), self.file)).collect()
                }
            }
        };
        Ok(Some(text.into()))
    }
}
