//! The signals of the review page, as one `Copy` struct that components hand on.

use domain::adjudication::{Reason, Verdict};
use domain::disagreement::Case;
use domain::id::{OperationId, UserId};
use leptos::prelude::*;

use super::done::Done;
use super::names::letter;
use super::undo::LastAct;
use crate::Error;
use crate::api::disagreements::{CaseKey, QueueCounts, Refused, ReviewWork, SettledCase, case_counts};
use crate::ui::asked_again;

/// What lies over the page, or is open in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    #[default]
    None,
    /// The list of keys.
    Help,
    /// The question to the labellers.
    SendBack,
}

/// What was sent and is not answered: the same once more has the same id.
#[derive(Debug, Clone, PartialEq)]
pub struct Unanswered {
    pub case: CaseKey,
    pub verdict: Verdict,
    pub operation: OperationId,
}

/// Whether all that the reviewer did is on the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SaveState {
    #[default]
    Saved,
    Saving,
    /// The server was not reached, or failed.
    NotSaved(Error),
}

/// The state of the page.
#[derive(Clone, Copy)]
pub struct Screen {
    pub work: RwSignal<ReviewWork>,
    /// How many cases there are and were, asked again whenever something in the set changed.
    pub counts: RwSignal<QueueCounts>,
    pub reason: RwSignal<Option<Reason>>,
    /// Whether the next digit is a reason.
    pub choosing_reason: RwSignal<bool>,
    pub note: RwSignal<String>,
    pub to_guidelines: RwSignal<bool>,
    /// The question to the labellers, as it is being written.
    pub question: RwSignal<String>,
    /// What was not kept, and why.
    pub refused: RwSignal<Option<Refused>>,
    pub save_state: RwSignal<SaveState>,
    pub unanswered: StoredValue<Option<Unanswered>>,
    /// Whether another case was asked for and has not come.
    pub coming: StoredValue<bool>,
    /// Since when the case is on the page, in milliseconds since 1970; 0 for the one that it started from.
    pub shown_at: StoredValue<i64>,
    /// What was settled in this tab, for undo.
    pub done: Done,
    pub last_act: StoredValue<LastAct>,
    /// The version of the guidelines that stays although the case of whose note it was made was taken back.
    pub guideline_stays: RwSignal<Option<i32>>,
    /// The case that was settled last.
    pub settled: RwSignal<Option<SettledCase>>,
    pub panel: RwSignal<Panel>,
    pub guidelines: RwSignal<bool>,
    pub names_hidden: RwSignal<bool>,
    /// Whether single keys act.
    pub keys_on: RwSignal<bool>,
    /// What is said politely.
    pub message: RwSignal<String>,
}

impl Screen {
    /// The state that the page starts from; `refused` is what a form of it could not keep, `settled` what one settled.
    pub fn new(work: ReviewWork, refused: Option<Refused>, settled: Option<SettledCase>) -> Self {
        let done = Done::new(work.set.name.as_str());
        let kept = refused.clone().unwrap_or_default();
        let set = work.set.name.to_string();
        let counts = asked_again(work.counts.clone(), move || case_counts(set.clone()));
        Self {
            work: RwSignal::new(work),
            counts,
            reason: RwSignal::new(kept.reason),
            choosing_reason: RwSignal::new(false),
            note: RwSignal::new(kept.note),
            to_guidelines: RwSignal::new(kept.to_guidelines),
            panel: RwSignal::new(if kept.question.is_empty() { Panel::None } else { Panel::SendBack }),
            question: RwSignal::new(kept.question),
            refused: RwSignal::new(refused),
            save_state: RwSignal::default(),
            unanswered: StoredValue::default(),
            coming: StoredValue::new(false),
            shown_at: StoredValue::new(0),
            done,
            last_act: StoredValue::default(),
            guideline_stays: RwSignal::new(None),
            settled: RwSignal::new(settled),
            guidelines: RwSignal::new(false),
            names_hidden: RwSignal::new(false),
            keys_on: RwSignal::new(true),
            message: RwSignal::new(String::new()),
        }
    }

    pub fn set_name(self) -> String {
        self.work.with_untracked(|work| work.set.name.to_string())
    }

    /// The case at hand.
    pub fn case(self) -> Option<CaseKey> {
        self.work.with_untracked(|work| work.at_hand.as_ref().map(|at_hand| CaseKey::of(&at_hand.case)))
    }

    /// Something of the case at hand.
    pub fn of_case<T>(self, part: impl FnOnce(&Case) -> T) -> Option<T> {
        self.work.with_untracked(|work| work.at_hand.as_ref().map(|at_hand| part(&at_hand.case)))
    }

    /// Puts a case on the page, with nothing chosen.
    pub fn show(self, work: ReviewWork) {
        self.reason.set(None);
        self.choosing_reason.set(false);
        self.note.set(String::new());
        self.to_guidelines.set(false);
        self.question.set(String::new());
        self.refused.set(None);
        self.guideline_stays.set(None);
        // The list of keys stays; a question is about the case that was left.
        self.panel.update(|panel| *panel = if *panel == Panel::SendBack { Panel::None } else { *panel });
        self.counts.set(work.counts.clone());
        self.work.set(work);
    }

    /// The name of who said something, or a letter while names are hidden.
    pub fn name(self, case: &Case, labeller: UserId, name: &str) -> Signal<String> {
        let (name, letter) = (domain::text::visible(name), letter(case, labeller));
        Signal::derive(move || if self.names_hidden.get() { letter.clone() } else { name.clone() })
    }
}
