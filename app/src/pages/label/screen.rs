//! The signals around the pure session, as one `Copy` struct that components hand on.

use std::collections::HashMap;

use domain::assignment::{Assignment, FullQuery, LabelWork, Progress};
use domain::golden_set::GoldenSet;
use domain::id::QueryId;
use domain::operation::Operation;
use leptos::prelude::*;

use super::change::Step;
use super::draft::recall_draft;
use super::outbox::Outbox;
use super::question::Question;
use super::session::LabelSession;
use super::steps::Steps;
use crate::browser::new_operation_id;

/// What lies over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    #[default]
    None,
    /// The list of keys.
    Help,
    Search,
    /// The note to the reviewer.
    Flag,
    /// The note to the reviewer with which the query is handed back.
    HandBack,
    /// The note on the chunk at hand.
    Note,
}

/// The state of the page.
#[derive(Clone, Copy)]
pub struct Screen {
    pub set: StoredValue<GoldenSet>,
    /// The query at hand.
    pub session: RwSignal<Option<LabelSession>>,
    /// The query that was asked for, when no place of it is free.
    pub full: Option<FullQuery>,
    /// The next one, fetched ahead.
    pub next: RwSignal<Option<Assignment>>,
    /// Whether the next one is on its way.
    pub fetching: RwSignal<bool>,
    /// Whether it is to be shown as soon as it comes.
    pub go_on_soon: StoredValue<bool>,
    /// What can be undone and redone.
    pub steps: Steps,
    /// Queries that were gone through, the last one last.
    pub visited: RwSignal<Vec<QueryId>>,
    /// Their states as they were left: what was just given shows at once when one comes back, however slow the network is.
    pub kept: StoredValue<HashMap<QueryId, LabelSession>>,
    /// How far the labeller is.
    pub progress: RwSignal<Progress>,
    /// What is on its way to the server.
    pub outbox: Outbox,
    /// What lies over the page.
    pub panel: RwSignal<Panel>,
    pub guidelines: RwSignal<bool>,
    /// The number of the guidelines that the labeller knows, until they open those that came into force since.
    pub outdated_guideline: RwSignal<Option<i32>>,
    /// Whether single keys act.
    pub keys_on: RwSignal<bool>,
    /// What is said politely.
    pub message: RwSignal<String>,
    /// What the labeller is asked before a command is done.
    pub question: RwSignal<Option<Question>>,
}

impl Screen {
    /// The state that the page starts from.
    pub fn new(work: LabelWork) -> Self {
        let (outdated_guideline, full) = (work.outdated_guideline(), work.full);
        let session = work.assignment.map(|assignment| LabelSession::new(assignment, &work.set.settings));
        let outbox = Outbox::new(work.set.name.to_string());
        let steps = Steps::new(&work.set.name.to_string());
        Self {
            set: StoredValue::new(work.set),
            session: RwSignal::new(session),
            full,
            next: RwSignal::new(None),
            fetching: RwSignal::new(false),
            go_on_soon: StoredValue::new(false),
            steps,
            visited: RwSignal::new(Vec::new()),
            kept: StoredValue::default(),
            progress: RwSignal::new(work.progress),
            outbox,
            panel: RwSignal::new(Panel::None),
            guidelines: RwSignal::new(false),
            outdated_guideline: RwSignal::new(outdated_guideline),
            keys_on: RwSignal::new(true),
            message: RwSignal::new(String::new()),
            question: RwSignal::new(None),
        }
    }

    pub fn set_name(self) -> String {
        self.set.with_value(|set| set.name.to_string())
    }

    /// Whether there is a query at hand.
    pub fn has_query(self) -> bool {
        self.session.with(Option::is_some)
    }

    /// The query at hand.
    pub fn query(self) -> Option<QueryId> {
        self.session.with_untracked(|session| session.as_ref().map(|session| session.query.id))
    }

    /// Something of the query at hand, followed as it changes.
    pub fn part<T: PartialEq + Send + Sync + 'static>(self, part: impl Fn(&LabelSession) -> T + Send + Sync + 'static) -> Memo<Option<T>> {
        Memo::new(move |_| self.session.with(|session| session.as_ref().map(&part)))
    }

    /// Changes what is shown of the query at hand, without anything to undo or send.
    pub fn change(self, change: impl FnOnce(&mut LabelSession)) {
        self.session.update(|session| {
            if let Some(session) = session {
                change(session);
            }
        });
    }

    /// Brings a card to hand.
    pub fn focus_card(self, at: usize) {
        self.change(|session| session.focus = at);
    }

    /// Does the step that the query at hand makes of something, keeps it for undo and sends it.
    pub fn do_step(self, make: impl FnOnce(&LabelSession) -> Option<Step>) {
        self.try_step(make);
    }

    /// Does that step and says whether there was one.
    pub fn try_step(self, make: impl FnOnce(&LabelSession) -> Option<Step>) -> bool {
        let Some(step) = self.session.with_untracked(|session| session.as_ref().and_then(make)) else { return false };
        self.apply_step(&step);
        self.steps.push(step);
        true
    }

    /// Makes a step of the query at hand true here and on the server.
    pub fn apply_step(self, step: &Step) {
        let mut operations = Vec::with_capacity(step.changes.len());
        self.session.update(|session| {
            let Some(session) = session.as_mut().filter(|session| session.query.id == step.query) else { return };
            let actions = step.changes.iter().filter_map(|change| session.apply(change));
            operations.extend(actions.map(|action| Operation { id: new_operation_id(), query: step.query, action }));
        });
        self.outbox.push(operations);
    }

    /// Does to a session what the outbox still holds for it, and brings back what was being written.
    pub fn catch_up(self, session: &mut LabelSession) {
        let query = session.query.id;
        self.outbox.read().iter().filter(|operation| operation.query == query).for_each(|operation| session.replay(operation));
        if let Some(text) = recall_draft(query) {
            session.written = text;
        }
    }
}
