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

/// Whether a chunk's pre-label was in view when its labeller gave a label, where it has one. What the set's settings decide is not asked
/// of the browser; only whether one that is shown after the first grade was shown by then (`said`), which it cannot have been before
/// there was a label.
pub fn was_in_view(settings: &crate::golden_set::Settings, query: crate::id::QueryId, labelled_before: bool, said: bool) -> bool {
    shown_from_start(settings, query) || (settings.prelabels == crate::golden_set::PrelabelMode::After && labelled_before && said)
}

/// Whether a set shows a query's pre-labels from the start.
pub fn shown_from_start(settings: &crate::golden_set::Settings, query: crate::id::QueryId) -> bool {
    settings.prelabels == crate::golden_set::PrelabelMode::Shown && !is_control(query, settings.control_share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden_set::{PrelabelMode, Settings};
    use crate::id::QueryId;
    use crate::scale::Scale;

    #[test]
    fn what_the_settings_decide_is_not_asked_of_the_browser() {
        let settings = |prelabels, control_share| Settings { prelabels, control_share, ..Settings::usual("A set".into(), Scale::graded()) };
        let query = QueryId(uuid::Uuid::from_u128(7));
        let answers = |settings: &Settings| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(before, said)| was_in_view(settings, query, before, said))
        };
        assert_eq!(answers(&settings(PrelabelMode::Shown, 0)), [true; 4]);
        assert_eq!(answers(&settings(PrelabelMode::Shown, 100)), [false; 4], "all are controls");
        assert_eq!(answers(&settings(PrelabelMode::Off, 0)), [false; 4]);
        assert_eq!(answers(&settings(PrelabelMode::After, 0)), [false, false, false, true]);
    }
}
