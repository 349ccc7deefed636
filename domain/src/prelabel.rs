//! Pre-labels: what a judge thinks. Never a label, never exported as one.

use serde::{Deserialize, Serialize};

use crate::id::ChunkId;
use crate::label::Span;
use crate::scale::Grade;
use crate::share::{Draw, is_drawn};

/// A judge's grade for (query, chunk), as a page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prelabel {
    pub chunk: ChunkId,
    /// Who judged.
    pub judge: String,
    /// The judge's grade.
    pub grade: Grade,
    /// The judge's reason.
    pub rationale: String,
    /// The quotes that were found in the stored text.
    pub evidence: Vec<Span>,
}

/// A pre-label from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewPrelabel {
    /// The query, by the user's id.
    pub query: String,
    /// The chunk, by the user's id.
    pub chunk: String,
    /// The judge's grade.
    pub grade: i64,
    /// The judge's reason.
    pub rationale: String,
    /// What the judge quoted.
    pub evidence: Vec<String>,
    /// The judge, where the file names one.
    pub judge: Option<String>,
    /// The version of the judge's prompt.
    pub prompt_version: Option<String>,
}

/// Whether a query belongs to the control share, which shows no pre-labels so that anchoring can be measured.
pub fn is_control(query: crate::id::QueryId, share_percent: i32) -> bool {
    is_drawn(Draw::Control, query, share_percent)
}

/// Whether a set shows a query's pre-labels from the start.
pub fn shown_from_start(settings: &crate::golden_set::Settings, query: crate::id::QueryId) -> bool {
    settings.prelabels == crate::golden_set::PrelabelMode::Shown && !is_control(query, settings.control_share)
}
