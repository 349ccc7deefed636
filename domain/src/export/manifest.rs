//! The manifest of an export: what was exported, and the hash of every file, itself included.

use serde::{Deserialize, Serialize};

use super::Format;
use crate::Invalid;
use crate::hash::sha256;
use crate::version::Head;

/// The manifest's file.
pub const MANIFEST: &str = "manifest.json";
pub const MANIFEST_SCHEMA: &str = "touchstone.manifest/2";

/// What an export says about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`MANIFEST_SCHEMA`].
    pub schema: String,
    /// The format of the files.
    pub format: Format,
    /// The version.
    pub head: Head,
    /// How many of its queries were erased.
    pub erased: i64,
    pub files: Vec<ManifestFile>,
    /// SHA-256 of this manifest with an empty checksum.
    pub checksum: String,
}

/// A file of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestFile {
    /// Its path in the export's folder.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// How many bytes it has.
    pub bytes: u64,
}

impl Manifest {
    /// The manifest of some files.
    pub fn new(format: Format, head: Head, erased: i64, files: Vec<ManifestFile>) -> Self {
        let mut manifest = Self { schema: MANIFEST_SCHEMA.into(), format, head, erased, files, checksum: String::new() };
        manifest.checksum = manifest.computed_checksum();
        manifest
    }

    /// Its text, always the same for the same manifest.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest has string keys only") + "\n"
    }

    /// Reads a manifest, and refuses one of which a byte was changed.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let manifest: Self = serde_json::from_str(text).map_err(|error| Invalid::new(format!("not a manifest: {error}")))?;
        if manifest.schema != MANIFEST_SCHEMA {
            return Err(Invalid::new(format!("the schema {:?} is not {MANIFEST_SCHEMA}", manifest.schema)));
        }
        if manifest.checksum != manifest.computed_checksum() || manifest.text() != text {
            return Err(Invalid::new("the manifest was changed: its checksum does not fit"));
        }
        let named: Vec<&str> = manifest.files.iter().map(|file| file.path.as_str()).collect();
        let wanted: Vec<&str> = manifest.format.paths().collect();
        if named == wanted {
            Ok(manifest)
        } else {
            let (named, wanted) = (named.join(", "), wanted.join(", "));
            Err(Invalid::new(format!("the manifest names {named}, and the format {} has {wanted}", manifest.format.word())))
        }
    }

    fn computed_checksum(&self) -> String {
        sha256(Self { checksum: String::new(), ..self.clone() }.text().as_bytes())
    }
}
