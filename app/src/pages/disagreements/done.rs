//! What was settled in this tab, the newest last, so that undo reaches back over a reload.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::api::disagreements::SettledCase;
use crate::browser::tab_storage;

/// A case that was settled, and the version of the guidelines that was made of its note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct DoneCase {
    settled: SettledCase,
    guideline: Option<i32>,
}

#[derive(Clone, Copy)]
pub struct Done {
    key: StoredValue<String>,
    cases: StoredValue<Vec<DoneCase>>,
}

impl Done {
    /// Nothing yet.
    pub fn new(set: &str) -> Self {
        Self { key: StoredValue::new(format!("touchstone.settled.{set}")), cases: StoredValue::default() }
    }

    pub fn push(self, settled: SettledCase, guideline: Option<i32>) {
        self.cases.update_value(|cases| cases.push(DoneCase { settled, guideline }));
        self.keep();
    }

    /// What was settled last.
    pub fn last(self) -> Option<SettledCase> {
        self.cases.with_value(|cases| cases.last().map(|case| case.settled))
    }

    /// The version of the guidelines that was made of the note with which a case was settled.
    pub fn guideline_of(self, settled: SettledCase) -> Option<i32> {
        self.cases.with_value(|cases| cases.iter().find(|case| case.settled == settled)?.guideline)
    }

    /// Forgets a case.
    pub fn forget(self, case: SettledCase) {
        self.cases.update_value(|cases| cases.retain(|done| done.settled != case));
        self.keep();
    }

    /// Brings back what this tab kept.
    pub fn recall(self) {
        let kept = tab_storage().and_then(|storage| storage.get_item(&self.key.get_value()).ok().flatten());
        if let Some(cases) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
            self.cases.set_value(cases);
        }
    }

    fn keep(self) {
        if let (Some(storage), Ok(cases)) = (tab_storage(), serde_json::to_string(&self.cases.get_value())) {
            let _ = storage.set_item(&self.key.get_value(), &cases);
        }
    }
}
