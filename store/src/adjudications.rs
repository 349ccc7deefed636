//! What reviewers settled. The labels that it is about stay as they were given.

use std::collections::HashMap;

use domain::adjudication::{Adjudication, AdjudicationBase, Decided, DisputedChunk, MadeAdjudication, Review, Said, settle};
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::scale::Scale;
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// A decision that a reviewer wants to be kept.
#[derive(Debug, Clone)]
pub struct NewAdjudication {
    pub set: SetId,
    pub query: QueryId,
    pub reviewer: UserId,
    pub decision: Adjudication,
    /// What the reviewer wants to say about it.
    pub note: String,
    /// What the reviewer saw.
    pub base: AdjudicationBase,
    /// The scale that the grades must be on.
    pub scale: Scale,
    /// Now.
    pub at: Timestamp,
}

/// What became of a decision.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjudicated {
    /// It is on the disk.
    Kept,
    /// Somebody else decided, or something was said since the reviewer looked; nothing was written.
    Outdated,
    /// There is nothing to settle; nothing was written.
    NothingDisputed,
    /// The set has no such query.
    NoSuchQuery,
}

/// What is kept about a query, for a reviewer.
pub(crate) struct Reviewed {
    pub said: Said,
    /// What was decided last, and how often the query was settled.
    pub made: Option<MadeRow>,
    /// The number of each chunk's card.
    pub numbers: HashMap<ChunkId, i32>,
    /// The names of those who said something.
    pub names: HashMap<UserId, String>,
}

/// When and by whom a decision was made.
#[derive(sqlx::FromRow)]
pub(crate) struct MadeRow {
    reviewer: String,
    note: String,
    party: bool,
    revision: i64,
    at: Timestamp,
}

impl Store {
    /// Keeps what a reviewer settled about a query, if it is as the reviewer saw it; what was settled before is replaced. A reviewer
    /// who labelled the query is a party to it, and that is kept too.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when it cannot be decided so: [`Said::check`] says why.
    pub async fn adjudicate(&self, new: NewAdjudication) -> Result<Adjudicated> {
        transact!(self, adjudications::adjudicate(&new))
    }

    /// The flags of a query of the set whose overlap is not met, which nobody can settle yet: who flagged it, and with what note.
    pub async fn early_flags(&self, set: SetId, query: QueryId) -> Result<Vec<(String, String)>> {
        read!(self, adjudications::early_flags(set, query))
    }

    /// What a reviewer sees of a query of the set; none before its overlap is met, because nobody sees another's labels before.
    pub async fn review(&self, set: SetId, query: QueryId) -> Result<Option<Review>> {
        Ok(read!(self, adjudications::reviewed(set, query))?.map(Reviewed::into_review))
    }
}

impl Reviewed {
    fn into_review(self) -> Review {
        let unsettled = settle(&self.said).err();
        let chunks = if unsettled.is_some() { self.disputed_chunks() } else { Vec::new() };
        let base = AdjudicationBase { said: self.said.hash(), revision: self.made.as_ref().map_or(0, |made| made.revision) };
        let made = self.said.decided.as_ref().zip(self.made.as_ref()).map(|(decided, row)| self.made_adjudication(decided, row));
        let answers = self.said.answers.iter().map(|(labeller, answer)| (*labeller, self.name(*labeller), answer.clone())).collect();
        let flags = self.said.flags.iter().map(|(labeller, note)| (self.name(*labeller), note.clone())).collect();
        let answers_differ = self.said.dispute_of_answers().is_some();
        Review { unsettled, base, chunks, answers, answers_differ, flags, made }
    }

    fn disputed_chunks(&self) -> Vec<DisputedChunk> {
        let disputed = |chunk: ChunkId| {
            let gave = self.said.labels.iter().filter(|label| label.chunk == chunk);
            let mut given: Vec<_> = gave.map(|label| (self.name(label.labeller), label.judgement)).collect();
            given.sort_by(|a, b| a.0.cmp(&b.0));
            DisputedChunk { chunk, number: self.number(chunk), given }
        };
        let mut chunks: Vec<DisputedChunk> = self.said.disputed_chunks().into_iter().map(disputed).collect();
        chunks.sort_by_key(|disputed| disputed.number);
        chunks
    }

    fn made_adjudication(&self, decided: &Decided, row: &MadeRow) -> MadeAdjudication {
        let Decided { decision, .. } = decided;
        MadeAdjudication {
            reviewer: row.reviewer.clone(),
            at: row.at,
            note: row.note.clone(),
            in_force: self.said.decision_in_force().is_some(),
            party: row.party,
            decision: decision.clone(),
            grades: decision.grades.iter().map(|(chunk, grade)| (self.number(*chunk), *grade)).collect(),
            answer_of: decision.answer_of.map(|labeller| self.name(labeller)),
        }
    }

    fn name(&self, labeller: UserId) -> String {
        self.names.get(&labeller).cloned().unwrap_or_default()
    }

    fn number(&self, chunk: ChunkId) -> i32 {
        self.numbers.get(&chunk).copied().unwrap_or_default()
    }
}
