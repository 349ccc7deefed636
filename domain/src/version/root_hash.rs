//! Hashes of items, and the root hash over them.

use sha2::{Digest, Sha256};

use crate::hash::hex;

/// An item's hash: SHA-256 over its salt and its line.
pub fn item_hash(salt: &str, line: &str) -> String {
    hex(&Sha256::new().chain_update(salt).chain_update(line).finalize())
}

/// The root hash, built from the items' hashes in their order.
#[derive(Debug, Clone, Default)]
pub struct RootHash(Sha256);

impl RootHash {
    /// Takes the next item's hash.
    pub fn push(&mut self, item_hash: &str) {
        self.0.update(item_hash);
        self.0.update("\n");
    }

    /// The root hash in hex.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}
