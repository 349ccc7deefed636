//! What was done and what was undone, the newest last, kept for this tab so that both reach back over a reload.

use domain::id::QueryId;
use leptos::prelude::*;

use super::change::Step;
use crate::browser;

/// The steps of a session with one set.
#[derive(Clone, Copy)]
pub struct Steps {
    key: StoredValue<String>,
    done: StoredValue<Vec<Step>>,
    undone: StoredValue<Vec<Step>>,
}

impl Steps {
    /// None yet.
    pub fn new(set: &str) -> Self {
        Self { key: StoredValue::new(format!("touchstone.steps.{set}")), done: StoredValue::default(), undone: StoredValue::default() }
    }

    /// Adds a step that was done; what was undone before it cannot be redone any more.
    pub fn push(self, step: Step) {
        self.undone.set_value(Vec::new());
        self.done.update_value(|done| done.push(step));
        self.keep();
    }

    /// Forgets the steps of a query: something else is stored there than they began from, so to take one back, or to do it
    /// again, would change what this tab did not do.
    pub fn forget(self, query: QueryId) {
        self.done.update_value(|done| done.retain(|step| step.query != query));
        self.undone.update_value(|undone| undone.retain(|step| step.query != query));
        self.keep();
    }

    /// The step that was done last.
    pub fn last_done(self) -> Option<Step> {
        self.done.with_value(|done| done.last().cloned())
    }

    /// The step that was undone last.
    pub fn last_undone(self) -> Option<Step> {
        self.undone.with_value(|undone| undone.last().cloned())
    }

    /// Notes that the last step is taken back.
    pub fn undo(self) {
        if let Some(last) = self.done.try_update_value(Vec::pop).flatten() {
            self.undone.update_value(|undone| undone.push(last));
            self.keep();
        }
    }

    /// Notes that the step that was undone last is done again.
    pub fn redo(self) {
        if let Some(last) = self.undone.try_update_value(Vec::pop).flatten() {
            self.done.update_value(|done| done.push(last));
            self.keep();
        }
    }

    /// Brings back what this tab kept.
    pub fn recall(self) {
        let kept = browser::tab_storage().and_then(|storage| storage.get_item(&self.key.get_value()).ok().flatten());
        if let Some((done, undone)) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
            self.done.set_value(done);
            self.undone.set_value(undone);
        }
    }

    fn keep(self) {
        let steps = serde_json::to_string(&(self.done.get_value(), self.undone.get_value()));
        if let (Some(storage), Ok(steps)) = (browser::tab_storage(), steps) {
            let _ = storage.set_item(&self.key.get_value(), &steps);
        }
    }
}
