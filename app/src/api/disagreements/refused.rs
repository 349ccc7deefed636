//! What stood in a case's form that was refused.

use domain::adjudication::Reason;
use serde::{Deserialize, Serialize};

use crate::api::RefusedForm;

/// What of a form was not kept: the page shows it again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Refused {
    /// Why, in words.
    pub why: String,
    /// What had been chosen, as the form sends it.
    pub verdict: Option<String>,
    pub reason: Option<Reason>,
    pub note: String,
    pub to_guidelines: bool,
    pub question: String,
}

impl Refused {
    /// What stood in a case's form.
    pub fn of(form: &RefusedForm) -> Self {
        let text = |name| form.field(name).unwrap_or_default().to_owned();
        Self {
            why: form.error.to_string(),
            verdict: form.field("verdict").map(str::to_owned),
            reason: form.field("reason").and_then(|reason| reason.parse().ok()),
            note: text("note"),
            to_guidelines: form.field("to-guidelines").is_some(),
            question: text("question"),
        }
    }
}
