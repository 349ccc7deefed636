//! Everything that Touchstone keeps, on SQLite or PostgreSQL.
//!
//! [`Store`] is concrete; each method's SQL is written once and compiled for both drivers. On SQLite all writes go through
//! one task that commits them in groups, each group with an fsync; reads have their own connections.

#[macro_use]
mod pool;

mod adjudications;
mod answers;
mod assignments;
mod chunks;
mod corpora;
mod erasures;
mod error;
mod freezing;
mod frozen;
mod jobs;
mod labels;
mod members;
mod open;
mod operations;
mod prelabels;
mod queries;
mod runs;
mod sets;
mod settling;
mod tokens;
mod versions;
mod writer;

pub use adjudications::Disputed;
pub use assignments::Taken;
pub use chunks::{AddedChunk, ChunkRow};
pub use error::{Error, Result, Rule};
pub use freezing::{AddedVersion, Freezing, Items, NewVersion, OnErrors};
pub use jobs::Lease;
pub use labels::{AddedLabel, NewLabel};
pub use members::{NewInvitation, NewSession, NewUser};
pub use open::Location;
pub use operations::NewOperation;
pub use pool::Store;
pub use prelabels::PrelabelRow;
pub use queries::{AddedQuery, QueryFilter, QueryRow};
pub use runs::{ListRow, NewRun, RankedQuery};
pub use sets::SetSummary;
pub use versions::{Version, VersionGrades};
