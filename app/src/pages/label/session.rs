//! The pure state of the query at hand: what is shown, what was said, and what a command makes of it.

use domain::assignment::{Assignment, AssignmentStatus};
use domain::golden_set::PrelabelMode;
use domain::id::ChunkId;
use domain::label::Span;
use domain::operation::{Action, Current, Operation};
use domain::pool::PoolChunk;
use domain::prelabel::Prelabel;
use domain::query::{Answerable, Query};
use domain::scale::{Grade, Judgement};

use super::change::{AnswerValue, Change, LabelValue, Step};

/// A chunk of the pool with what was said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// The chunk and its number.
    pub entry: PoolChunk,
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
    /// The query.
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
    /// The flag's note; empty for none.
    pub flag: String,
    /// Where the query stands.
    pub status: AssignmentStatus,
    /// When pre-labels are shown.
    pub mode: PrelabelMode,
}

impl LabelSession {
    /// The state that an assignment starts from.
    pub fn new(assignment: Assignment, mode: PrelabelMode) -> Self {
        let Assignment { query, pool, prelabels, labels, answer, draft, status, flag, .. } = assignment;
        let card = |entry: PoolChunk| {
            let id = entry.chunk.id;
            let label = labels.iter().find(|label| label.chunk == id);
            let value =
                label.map(|label| LabelValue { judgement: label.judgement, evidence: label.evidence.clone(), note: label.note.clone() });
            Card {
                prelabel: prelabels.iter().find(|prelabel| prelabel.chunk == id).cloned(),
                value: value.unwrap_or_default(),
                revision: label.map_or(0, |label| label.revision),
                unfolded: false,
                entry,
            }
        };
        let cards: Vec<Card> = pool.into_iter().map(card).collect();
        Self {
            query,
            focus: next_unjudged(&cards, 0).unwrap_or(0),
            cards,
            written: draft.unwrap_or_else(|| answer.text.clone()),
            answer: AnswerValue { text: answer.text, answerable: answer.answerable },
            answer_revision: answer.revision,
            flag: flag.unwrap_or_default(),
            status,
            mode,
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

    /// Moves to a card by steps.
    pub fn step_focus(&mut self, by: isize) {
        let last = self.cards.len().saturating_sub(1);
        self.focus = self.focus.saturating_add_signed(by).min(last);
    }

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

    /// The step that judges every card that is not judged as not relevant.
    pub fn rest(&self) -> Option<Step> {
        let open = self.cards.iter().filter(|card| card.value.judgement.is_none());
        let zero = |card: &Card| relabel(card, LabelValue { judgement: Some(Judgement::Grade(Grade(0))), ..card.value.clone() });
        self.step(open.filter_map(zero).collect())
    }

    /// The step that marks a span of a card as evidence, or takes the mark off when it is there.
    pub fn mark(&self, chunk: ChunkId, spans: &[Span]) -> Option<Step> {
        let card = self.cards.iter().find(|card| card.entry.chunk.id == chunk)?;
        let all_there = spans.iter().all(|span| card.value.evidence.contains(span));
        let mut evidence: Vec<Span> = card.value.evidence.clone();
        if all_there {
            evidence.retain(|span| !spans.contains(span));
        } else {
            evidence.extend_from_slice(spans);
        }
        let evidence = domain::label::normalise(evidence, &card.entry.chunk.text).ok()?;
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
        if quoted.is_empty() { None } else { self.mark(card.entry.chunk.id, quoted) }
    }

    /// Whether the card at hand just showed a judge who differs, which only happens once the labeller has judged.
    pub fn reveals_difference(&self) -> bool {
        let Some(card) = self.cards.get(self.focus).filter(|_| self.mode == PrelabelMode::After) else { return false };
        let judged = card.value.judgement.and_then(Judgement::grade);
        card.prelabel.as_ref().is_some_and(|prelabel| judged.is_some_and(|grade| grade != prelabel.grade))
    }

    /// The step that submits what stands in the answer's field. New words make the query answerable; words that were there
    /// when "no answer" was said stay beside it.
    pub fn submit_answer(&self) -> Option<Step> {
        let text = self.written.trim_end();
        let answerable = match (text == self.answer.text, text.trim().is_empty(), self.answer.answerable) {
            (true, _, before) | (false, true, before @ Answerable::No) => before,
            (false, false, _) => Answerable::Yes,
            (false, true, _) => Answerable::Unknown,
        };
        self.answer_step(AnswerValue { text: text.to_owned(), answerable })
    }

    /// The step that says that the corpus has no answer, or takes that back.
    pub fn toggle_no_answer(&self) -> Option<Step> {
        let answerable = match self.answer.answerable {
            Answerable::No if self.written.trim().is_empty() => Answerable::Unknown,
            Answerable::No => Answerable::Yes,
            _ => Answerable::No,
        };
        self.answer_step(AnswerValue { text: self.written.trim_end().to_owned(), answerable })
    }

    /// The step that sets where the query stands.
    pub fn stand(&self, to: AssignmentStatus) -> Option<Step> {
        (self.status != to).then_some(Change::Status { from: self.status, to }).and_then(|change| self.step(vec![change]))
    }

    /// The step that flags the query; an empty note takes the flag back.
    pub fn flag_with(&self, note: &str) -> Option<Step> {
        let change = Change::Flag { from: self.flag.clone(), to: note.trim().to_owned() };
        (self.flag != note.trim()).then_some(change).and_then(|change| self.step(vec![change]))
    }

    /// Makes a change true here, and gives the action that makes it true on the server.
    pub fn apply(&mut self, change: &Change) -> Option<Action> {
        match change {
            Change::Label { chunk, to, .. } => self.apply_label(*chunk, to),
            Change::Answer { to, .. } => Some(self.apply_answer(to)),
            Change::Status { to, .. } => Some(self.apply_status(*to)),
            Change::Flag { to, .. } => {
                self.flag.clone_from(to);
                Some(Action::Flag { note: to.clone() })
            }
        }
    }

    /// Goes to the next card that is not judged, if there is one.
    pub fn advance(&mut self) {
        if let Some(next) = next_unjudged(&self.cards, self.focus) {
            self.focus = next;
        }
    }

    /// Makes true here what an operation that is still on its way will make true on the server.
    pub fn replay(&mut self, operation: &Operation) {
        match &operation.action {
            Action::Judge { chunk, judgement, evidence, note, .. } => {
                let value = LabelValue { judgement: *judgement, evidence: evidence.clone(), note: note.clone() };
                self.apply_label(*chunk, &value);
            }
            Action::Answer { text, answerable, .. } => {
                self.apply_answer(&AnswerValue { text: text.clone(), answerable: *answerable });
            }
            Action::Flag { note } => self.flag.clone_from(note),
            Action::Complete => self.status = AssignmentStatus::Completed,
            Action::Reopen => self.status = AssignmentStatus::Leased,
            Action::Skip => self.status = AssignmentStatus::Skipped,
            Action::AddToPool { .. } => {}
        }
        self.focus = next_unjudged(&self.cards, 0).unwrap_or(self.focus);
    }

    /// Takes over what the server has, after a conflict.
    pub fn take_over(&mut self, current: Current) {
        match current {
            Current::Label(label) => {
                if let Some(card) = self.cards.iter_mut().find(|card| card.entry.chunk.id == label.chunk) {
                    card.value = LabelValue { judgement: label.judgement, evidence: label.evidence, note: label.note };
                    card.revision = label.revision;
                }
            }
            // What stands in the field is not touched: it is the labeller's to compare.
            Current::Answer(answer) => {
                self.answer = AnswerValue { text: answer.text, answerable: answer.answerable };
                self.answer_revision = answer.revision;
            }
        }
    }

    fn step(&self, changes: Vec<Change>) -> Option<Step> {
        (!changes.is_empty()).then_some(Step { query: self.query.id, changes })
    }

    fn answer_step(&self, to: AnswerValue) -> Option<Step> {
        (self.answer != to).then(|| Change::Answer { from: self.answer.clone(), to }).and_then(|change| self.step(vec![change]))
    }

    fn apply_label(&mut self, chunk: ChunkId, to: &LabelValue) -> Option<Action> {
        let at = self.cards.iter().position(|card| card.entry.chunk.id == chunk)?;
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
        Action::Answer { text: to.text.clone(), answerable: to.answerable, base }
    }

    fn apply_status(&mut self, to: AssignmentStatus) -> Action {
        self.status = to;
        match to {
            AssignmentStatus::Completed => Action::Complete,
            AssignmentStatus::Skipped => Action::Skip,
            AssignmentStatus::Leased | AssignmentStatus::Expired => Action::Reopen,
        }
    }
}

fn relabel(card: &Card, to: LabelValue) -> Option<Change> {
    (card.value != to).then(|| Change::Label { chunk: card.entry.chunk.id, from: card.value.clone(), to })
}

/// The first card that is not judged, from one on and then from the start.
fn next_unjudged(cards: &[Card], from: usize) -> Option<usize> {
    let open = |at: &usize| cards[*at].value.judgement.is_none();
    (from..cards.len()).find(open).or_else(|| (0..from.min(cards.len())).find(open))
}

#[cfg(test)]
mod tests {
    use domain::chunk::Chunk;
    use domain::id::uuid_v7;
    use domain::pool::Provenance;
    use domain::query::{QueryStatus, Style};
    use domain::timestamp::Timestamp;

    use super::*;

    fn chunk(number: u8) -> ChunkId {
        uuid_v7(1, &[number; 10]).into()
    }

    fn session(cards: u8, mode: PrelabelMode) -> LabelSession {
        let entry = |number: u8| PoolChunk {
            chunk: Chunk {
                id: chunk(number),
                external_id: format!("c{number}"),
                doc_id: "d".into(),
                ordinal: 0,
                title: String::new(),
                text: "some text".into(),
            },
            number: number.into(),
            provenance: Provenance::Run,
            score: None,
        };
        let prelabel = |number| Prelabel {
            chunk: chunk(number),
            judge: "j".into(),
            grade: Grade(2),
            rationale: String::new(),
            evidence: vec![Span { start: 0, end: 4 }],
        };
        let query = Query {
            id: uuid_v7(1, &[0; 10]).into(),
            external_id: "q".into(),
            text: "t".into(),
            style: Style::Keyword,
            source: String::new(),
            seen: 1,
            status: QueryStatus::Started,
            created_at: Timestamp(0),
        };
        let assignment = Assignment {
            query,
            pool: (1..=cards).map(entry).collect(),
            prelabels: vec![prelabel(1)],
            control: false,
            labels: Vec::new(),
            answer: domain::answer::Answer::default(),
            draft: None,
            status: AssignmentStatus::Leased,
            flag: None,
        };
        LabelSession::new(assignment, mode)
    }

    fn take(session: &mut LabelSession, step: Option<Step>) -> Vec<Action> {
        let step = step.expect("a step");
        step.changes.iter().filter_map(|change| session.apply(change)).collect()
    }

    fn judgements(session: &LabelSession) -> Vec<Option<Judgement>> {
        session.cards.iter().map(|card| card.value.judgement).collect()
    }

    #[test]
    fn a_grade_goes_on_to_the_next_that_is_not_judged_and_wraps_around() {
        let mut session = session(3, PrelabelMode::Shown);
        session.focus = 2;
        let step = session.judge(Judgement::Grade(Grade(3)));
        take(&mut session, step);
        session.advance();
        assert_eq!((session.focus, session.judged()), (0, 1));
    }

    #[test]
    fn one_undo_takes_all_of_the_rest_back_and_one_redo_does_it_again() {
        let mut session = session(3, PrelabelMode::Shown);
        let first = session.judge(Judgement::CantTell);
        take(&mut session, first);
        let rest = session.rest();
        assert_eq!(take(&mut session, rest.clone()).len(), 2);
        let zero = Some(Judgement::Grade(Grade(0)));
        assert_eq!(judgements(&session), [Some(Judgement::CantTell), zero, zero]);
        take(&mut session, rest.clone().map(Step::reversed));
        assert_eq!(judgements(&session), [Some(Judgement::CantTell), None, None]);
        take(&mut session, rest);
        assert_eq!(session.judged(), 3);
    }

    #[test]
    fn each_operation_builds_on_the_one_before_it() {
        let mut session = session(1, PrelabelMode::Shown);
        let bases: Vec<i64> = [1, 2, 3]
            .into_iter()
            .flat_map(|grade| {
                let step = session.judge(Judgement::Grade(Grade(grade)));
                take(&mut session, step)
            })
            .map(|action| match action {
                Action::Judge { base, .. } => base,
                _ => -1,
            })
            .collect();
        assert_eq!(bases, [0, 1, 2]);
    }

    #[test]
    fn the_same_grade_again_is_no_step() {
        let mut session = session(1, PrelabelMode::Shown);
        let step = session.judge(Judgement::CantTell);
        take(&mut session, step);
        assert_eq!(session.judge(Judgement::CantTell), None);
    }

    #[test]
    fn a_prelabel_that_is_not_seen_cannot_be_accepted_and_is_not_recorded_as_visible() {
        for (mode, visible) in [(PrelabelMode::Shown, true), (PrelabelMode::After, false), (PrelabelMode::Off, false)] {
            let mut session = session(1, mode);
            assert_eq!(session.accept().is_some(), visible);
            let step = session.judge(Judgement::Grade(Grade(1)));
            let actions = take(&mut session, step);
            assert!(matches!(actions[0], Action::Judge { prelabel_visible, .. } if prelabel_visible == visible), "{mode:?}");
        }
    }

    #[test]
    fn after_grading_a_judge_who_differs_is_shown_and_a_change_is_recorded_as_made_after_seeing_it() {
        let mut session = session(2, PrelabelMode::After);
        let step = session.judge(Judgement::Grade(Grade(0)));
        take(&mut session, step);
        assert!(session.reveals_difference());
        let step = session.judge(Judgement::Grade(Grade(2)));
        let actions = take(&mut session, step);
        assert!(matches!(actions[0], Action::Judge { prelabel_visible: true, .. }));
        assert!(!session.reveals_difference());
    }

    #[test]
    fn evidence_is_marked_and_marked_again_is_taken_off() {
        let mut session = session(1, PrelabelMode::Shown);
        let step = session.mark_quote();
        take(&mut session, step);
        assert_eq!(session.cards[0].value.evidence, [Span { start: 0, end: 4 }]);
        let step = session.mark_quote();
        take(&mut session, step);
        assert!(session.cards[0].value.evidence.is_empty());
    }

    #[test]
    fn what_is_written_makes_the_query_answerable_and_no_answer_is_said_apart() {
        let mut session = session(1, PrelabelMode::Shown);
        session.written = "yes [1] ".into();
        let step = session.submit_answer();
        take(&mut session, step);
        assert_eq!((session.answer.text.as_str(), session.answer.answerable), ("yes [1]", Answerable::Yes));
        assert_eq!(session.submit_answer(), None);
        let step = session.toggle_no_answer();
        take(&mut session, step);
        assert_eq!((session.answer.answerable, session.submit_answer()), (Answerable::No, None), "completing does not take it back");
        session.written = "after all".into();
        let step = session.submit_answer();
        take(&mut session, step);
        assert_eq!(session.answer.answerable, Answerable::Yes);
    }

    #[test]
    fn what_waits_in_the_outbox_shows_after_a_reload_and_counts_on() {
        let mut before = session(2, PrelabelMode::Shown);
        let step = before.judge(Judgement::Grade(Grade(3)));
        let waiting = take(&mut before, step);
        let mut after = session(2, PrelabelMode::Shown);
        for action in waiting {
            after.replay(&Operation { id: uuid_v7(1, &[9; 10]).into(), query: after.query.id, action });
        }
        assert_eq!((judgements(&after), after.cards[0].revision, after.focus), (judgements(&before), 1, 1));
    }
}
