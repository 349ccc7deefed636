//! What a labeller changes, in a form that can be undone: each change knows what was before it.

use domain::answer::{Answer, Citation};
use domain::assignment::AssignmentStatus;
use domain::doubt::Doubt;
use domain::id::{ChunkId, QueryId};
use domain::label::Span;
use domain::query::Answerable;
use domain::scale::Judgement;
use serde::{Deserialize, Serialize};

/// What a labeller says of a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LabelValue {
    pub judgement: Option<Judgement>,
    /// What shows it.
    pub evidence: Vec<Span>,
    /// What they wanted to say about it.
    pub note: String,
}

/// What a labeller answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AnswerValue {
    pub text: String,
    /// The chunks that the text's numbers mean.
    pub citations: Vec<Citation>,
    /// Whether the corpus has an answer.
    pub answerable: Answerable,
    /// What the labeller was asked and confirmed.
    pub confirmed: Option<Doubt>,
}

impl From<Answer> for AnswerValue {
    fn from(answer: Answer) -> Self {
        Self { text: answer.text, citations: answer.citations, answerable: answer.answerable, confirmed: answer.confirmed }
    }
}

/// One thing that was changed, from what to what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    Label {
        chunk: ChunkId,
        from: LabelValue,
        to: LabelValue,
    },
    Answer {
        from: AnswerValue,
        to: AnswerValue,
    },
    Status {
        from: AssignmentStatus,
        to: AssignmentStatus,
        /// What the labeller was asked and confirmed.
        confirmed: Option<Doubt>,
    },
    /// The query goes back to the reviewer, with a note.
    HandBack {
        from: AssignmentStatus,
        note: String,
    },
    /// The flag's note; empty for none.
    Flag {
        from: String,
        to: String,
    },
}

impl Change {
    /// The change that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Label { chunk, from, to } => Self::Label { chunk, from: to, to: from },
            Self::Answer { from, to } => Self::Answer { from: to, to: from },
            Self::Status { from, to, confirmed } => Self::Status { from: to, to: from, confirmed },
            Self::HandBack { from, .. } => Self::Status { from: AssignmentStatus::HandedBack, to: from, confirmed: None },
            Self::Flag { from, to } => Self::Flag { from: to, to: from },
        }
    }
}

/// What one key did to one query; one undo takes it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub query: QueryId,
    /// What changed, in order.
    pub changes: Vec<Change>,
}

impl Step {
    /// The answer that it makes.
    pub fn answer(&self) -> Option<&AnswerValue> {
        self.changes.iter().rev().find_map(|change| if let Change::Answer { to, .. } = change { Some(to) } else { None })
    }

    /// The step whose answer its labeller confirmed.
    #[must_use]
    pub fn confirmed(mut self, doubt: Doubt) -> Self {
        for change in &mut self.changes {
            if let Change::Answer { to, .. } = change {
                to.confirmed = Some(doubt);
            }
        }
        self
    }

    /// The step that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { query: self.query, changes: self.changes.into_iter().rev().map(Change::reversed).collect() }
    }
}
