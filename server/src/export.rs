//! Exporting a version: a batch of items at a time, into a folder that is there whole or not at all, or to a stream.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use axum::body::Bytes;
use domain::export::{Exporter, Format, MANIFEST, Manifest, ManifestFile};
use domain::version::hex;
use futures_util::Stream;
use sha2::{Digest, Sha256};
use store::{Store, Version};

/// A file that is being written, with the hash of what it holds.
struct Hashing {
    path: &'static str,
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl Hashing {
    fn create(folder: &Path, path: &'static str) -> std::io::Result<Self> {
        let whole = folder.join(path);
        std::fs::create_dir_all(whole.parent().unwrap_or(folder))?;
        Ok(Self { path, file: BufWriter::new(File::create(whole)?), hash: Sha256::new(), bytes: 0 })
    }

    fn write(&mut self, part: &str) -> std::io::Result<()> {
        self.hash.update(part);
        self.bytes += part.len() as u64;
        self.file.write_all(part.as_bytes())
    }

    fn finish(self) -> std::io::Result<ManifestFile> {
        self.file.into_inner()?.sync_all()?;
        Ok(ManifestFile { path: self.path.into(), sha256: hex(&self.hash.finalize()), bytes: self.bytes })
    }
}

/// Gives each piece of an export to `take`: what is to be appended to each of the format's files.
pub async fn pieces<E: From<store::Error>>(
    store: &Store,
    version: &Version,
    format: Format,
    mut take: impl FnMut(Vec<String>) -> Result<(), E>,
) -> Result<(), E> {
    let mut exporter = Exporter::new(format, &version.head);
    take(exporter.begin())?;
    let mut after = 0;
    loop {
        let (last, items) = store.version_items(version.id, after).await?;
        if items.is_empty() {
            return take(exporter.end());
        }
        after = last;
        for item in &items {
            take(exporter.item(item))?;
        }
    }
}

/// Exports a version into a folder that is not there yet, or is empty.
pub async fn to_folder(store: &Store, version: &Version, format: Format, folder: &Path) -> anyhow::Result<Manifest> {
    let taken = folder.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    anyhow::ensure!(!taken, "{} is not empty: export into a folder of its own", folder.display());
    let half = half_done(folder);
    let manifest = write_files(store, version, format, &half).await.inspect_err(|_| drop(std::fs::remove_dir_all(&half)))?;
    let _ = std::fs::remove_dir(folder);
    std::fs::rename(&half, folder).with_context(|| format!("cannot make {}", folder.display()))?;
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        File::open(parent)?.sync_all()?;
    }
    Ok(manifest)
}

/// Where an export is until it is whole: beside its folder, so that it can be moved there at once.
fn half_done(folder: &Path) -> PathBuf {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    folder.with_file_name(format!(".{name}.{}.half", std::process::id()))
}

async fn write_files(store: &Store, version: &Version, format: Format, folder: &Path) -> anyhow::Result<Manifest> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut files: Vec<Hashing> = format.paths().map(|path| Hashing::create(folder, path)).collect::<Result<_, _>>()?;
    pieces::<anyhow::Error>(store, version, format, |parts| {
        for (file, part) in files.iter_mut().zip(&parts) {
            file.write(part)?;
        }
        Ok(())
    })
    .await?;
    let files = files.into_iter().map(Hashing::finish).collect::<Result<_, _>>()?;
    let manifest = Manifest::new(format, version.head.clone(), store.erased(version.id).await?, files);
    let mut file = File::create(folder.join(MANIFEST))?;
    file.write_all(manifest.text().as_bytes())?;
    file.sync_all()?;
    File::open(folder)?.sync_all()?;
    Ok(manifest)
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
