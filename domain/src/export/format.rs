//! The name of a format, and what its files are.

use serde::{Deserialize, Serialize};

use super::{Definition, TABLE};
use crate::Invalid;

/// A format that a version can be exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Format(usize);

impl Format {
    /// The native format, the only one that loses nothing.
    pub const TOUCHSTONE: Self = Self(0);

    /// All formats, the native one first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    pub(super) fn definition(self) -> &'static Definition {
        &TABLE[self.0]
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        self.definition().word
    }

    /// The paths of its files; the first is the one that is meant when only one is asked for.
    pub fn paths(self) -> impl Iterator<Item = &'static str> {
        self.definition().files.iter().map(|file| file.path)
    }

    /// The media type of the file at this place of its paths.
    pub fn media_type(self, file: usize) -> Option<&'static str> {
        self.definition().files.get(file).map(|file| file.media_type)
    }
}

impl std::str::FromStr for Format {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        TABLE.iter().position(|row| row.word == word).map(Self).ok_or_else(|| {
            let words: Vec<&str> = TABLE.iter().map(|row| row.word).collect();
            Invalid::new(format!("there is no format {word:?}: use one of {}", words.join(", ")))
        })
    }
}

impl TryFrom<String> for Format {
    type Error = Invalid;
    fn try_from(word: String) -> Result<Self, Invalid> {
        word.parse()
    }
}

impl From<Format> for String {
    fn from(format: Format) -> Self {
        format.word().to_owned()
    }
}
