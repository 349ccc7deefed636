//! Writes a version in a format, an item at a time.

use std::collections::HashSet;

use super::{Format, touchstone};
use crate::scale::Grade;
use crate::version::{HashedItem, Head, Item, ItemLabel};

/// Writes a version, item by item. Each call gives what is to be appended to each file, in the order of the format's paths.
#[derive(Debug)]
pub struct Exporter {
    format: Format,
    pub(super) set: String,
    pub(super) cutoff: Grade,
    items: usize,
    /// Chunks that were written already, where a format writes each once.
    pub(super) written: HashSet<String>,
}

impl Exporter {
    /// An exporter of the version with this head.
    pub fn new(format: Format, head: &Head) -> Self {
        Self { format, set: head.set.to_string(), cutoff: head.cutoff, items: 0, written: HashSet::new() }
    }

    /// What stands before the first item.
    pub fn begin(&self) -> Vec<String> {
        self.format.definition().files.iter().map(|file| file.before.to_owned()).collect()
    }

    /// One item; of a query that was erased only its hash is left.
    pub fn item(&mut self, hashed: &HashedItem) -> Vec<String> {
        let definition = self.format.definition();
        let mut files = vec![String::new(); definition.files.len()];
        if self.format == Format::TOUCHSTONE {
            files[1] = touchstone::hash_line(hashed);
        }
        if let Some((_, item)) = &hashed.item {
            (definition.write)(self, item, &mut files);
            self.items += 1;
        }
        files
    }

    /// What stands after the last item.
    pub fn end(&self) -> Vec<String> {
        self.format.definition().files.iter().map(|file| file.after.to_owned()).collect()
    }

    /// What parts an item of a JSON list from the one before it.
    pub(super) fn comma(&self) -> &'static str {
        if self.items == 0 { "" } else { ",\n" }
    }

    pub(super) fn relevant<'a>(&self, item: &'a Item) -> Vec<&'a ItemLabel> {
        item.relevant(self.cutoff).collect()
    }
}
