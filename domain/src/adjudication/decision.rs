//! What a reviewer decides about a query, and whether it can be decided so.

use serde::{Deserialize, Serialize};

use super::said::Said;
use crate::Invalid;
use crate::id::{ChunkId, UserId};
use crate::scale::{Grade, Scale};

/// What a reviewer settled about a query. The labels that it is about stay as they were given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// The settled grade of each disputed chunk.
    pub grades: Vec<(ChunkId, Grade)>,
    /// The labeller whose answer holds; the first one's where nobody was chosen.
    pub answer_of: Option<UserId>,
}

/// A decision that was made, with what it covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub decision: Adjudication,
    /// [`Said::hash`] of what had been said.
    pub said: String,
}

/// What a reviewer saw when they decided. They decide nothing when it is not so any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjudicationBase {
    /// [`Said::hash`] of what had been said.
    pub said: String,
    /// How often the query had been settled before.
    pub revision: i64,
}

impl Said {
    /// Whether a reviewer can decide so: a grade of the scale for each disputed chunk and for no other, and the answer of somebody
    /// who gave one.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self, decision: &Adjudication, scale: &Scale) -> Result<(), Invalid> {
        let disputed = self.disputed_chunks();
        let mut graded = Vec::with_capacity(decision.grades.len());
        for (chunk, grade) in &decision.grades {
            scale.parse(grade.0.into())?;
            if !disputed.contains(chunk) {
                return Err(Invalid::new(format!("the chunk {chunk} is not disputed: grade only those that labellers disagree about")));
            }
            if graded.contains(chunk) {
                return Err(Invalid::new(format!("the chunk {chunk} is graded twice")));
            }
            graded.push(*chunk);
        }
        if graded.len() < disputed.len() {
            let message = format!("{} of {} disputed chunks have a grade: grade each of them", graded.len(), disputed.len());
            return Err(Invalid::new(message));
        }
        self.check_answer(decision.answer_of)
    }

    fn check_answer(&self, answer_of: Option<UserId>) -> Result<(), Invalid> {
        match answer_of {
            Some(labeller) if !self.answers.iter().any(|(by, _)| *by == labeller) => {
                Err(Invalid::new(format!("{labeller} gave no answer: choose the answer of somebody who completed the query")))
            }
            None if self.dispute_of_answers().is_some() => Err(Invalid::new("the answers differ: choose the one that holds")),
            _ => Ok(()),
        }
    }
}
