//! Hashes of items, and the root hash over them and the head.

use sha2::{Digest, Sha256};

use super::Head;
use crate::Invalid;
use crate::hash::{hex, sha256};

/// An item's hash: SHA-256 over its salt and its line.
pub fn item_hash(salt: &str, line: &str) -> String {
    hex(&Sha256::new().chain_update(salt).chain_update(line).finalize())
}

/// The root hash, built from the items' hashes in their order, and from the head, whose counts are known last.
#[derive(Debug, Clone, Default)]
pub struct RootHash(Sha256);

impl RootHash {
    /// Takes the next item's hash.
    pub fn push(&mut self, item_hash: &str) {
        self.0.update(item_hash);
        self.0.update("\n");
    }

    /// The root hash in hex of the version with this head; what the head itself says that it is does not matter.
    pub fn finish(self, head: &Head) -> String {
        let items = hex(&self.0.finalize());
        sha256(format!("{items}\n{}", head.line()).as_bytes())
    }
}

/// The root hash that somebody expects: all of its 64 hexadecimal digits, because a part of it could be made to fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedHash(String);

impl ExpectedHash {
    /// # Errors
    /// [`Invalid`] with both hashes when the version is another one.
    pub fn check(&self, head: &Head) -> Result<(), Invalid> {
        if self.0 == head.root_hash {
            return Ok(());
        }
        let Head { set, version, root_hash, .. } = head;
        Err(Invalid::new(format!(
            "version {version} of {set} has the root hash {root_hash}, and {} is expected: \
             export the version that is meant, or change --expect-hash",
            self.0
        )))
    }
}

impl std::str::FromStr for ExpectedHash {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(Invalid::new("a root hash has 64 hexadecimal digits, and all of them are needed: manifest.json has it as root_hash"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::head::tests::head;

    #[test]
    fn the_root_hash_is_what_coreutils_give() {
        // printf '%s' 'aa{}' | sha256sum
        assert_eq!(item_hash("aa", "{}"), "d29571ea393a5c5426091b5bd4fe1ad22d5136caabdb1cb5d54eed3fc194b78b");
        let mut root = RootHash::default();
        root.push("x");
        root.push("y");
        // printf 'x\ny\n' | sha256sum
        let items = "09834d488008f5f1ef589a2d7cedc52425bee9dd23b2212e4c1d673c5cbb54e4";
        assert_eq!(root.finish(&head()), sha256(format!("{items}\n{}", head().line()).as_bytes()));
    }

    #[test]
    fn a_version_is_expected_by_the_whole_of_its_root_hash() {
        let hash = RootHash::default().finish(&head());
        let head = Head { root_hash: hash.clone(), ..head() };
        assert_eq!(hash.to_uppercase().parse::<ExpectedHash>().expect("a hash").check(&head), Ok(()));
        for part in ["", &hash[..12], &format!("{hash}0"), &hash.replace(|c: char| c.is_ascii_digit(), "g")] {
            assert!(part.parse::<ExpectedHash>().is_err(), "{part}");
        }
        let other = "0".repeat(64);
        let refused = other.parse::<ExpectedHash>().expect("a hash").check(&head).expect_err("another");
        assert!(refused.0.contains(&hash) && refused.0.contains(&other), "{refused}");
    }
}
