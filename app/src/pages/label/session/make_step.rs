//! The steps that commands make of a session; nothing is changed yet.

use domain::assignment::AssignmentStatus;
use domain::doubt::{Doubt, Statement};
use domain::id::ChunkId;
use domain::label::Span;
use domain::query::Answerable;
use domain::scale::{Grade, Judgement};

use super::{Card, LabelSession};
use crate::pages::label::change::{AnswerValue, Change, LabelValue, Step};

impl LabelSession {
    /// The step that judges the card at hand.
    pub fn judge(&self, judgement: Judgement) -> Option<Step> {
        let card = self.cards.get(self.focus)?;
        let to = LabelValue { judgement: Some(judgement), ..card.value.clone() };
        self.step(vec![relabel(card, to)?])
    }

    /// The step that takes the judge's grade for the card at hand, if the labeller sees it.
    pub fn accept(&self) -> Option<Step> {
        let card = self.cards.get(self.focus).filter(|card| self.shows_prelabel(card))?;
        self.judge(Judgement::Grade(card.prelabel.as_ref()?.grade))
    }

    /// The step that judges every open card as not relevant.
    pub fn rest(&self) -> Option<Step> {
        let open = self.cards.iter().filter(|card| card.is_open());
        let zero = |card: &Card| relabel(card, LabelValue { judgement: Some(Judgement::Grade(Grade(0))), ..card.value.clone() });
        self.step(open.filter_map(zero).collect())
    }

    /// The step that marks a span of a card as evidence, or takes the mark off when it is there.
    pub fn mark(&self, chunk: ChunkId, spans: &[Span]) -> Option<Step> {
        let card = self.cards.iter().find(|card| card.chunk.id == chunk)?;
        let all_there = spans.iter().all(|span| card.value.evidence.contains(span));
        let mut evidence: Vec<Span> = card.value.evidence.clone();
        if all_there {
            evidence.retain(|span| !spans.contains(span));
        } else {
            evidence.extend_from_slice(spans);
        }
        let evidence = domain::label::normalise(evidence, &card.chunk.text).ok()?;
        self.step(vec![relabel(card, LabelValue { evidence, ..card.value.clone() })?])
    }

    /// The step that writes a note on the card at hand; an empty one takes it away.
    pub fn note(&self, note: &str) -> Option<Step> {
        let card = self.cards.get(self.focus)?;
        self.step(vec![relabel(card, LabelValue { note: note.trim().to_owned(), ..card.value.clone() })?])
    }

    /// The step that marks what the judge quoted on the card at hand, if the labeller sees it.
    pub fn mark_quote(&self) -> Option<Step> {
        let card = self.cards.get(self.focus).filter(|card| self.shows_prelabel(card))?;
        let quoted = &card.prelabel.as_ref()?.evidence;
        if quoted.is_empty() { None } else { self.mark(card.chunk.id, quoted) }
    }

    /// The step that submits what stands in the answer's field. New words make the query answerable; words that were there
    /// when "no answer" was said stay beside it.
    pub fn submit_answer(&self) -> Option<Step> {
        let text = self.written.trim_end();
        if text == self.answer.text && !self.rewritten {
            return None;
        }
        let (answerable, confirmed) = match (text == self.answer.text, text.trim().is_empty(), self.answer.answerable) {
            (true, _, before) | (false, true, before @ Answerable::No) => (before, self.answer.confirmed),
            (false, true, _) => (Answerable::Unknown, None),
            (false, false, _) => (Answerable::Yes, None),
        };
        self.answer_step(AnswerValue { text: text.to_owned(), citations: self.citations(text), answerable, confirmed })
    }

    /// The step that says that the corpus has no answer, or takes that back.
    pub fn toggle_no_answer(&self) -> Option<Step> {
        let text = self.written.trim_end();
        let answerable = match self.answer.answerable {
            Answerable::No if text.is_empty() => Answerable::Unknown,
            Answerable::No => Answerable::Yes,
            _ => Answerable::No,
        };
        self.answer_step(AnswerValue { text: text.to_owned(), citations: self.citations(text), answerable, confirmed: None })
    }

    /// What is doubtful about the answer that a step makes.
    pub fn doubt_of(&self, step: &Step) -> Option<Doubt> {
        let answer = step.answer().filter(|_| step.query == self.query.id)?;
        Statement { answerable: answer.answerable, confirmed: answer.confirmed, ..self.statement() }.doubt_of_answer()
    }

    /// What is doubtful about completing the query now.
    pub fn doubt_of_completion(&self) -> Option<Doubt> {
        self.statement().doubt_of_completion().filter(|_| self.status != AssignmentStatus::Completed)
    }

    /// The step that sets where the query stands.
    pub fn stand(&self, to: AssignmentStatus, confirmed: Option<Doubt>) -> Option<Step> {
        let change = Change::Status { from: self.status, to, confirmed };
        (self.status != to).then_some(change).and_then(|change| self.step(vec![change]))
    }

    /// The step that hands the query back to the reviewer.
    pub fn hand_back(&self, note: &str) -> Option<Step> {
        let change = Change::HandBack { from: self.status, note: note.trim().to_owned() };
        (self.status != AssignmentStatus::HandedBack).then_some(change).and_then(|change| self.step(vec![change]))
    }

    /// The step that flags the query; an empty note takes the flag back.
    pub fn flag_with(&self, note: &str) -> Option<Step> {
        let change = Change::Flag { from: self.flag.clone(), to: note.trim().to_owned() };
        (self.flag != note.trim()).then_some(change).and_then(|change| self.step(vec![change]))
    }

    fn step(&self, changes: Vec<Change>) -> Option<Step> {
        (!changes.is_empty()).then_some(Step { query: self.query.id, changes })
    }

    fn answer_step(&self, to: AnswerValue) -> Option<Step> {
        (self.answer != to).then(|| Change::Answer { from: self.answer.clone(), to }).and_then(|change| self.step(vec![change]))
    }
}

fn relabel(card: &Card, to: LabelValue) -> Option<Change> {
    (card.value != to).then(|| Change::Label { chunk: card.chunk.id, from: card.value.clone(), to })
}
