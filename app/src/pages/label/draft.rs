//! An answer that is being written, as this browser keeps it until it is submitted.

use crate::browser::storage;
use domain::id::QueryId;

/// Keeps what was typed for a query.
pub fn keep_draft(query: QueryId, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&key(query), text);
    }
}

/// What was typed for a query and not submitted.
pub fn recall_draft(query: QueryId) -> Option<String> {
    storage()?.get_item(&key(query)).ok().flatten()
}

/// Drops what was kept, now that it is submitted.
pub fn forget_draft(query: QueryId) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&key(query));
    }
}

fn key(query: QueryId) -> String {
    format!("touchstone.draft.{query}")
}
