//! Where time, randomness and new ids come in.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::timestamp::Timestamp;
use rand::RngCore;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Now.
#[expect(clippy::disallowed_methods, reason = "this is the edge")]
pub fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A new id.
#[expect(clippy::disallowed_methods, reason = "this is the edge")]
pub fn new_id<T: From<Uuid>>() -> T {
    T::from(Uuid::now_v7())
}

/// A secret of 256 random bits, and the hash of it that is kept.
pub fn new_token() -> (String, Vec<u8>) {
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    let token = URL_SAFE_NO_PAD.encode(bytes);
    let hash = token_hash(&token);
    (token, hash)
}

/// The salt of an item's hash: 128 random bits in hex.
pub fn new_salt() -> String {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    domain::version::hex(&bytes)
}

/// What is kept of a secret.
pub fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
