//! The pure state of the query at hand: what is shown and what was said. [`make_step`] is what a command makes of it,
//! [`apply`] makes that true.

mod apply;
pub mod citing;
mod make_step;
#[cfg(test)]
mod tests;

use domain::assignment::{Assignment, AssignmentStatus};
use domain::chunk::Chunk;
use domain::doubt::Statement;
use domain::golden_set::{PrelabelMode, Settings};
use domain::pool::{PoolChunk, Provenance};
use domain::prelabel::Prelabel;
use domain::query::Query;
use domain::scale::{Grade, Judgement};

use super::change::{AnswerValue, LabelValue};

/// A chunk of the pool with what was said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    pub chunk: Chunk,
    /// The number that the server gave it; none before it has answered.
    pub number: Option<i32>,
    /// How the chunk came into the pool.
    pub provenance: Provenance,
    /// The score that the retriever gave.
    pub score: Option<f64>,
    /// What the judge said, where the labeller may see it at all.
    pub prelabel: Option<Prelabel>,
    /// What the labeller said.
    pub value: LabelValue,
    /// The revision that the next operation builds on.
    pub revision: i64,
    /// Whether the whole text is shown although the card is not the one at hand.
    pub unfolded: bool,
}

/// The query at hand.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelSession {
    pub query: Query,
    /// Its pool.
    pub cards: Vec<Card>,
    /// Which card is at hand.
    pub focus: usize,
    /// The answer that was submitted.
    pub answer: AnswerValue,
    /// The revision that the next answer builds on.
    pub answer_revision: i64,
    /// What stands in the answer's field.
    pub written: String,
    /// Whether the labeller wrote there since the answer was submitted: then its numbers mean what the cards have now.
    pub rewritten: bool,
    /// The flag's note; empty for none.
    pub flag: String,
    pub status: AssignmentStatus,
    pub mode: PrelabelMode,
    /// The lowest grade that is relevant.
    pub cutoff: Grade,
}

impl LabelSession {
    pub fn new(assignment: Assignment, settings: &Settings) -> Self {
        let Assignment { query, pool, prelabels, labels, answer, draft, status, flag, .. } = assignment;
        let card = |PoolChunk { chunk, number, provenance, score }: PoolChunk| {
            let id = chunk.id;
            let label = labels.iter().find(|label| label.chunk == id);
            let value =
                label.map(|label| LabelValue { judgement: label.judgement, evidence: label.evidence.clone(), note: label.note.clone() });
            Card {
                prelabel: prelabels.iter().find(|prelabel| prelabel.chunk == id).cloned(),
                value: value.unwrap_or_default(),
                revision: label.map_or(0, |label| label.revision),
                unfolded: false,
                chunk,
                number: Some(number),
                provenance,
                score,
            }
        };
        let cards: Vec<Card> = pool.into_iter().map(card).collect();
        Self {
            query,
            focus: next_unjudged(&cards, 0).unwrap_or(0),
            cards,
            written: draft.unwrap_or_else(|| answer.text.clone()),
            rewritten: false,
            answer_revision: answer.revision,
            answer: answer.into(),
            flag: flag.unwrap_or_default(),
            status,
            mode: settings.prelabels,
            cutoff: settings.cutoff,
        }
    }

    /// What the labeller says of the query.
    pub fn statement(&self) -> Statement {
        let relevant = |card: &&Card| card.value.judgement.and_then(Judgement::grade).is_some_and(|grade| grade >= self.cutoff);
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Statement {
            judged: count(self.judged()),
            relevant: count(self.cards.iter().filter(relevant).count()),
            answerable: self.answer.answerable,
            confirmed: self.answer.confirmed,
        }
    }

    /// How many cards are judged.
    pub fn judged(&self) -> usize {
        self.cards.iter().filter(|card| card.value.judgement.is_some()).count()
    }

    /// Whether the judge's line is visible on a card.
    pub fn shows_prelabel(&self, card: &Card) -> bool {
        card.prelabel.is_some()
            && match self.mode {
                PrelabelMode::Shown => true,
                PrelabelMode::After => card.value.judgement.is_some(),
                PrelabelMode::Off => false,
            }
    }

    /// Whether the card at hand just showed a judge who differs, which only happens once the labeller has judged.
    pub fn reveals_difference(&self) -> bool {
        let Some(card) = self.cards.get(self.focus).filter(|_| self.mode == PrelabelMode::After) else { return false };
        let judged = card.value.judgement.and_then(Judgement::grade);
        card.prelabel.as_ref().is_some_and(|prelabel| judged.is_some_and(|grade| grade != prelabel.grade))
    }

    /// Moves to a card by steps.
    pub fn step_focus(&mut self, by: isize) {
        let last = self.cards.len().saturating_sub(1);
        self.focus = self.focus.saturating_add_signed(by).min(last);
    }

    /// Goes to the next card that is not judged, if there is one.
    pub fn advance(&mut self) {
        if let Some(next) = next_unjudged(&self.cards, self.focus) {
            self.focus = next;
        }
    }

    /// Unfolds the text of the card at hand, or folds it.
    pub fn toggle_unfolded(&mut self) {
        if let Some(card) = self.cards.get_mut(self.focus) {
            card.unfolded = !card.unfolded;
        }
    }
}

/// The first card that is not judged, from one on and then from the start.
fn next_unjudged(cards: &[Card], from: usize) -> Option<usize> {
    let open = |at: &usize| cards[*at].value.judgement.is_none();
    (from..cards.len()).find(open).or_else(|| (0..from.min(cards.len())).find(open))
}
