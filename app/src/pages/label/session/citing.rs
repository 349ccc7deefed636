//! The numbers on the cards, which the server gives, and what an answer cites by them.

use domain::answer::{Citation, citations, cited_numbers};
use domain::chunk::Chunk;
use domain::id::ChunkId;
use domain::pool::{ChunkStanding, Provenance};

use super::{Card, LabelSession};
use crate::pages::label::change::LabelValue;

/// What a number in the answer's field means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// It cites a chunk, which is named by the user's id.
    Cites(String),
    /// No card has it.
    NoCard,
    /// A card got it after the answer was written, which does not mean that card.
    CameLater,
}

impl LabelSession {
    /// Puts a chunk that was found behind the cards, without a number, and brings it to hand.
    pub fn add_found(&mut self, chunk: Chunk) {
        self.cards.push(Card {
            chunk,
            number: None,
            provenance: Provenance::Search,
            standing: ChunkStanding::Open,
            score: None,
            prelabel: None,
            value: LabelValue::default(),
            revision: 0,
            unfolded: false,
        });
        self.focus = self.cards.len() - 1;
    }

    /// Writes the number that the server gave onto a chunk's card; `false` when there is no such card.
    pub fn put_number(&mut self, chunk: ChunkId, number: i32) -> bool {
        let card = self.cards.iter_mut().find(|card| card.chunk.id == chunk);
        card.map(|card| card.number = Some(number)).is_some()
    }

    /// Takes over what the labeller typed into the answer's field.
    pub fn write(&mut self, text: String) {
        self.written = text;
        self.rewritten = true;
    }

    /// What a text cites: by the numbers on the cards, and as long as nobody touched the answer what it cited when it was
    /// submitted.
    pub fn citations(&self, text: &str) -> Vec<Citation> {
        if !self.rewritten && text == self.answer.text {
            return self.answer.citations.clone();
        }
        citations(text, |number| self.card(number).map(|card| card.chunk.id))
    }

    /// The numbers in the answer's field with what they mean.
    pub fn meanings(&self) -> Vec<(i32, Meaning)> {
        let text = self.written.trim_end();
        let cited = self.citations(text);
        let meaning = |number: i32| {
            let chunk = cited.iter().find(|citation| citation.number == number).map(|citation| citation.chunk);
            let card = self.cards.iter().find(|card| Some(card.chunk.id) == chunk);
            let none = if self.card(number).is_some() { Meaning::CameLater } else { Meaning::NoCard };
            (number, card.map_or(none, |card| Meaning::Cites(card.chunk.external_id.clone())))
        };
        cited_numbers(text).into_iter().map(meaning).collect()
    }

    fn card(&self, number: i32) -> Option<&Card> {
        self.cards.iter().find(|card| card.number == Some(number))
    }
}
