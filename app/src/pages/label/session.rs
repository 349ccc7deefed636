//! The pure state of the query at hand: what is shown and what was said. [`make_step`] is what a command makes of it,
//! [`apply`] makes that true.

mod apply;
pub mod citing;
mod make_step;
#[cfg(test)]
mod tests;

use domain::assignment::{AskedAgain, Assignment, AssignmentStatus};
use domain::chunk::Chunk;
use domain::disagreement::Subject;
use domain::doubt::Statement;
use domain::golden_set::{PrelabelMode, Settings};
use domain::id::ChunkId;
use domain::pool::{ChunkStanding, PoolChunk, Provenance};
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
    /// Whether the labeller is asked to judge it.
    pub standing: ChunkStanding,
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

impl Card {
    /// Whether the labeller is asked to judge it and did not.
    pub fn is_open(&self) -> bool {
        self.standing == ChunkStanding::Open && self.value.judgement.is_none()
    }
}

/// The query at hand.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelSession {
    pub query: Query,
    /// Its pool: what is asked before what is not, each by number.
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
    /// What a reviewer asks the labeller to look at again.
    pub asked_again: Option<AskedAgain>,
    pub status: AssignmentStatus,
    /// Who gave the query to the labeller by hand.
    pub assigned_by: Option<String>,
    /// Why what is shown is not on the server, where no place of the query is free; it stays shown, so that nothing typed is lost.
    pub not_saved: Option<String>,
    pub mode: PrelabelMode,
    /// The lowest grade that is relevant.
    pub cutoff: Grade,
}

/// The card that a question is about.
fn place_of(cards: &[Card], asked: Option<&AskedAgain>) -> Option<usize> {
    let chunk = asked?.subject.chunk()?;
    cards.iter().position(|card| card.chunk.id == chunk)
}

impl LabelSession {
    pub fn new(assignment: Assignment, settings: &Settings) -> Self {
        let Assignment { query, pool, standings, prelabels, labels, answer, draft, status, flag, question, assigned_by, .. } = assignment;
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
                standing: standing(&standings, id),
                chunk,
                number: Some(number),
                provenance,
                score,
            }
        };
        let mut cards: Vec<Card> = pool.into_iter().map(card).collect();
        cards.sort_by_key(|card| card.standing != ChunkStanding::Open);
        Self {
            query,
            focus: place_of(&cards, question.as_ref()).or_else(|| next_open(&cards, 0)).unwrap_or(0),
            cards,
            written: draft.unwrap_or_else(|| answer.text.clone()),
            rewritten: false,
            answer_revision: answer.revision,
            answer: answer.into(),
            flag: flag.unwrap_or_default(),
            asked_again: question,
            status,
            assigned_by,
            not_saved: None,
            mode: settings.prelabels,
            cutoff: settings.cutoff,
        }
    }

    /// What a reviewer asks about, in words; none where no reviewer asks.
    pub fn asked_about(&self) -> Option<String> {
        let asked = self.asked_again.as_ref()?;
        let card = place_of(&self.cards, Some(asked)).and_then(|at| self.cards[at].number);
        Some(match (asked.subject, card) {
            (Subject::Chunk(_), Some(number)) => format!("card {number}"),
            (Subject::Chunk(_), None) => "a chunk".into(),
            (Subject::Answer, _) => "the answer".into(),
            (Subject::Flag, _) => "the flag".into(),
        })
    }

    /// What the labeller says of the query.
    pub fn statement(&self) -> Statement {
        let relevant = |card: &&Card| card.value.judgement.and_then(Judgement::grade).is_some_and(|grade| grade >= self.cutoff);
        let judged = |card: &&Card| card.value.judgement.is_some();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Statement {
            judged: count(self.cards.iter().filter(|card| card.standing != ChunkStanding::JudgedBefore).filter(judged).count()),
            judged_before: count(self.cards.iter().filter(|card| card.standing == ChunkStanding::JudgedBefore).filter(judged).count()),
            open: count(self.cards.iter().filter(|card| card.is_open()).count()),
            relevant: count(self.cards.iter().filter(relevant).count()),
            answerable: self.answer.answerable,
            confirmed: self.answer.confirmed,
        }
    }

    /// How many of the cards that are to be judged are, and how many there are.
    pub fn judged(&self) -> (usize, usize) {
        let asked: Vec<&Card> = self.cards.iter().filter(|card| card.standing == ChunkStanding::Open).collect();
        (asked.iter().filter(|card| !card.is_open()).count(), asked.len())
    }

    /// How many cards are to be judged, where others stand as they were judged before.
    pub fn asked(&self) -> Option<usize> {
        let (_, asked) = self.judged();
        (asked < self.cards.len()).then_some(asked)
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

    /// Goes to the next card that is open, if there is one.
    pub fn advance(&mut self) {
        if let Some(next) = next_open(&self.cards, self.focus) {
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

/// Whether the labeller is asked to judge a chunk.
fn standing(standings: &[(ChunkId, ChunkStanding)], chunk: ChunkId) -> ChunkStanding {
    standings.iter().find(|(of, _)| *of == chunk).map_or(ChunkStanding::Open, |(_, standing)| *standing)
}

/// The first card that is open, from one on and then from the start.
fn next_open(cards: &[Card], from: usize) -> Option<usize> {
    let open = |at: &usize| cards[*at].is_open();
    (from..cards.len()).find(open).or_else(|| (0..from.min(cards.len())).find(open))
}
