//! Where time, randomness and new ids come in: one value, made at the start of the process and passed to whatever needs it.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::timestamp::Timestamp;
use rand::RngCore;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The sources of what no function of its arguments can know; a test puts its own in place of some.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    pub clock: fn() -> Timestamp,
    /// How long the process lives, for measuring how long something takes.
    pub uptime: fn() -> Duration,
    /// New ids, each later than those before it.
    pub ids: fn() -> Uuid,
    /// 256 random bits.
    pub random: fn() -> [u8; 32],
    /// The salt of an item's hash: 128 random bits in hex.
    pub salts: fn() -> String,
}

impl Edge {
    /// What the machine gives.
    pub const MACHINE: Self = Self { clock: now, uptime, ids: new_id, random, salts: new_salt };

    pub fn now(self) -> Timestamp {
        (self.clock)()
    }

    pub fn new_id<T: From<Uuid>>(self) -> T {
        T::from((self.ids)())
    }

    /// A secret of 256 random bits, and the hash of it that is kept.
    pub fn new_token(self) -> (String, Vec<u8>) {
        let token = URL_SAFE_NO_PAD.encode((self.random)());
        let hash = token_hash(&token);
        (token, hash)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the edge")]
fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn uptime() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[expect(clippy::disallowed_methods, reason = "this is the edge")]
fn new_id() -> Uuid {
    Uuid::now_v7()
}

fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

fn new_salt() -> String {
    domain::hash::hex(&random()[..16])
}

/// What is kept of a secret.
pub fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
