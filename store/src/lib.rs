//! Everything that Touchstone keeps, on SQLite or PostgreSQL.
//!
//! [`Store`] is concrete. A noun's file has its rows and its public methods, which hand a statement of `tx` to `read!` or
//! `transact!`; the statements are written once and compiled for each driver by `sqlite` and `postgres`. On SQLite all writes go through
//! one task that commits them in groups, each group with an fsync; reads have their own connections.

#[macro_use]
mod db;

mod adjudications;
mod agreement;
mod answers;
mod assigning;
mod assignments;
mod batches;
mod bulk;
mod candidates;
mod cases;
mod chunks;
mod corpora;
mod diffs;
mod disagreements;
mod erasures;
mod error;
mod freezes;
mod freezing;
mod frozen;
mod guidelines;
mod invitations;
mod involvements;
mod jobs;
mod labels;
mod linting;
mod members;
mod open;
mod operations;
mod overlap;
mod pool;
#[expect(clippy::duplicate_mod, reason = "the statements are compiled once a driver")]
mod postgres;
mod prelabels;
mod queries;
mod questions;
mod runs;
mod said;
mod set_members;
mod sets;
mod snapshot;
mod sqlite;
mod tokens;
mod version_imports;
mod versions;
mod writer;

pub use adjudications::{NewAdjudication, Settling};
pub use assigning::NewAssignments;
pub use assignments::LeasedQuery;
pub use bulk::{BulkUndo, NewBulk, TakenBack};
pub use candidates::DisputedChunks;
pub use chunks::{AddedChunk, ChunkRow};
pub use db::Store;
pub use error::{Error, Result, Rule};
pub use freezing::{Freezing, NewVersion, OnErrors};
pub use guidelines::{GuidelineEntry, NewGuideline};
pub use invitations::{Inviter, NewInvitation};
pub use involvements::HiddenItem;
pub use jobs::Lease;
pub use labels::{AddedLabel, AddedLabels, NewLabel};
pub use linting::Linted;
pub use members::{ChangedBy, NewSession, NewUser};
pub use open::Location;
pub use operations::NewOperation;
pub use prelabels::PrelabelRow;
pub use queries::{AddedQuery, QueryFilter};
pub use questions::{Asked, NewQuestion};
pub use runs::{ChunkRank, ListRow, NewRun, RankedQuery};
pub use set_members::GaveRole;
pub use sets::{SetRevision, SetSummary};
pub use version_imports::{AddedVersion, Items};
pub use versions::{Version, VersionGrades};
