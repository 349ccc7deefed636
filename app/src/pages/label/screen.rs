//! The signals around the pure session, as one `Copy` struct that components hand on.

use std::collections::HashMap;

use domain::assignment::{Assignment, LabelWork, Progress};
use domain::golden_set::GoldenSet;
use domain::id::QueryId;
use domain::operation::{Action, Current, Operation, Outcome};
use domain::scale::Judgement;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::outbox::{Outbox, new_operation_id};
use super::session::LabelSession;

/// What lies over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    /// Nothing.
    #[default]
    None,
    /// The list of keys.
    Help,
    /// The search of the corpus.
    Search,
    /// The note to the reviewer.
    Flag,
    /// The note on the chunk at hand.
    Note,
}

/// The state of the page.
#[derive(Clone, Copy)]
pub struct Screen {
    /// The set.
    pub set: StoredValue<GoldenSet>,
    /// The query at hand.
    pub session: RwSignal<Option<LabelSession>>,
    /// The next one, fetched ahead.
    pub next: RwSignal<Option<Assignment>>,
    /// Whether the next one is on its way.
    pub fetching: RwSignal<bool>,
    /// Whether it is to be shown as soon as it comes.
    pub go_on_soon: StoredValue<bool>,
    /// What was done in this session, for undo.
    pub steps: RwSignal<Vec<Step>>,
    /// What was undone, for redo.
    pub undone: RwSignal<Vec<Step>>,
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
    /// Whether the guidelines are open.
    pub guidelines: RwSignal<bool>,
    /// Whether single keys act.
    pub keys_on: RwSignal<bool>,
    /// What is said politely.
    pub message: RwSignal<String>,
}

impl Screen {
    /// The state that the page starts from.
    pub fn new(work: LabelWork) -> Self {
        let mode = work.set.settings.prelabels;
        let session = work.assignment.map(|assignment| LabelSession::new(assignment, mode));
        let outbox = Outbox::new(work.set.name.to_string());
        Self {
            set: StoredValue::new(work.set),
            session: RwSignal::new(session),
            next: RwSignal::new(None),
            fetching: RwSignal::new(false),
            go_on_soon: StoredValue::new(false),
            steps: RwSignal::new(Vec::new()),
            undone: RwSignal::new(Vec::new()),
            visited: RwSignal::new(Vec::new()),
            kept: StoredValue::default(),
            progress: RwSignal::new(work.progress),
            outbox,
            panel: RwSignal::new(Panel::None),
            guidelines: RwSignal::new(false),
            keys_on: RwSignal::new(true),
            message: RwSignal::new(String::new()),
        }
    }

    /// The set's name.
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

    /// Does a step to the query at hand, keeps it for undo and sends it.
    pub fn take(self, step: Option<Step>) {
        let Some(step) = step else { return };
        self.make_true(&step);
        self.undone.update(Vec::clear);
        self.steps.update(|steps| steps.push(step));
        super::travel::keep_steps(self);
    }

    /// Makes a step of the query at hand true here and on the server.
    pub fn make_true(self, step: &Step) {
        let mut operations = Vec::with_capacity(step.changes.len());
        self.session.update(|session| {
            let Some(session) = session.as_mut().filter(|session| session.query.id == step.query) else { return };
            let actions = step.changes.iter().filter_map(|change| session.apply(change));
            operations.extend(actions.map(|action| Operation { id: new_operation_id(), query: step.query, action }));
        });
        self.outbox.push(operations);
    }

    /// Takes note of what became of an operation. A conflict shows both: what is stored, and what was not saved.
    pub fn acknowledge(self, operation: &Operation, outcome: Outcome) {
        match outcome {
            Outcome::Saved { .. } => {}
            Outcome::Refused { reason } => {
                self.message.set(format!("Not saved, and taken back here: {reason}."));
                self.kept.update_value(|kept| drop(kept.remove(&operation.query)));
                if self.query() == Some(operation.query) {
                    let query = operation.query;
                    spawn_local(async move { super::travel::open(self, query, None).await });
                }
            }
            Outcome::Conflict { current } => {
                self.message.set(format!(
                    "Changed in another tab meanwhile. Stored and shown now: {}. Not saved: {}.",
                    stored(&current),
                    sent(&operation.action)
                ));
                self.session.update(|session| {
                    if let Some(session) = session.as_mut().filter(|session| session.query.id == operation.query) {
                        session.take_over(current);
                    }
                });
                // A query that was left is asked for anew when it comes back.
                self.kept.update_value(|kept| drop(kept.remove(&operation.query)));
            }
        }
    }
}

fn stored(current: &Current) -> String {
    match current {
        Current::Label(label) => judged(label.judgement),
        Current::Answer(answer) => format!("the answer “{}”", domain::text::visible(&answer.text)),
    }
}

fn sent(action: &Action) -> String {
    match action {
        Action::Judge { judgement, .. } => judged(*judgement),
        Action::Answer { text, .. } => format!("the answer “{}”", domain::text::visible(text)),
        other => other.kind().to_owned(),
    }
}

fn judged(judgement: Option<Judgement>) -> String {
    match judgement {
        None => "not judged".to_owned(),
        Some(Judgement::CantTell) => "can't tell".to_owned(),
        Some(Judgement::Grade(grade)) => format!("grade {grade}"),
    }
}
