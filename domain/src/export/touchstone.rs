//! The native format: an item's line, and beside it the item's hash and salt.

use super::Exporter;
use crate::version::{HashedItem, Item};

/// The file of the items.
pub const NATIVE: &str = "golden.jsonl";
/// What stands for the salt of a query that was erased.
pub const ERASED: &str = "erased";

pub fn write(_: &mut Exporter, item: &Item, files: &mut [String]) {
    files[0].push_str(&item.line());
    files[0].push('\n');
}

pub fn hash_line(hashed: &HashedItem) -> String {
    let salt = hashed.item.as_ref().map_or(ERASED, |(salt, _)| salt.as_str());
    format!("{}\t{salt}\n", hashed.hash)
}
