//! What makes a change true in a session: a step, an operation that is still on its way, an answer of the server.

use domain::assignment::AssignmentStatus;
use domain::doubt::Doubt;
use domain::id::ChunkId;
use domain::operation::{Action, Current, Operation};

use super::{LabelSession, next_open};
use crate::pages::label::change::{AnswerValue, Change, LabelValue};

impl LabelSession {
    /// Makes a change true here, and gives the action that makes it true on the server.
    pub fn apply(&mut self, change: &Change) -> Option<Action> {
        match change {
            Change::Label { chunk, to, .. } => self.apply_label(*chunk, to),
            Change::Answer { to, .. } => Some(self.apply_answer(to)),
            Change::Status { to, confirmed, .. } => Some(self.apply_status(*to, *confirmed)),
            Change::HandBack { note, .. } => {
                self.status = AssignmentStatus::HandedBack;
                Some(Action::HandBack { note: note.clone() })
            }
            Change::Flag { to, .. } => {
                self.flag.clone_from(to);
                Some(Action::Flag { note: to.clone() })
            }
        }
    }

    /// Makes true here what an operation that is still on its way will make true on the server.
    pub fn replay(&mut self, operation: &Operation) {
        match &operation.action {
            Action::Judge { chunk, judgement, evidence, note, .. } => {
                let value = LabelValue { judgement: *judgement, evidence: evidence.clone(), note: note.clone() };
                self.apply_label(*chunk, &value);
            }
            Action::Answer { text, citations, answerable, confirmed, .. } => {
                let (text, citations) = (text.clone(), citations.clone());
                self.apply_answer(&AnswerValue { text, citations, answerable: *answerable, confirmed: *confirmed });
            }
            Action::Flag { note } => self.flag.clone_from(note),
            Action::Complete { .. } => self.status = AssignmentStatus::Completed,
            Action::Reopen => self.status = AssignmentStatus::Leased,
            Action::Skip => self.status = AssignmentStatus::Skipped,
            Action::HandBack { .. } => self.status = AssignmentStatus::HandedBack,
            // Only the server has its text and its number.
            Action::AddToPool { .. } => {}
        }
        self.focus = next_open(&self.cards, 0).unwrap_or(self.focus);
    }

    /// Adopts what the server has, after a conflict.
    pub fn adopt(&mut self, current: Current) {
        match current {
            Current::Label(label) => {
                if let Some(card) = self.cards.iter_mut().find(|card| card.chunk.id == label.chunk) {
                    card.value = LabelValue { judgement: label.judgement, evidence: label.evidence, note: label.note };
                    card.revision = label.revision;
                }
            }
            // What is stored stands in the field too: what stood there would be stored by the next `n` otherwise.
            Current::Answer(answer) => {
                self.answer_revision = answer.revision;
                self.written.clone_from(&answer.text);
                self.answer = answer.into();
            }
        }
    }

    fn apply_label(&mut self, chunk: ChunkId, to: &LabelValue) -> Option<Action> {
        let at = self.cards.iter().position(|card| card.chunk.id == chunk)?;
        let prelabel_visible = self.shows_prelabel(&self.cards[at]);
        self.focus = at;
        let card = &mut self.cards[at];
        let base = card.revision;
        card.revision += 1;
        card.value = to.clone();
        Some(Action::Judge { chunk, judgement: to.judgement, evidence: to.evidence.clone(), note: to.note.clone(), prelabel_visible, base })
    }

    fn apply_answer(&mut self, to: &AnswerValue) -> Action {
        let base = self.answer_revision;
        self.answer_revision += 1;
        self.answer = to.clone();
        self.written.clone_from(&to.text);
        self.rewritten = false;
        let AnswerValue { text, citations, answerable, confirmed } = to.clone();
        Action::Answer { text, citations, answerable, confirmed, base }
    }

    fn apply_status(&mut self, to: AssignmentStatus, confirmed: Option<Doubt>) -> Action {
        self.status = to;
        match to {
            AssignmentStatus::Completed => Action::Complete { confirmed },
            AssignmentStatus::Skipped => Action::Skip,
            AssignmentStatus::HandedBack => Action::HandBack { note: String::new() },
            AssignmentStatus::Assigned | AssignmentStatus::Leased | AssignmentStatus::Expired => Action::Reopen,
        }
    }
}
