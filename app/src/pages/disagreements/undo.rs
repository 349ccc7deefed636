//! Takes decisions back, and says what of them stays.

use domain::disagreement::MadeDecision;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::screen::{SaveState, Screen};
use super::travel;
use crate::Error;
use crate::api::disagreements::{CaseKey, ReviewWork, SettledCase, take_back};
use crate::browser::new_operation_id;

/// What the reviewer did last, as far as undo is concerned: what cannot be undone is said, before undo reaches what was done before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LastAct {
    #[default]
    Settled,
    /// A decision that was not kept.
    NotKept,
    SentBack,
}

impl LastAct {
    /// Why it is not undone.
    const fn stays(self) -> Option<&'static str> {
        match self {
            Self::Settled => None,
            Self::NotKept => Some("Your last decision was not kept, so nothing was undone; u again takes back the one before it."),
            Self::SentBack => {
                Some("A question that was sent is taken back on the query's page; u again takes back what you settled before it.")
            }
        }
    }
}

/// Takes back what was settled last in this tab, and shows that case again.
pub fn undo(screen: Screen) {
    let last = screen.last_act.get_value();
    screen.last_act.set_value(LastAct::Settled);
    match (last.stays(), screen.done.last().or_else(|| screen.settled.get_untracked())) {
        (Some(why), _) => screen.message.set(why.into()),
        (None, Some(case)) => undo_settling(screen, case),
        (None, None) => screen.message.set("There is nothing to undo.".into()),
    }
}

/// Takes back what was decided about the case at hand.
pub fn take_back_at_hand(screen: Screen, event: &leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some((case, revision)) = screen.of_case(|case| (CaseKey::of(case), case.base.revision)).filter(|_| screen.may_act()) {
        undo_settling(screen, SettledCase { case, revision });
    }
}

/// Takes back how a case was settled, and shows it again.
pub fn undo_settling(screen: Screen, settled: SettledCase) {
    let (set, filter) = screen.work.with_untracked(|work| (work.set.name.to_string(), work.filter.clone()));
    screen.save_state.set(SaveState::Saving);
    spawn_local(async move {
        let taken_back = take_back(set, filter, settled, new_operation_id()).await;
        screen.save_state.set(SaveState::Saved);
        match taken_back {
            Ok(work) => open_again(screen, settled, work),
            Err(error) => {
                if matches!(error, Error::Conflict(_)) {
                    forget(screen, settled);
                }
                screen.message.set(format!("Not taken back: {error}."));
            }
        }
    });
}

/// Shows a case that is open again, with the reason and the note that stood there.
fn open_again(screen: Screen, settled: SettledCase, work: ReviewWork) {
    let guideline = screen.done.guideline_of(settled);
    forget(screen, settled);
    travel::show(screen, work);
    if let Some((reason, note)) = screen.of_case(|case| before_taken_back(&case.decisions)).flatten() {
        screen.reason.set(reason);
        screen.note.set(note);
    }
    screen.guideline_stays.set(guideline);
    screen.message.set("Taken back: the case is open again.".into());
}

/// The reason and the note of what was taken back last by who had decided it, so that nothing has to be written twice.
fn before_taken_back(decisions: &[MadeDecision]) -> Option<(Option<domain::adjudication::Reason>, String)> {
    match decisions {
        [last, before, ..] if last.verdict.is_none() && last.reviewer == before.reviewer => Some((before.reason, before.note.clone())),
        _ => None,
    }
}

/// Undo does not reach a case any more.
fn forget(screen: Screen, case: SettledCase) {
    screen.done.forget(case);
    if screen.settled.get_untracked() == Some(case) {
        screen.settled.set(None);
    }
}

#[cfg(test)]
mod tests {
    use domain::adjudication::{Reason, Verdict};
    use domain::disagreement::Subject;

    use super::*;

    fn made(reviewer: &str, verdict: Option<Verdict>) -> MadeDecision {
        MadeDecision {
            query: "01a22b1b-ba7c-762d-adab-256587be83e5".parse().expect("an id"),
            subject: Subject::Flag,
            number: None,
            verdict,
            answer_of: None,
            rule: None,
            reviewer: reviewer.into(),
            reason: verdict.map(|_| Reason::Slip),
            note: verdict.map(|_| "a slip".to_owned()).unwrap_or_default(),
            party: false,
            at: domain::timestamp::Timestamp(0),
            in_force: verdict.is_some(),
        }
    }

    #[test]
    fn what_a_reviewer_takes_back_gives_its_reason_and_note_to_them_alone() {
        let seen = Some(Verdict::Seen);
        assert_eq!(before_taken_back(&[made("Rosa", None), made("Rosa", seen)]), Some((Some(Reason::Slip), "a slip".into())));
        assert_eq!(before_taken_back(&[made("Ada", None), made("Rosa", seen)]), None, "another's words");
        assert_eq!(before_taken_back(&[made("Rosa", seen), made("Rosa", seen)]), None, "nothing was taken back");
    }

    #[test]
    fn what_cannot_be_undone_is_said() {
        assert_eq!(LastAct::Settled.stays(), None);
        assert!([LastAct::NotKept, LastAct::SentBack].into_iter().all(|act| act.stays().is_some()));
    }
}
