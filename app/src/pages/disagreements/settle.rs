//! Sends what a reviewer decides, and says what became of it. What was not kept stays on the page.

use domain::adjudication::{Party, Verdict};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::screen::{SaveState, Screen, Unanswered};
use super::{travel, verdict};
use crate::Error;
use crate::api::disagreements::{
    CaseAddress, CaseKey, ProposedDecision, Question, Refused, SettledAndNext, SettledCase, review_work, send_back as ask_labellers,
    settle_case, take_back,
};
use crate::browser::new_operation_id;

/// Settles the case at hand and goes to the next one. The same decision sent again is one decision.
pub fn settle(screen: Screen, verdict: Verdict) {
    let Some((key, base, party)) = screen.of_case(|case| (CaseKey::of(case), case.base.clone(), case.party)) else { return };
    if screen.save_state.get_untracked() == SaveState::Saving {
        return;
    }
    if party == Party::AnotherIsNot {
        return screen.message.set("You labelled this query: another reviewer settles it. s goes on.".into());
    }
    let decision = ProposedDecision {
        operation: operation_of(screen, key, verdict),
        verdict,
        reason: screen.reason.get_untracked(),
        note: screen.note.get_untracked(),
        to_guidelines: screen.to_guidelines.get_untracked(),
        base,
    };
    let (set, filter) = screen.work.with_untracked(|work| (work.set.name.to_string(), work.filter.clone()));
    screen.save_state.set(SaveState::Saving);
    spawn_local(async move {
        match settle_case(set, filter, key, decision).await {
            Ok(settled) => go_on(screen, settled),
            Err(error) => not_settled(screen, verdict, error).await,
        }
    });
}

/// The id of a decision: that of the last one, when it is the same and was not answered.
fn operation_of(screen: Screen, case: CaseKey, verdict: Verdict) -> domain::id::OperationId {
    let before = screen.unanswered.get_value().filter(|before| (before.case, before.verdict) == (case, verdict));
    let operation = before.map_or_else(new_operation_id, |before| before.operation);
    screen.unanswered.set_value(Some(Unanswered { case, verdict, operation }));
    operation
}

fn go_on(screen: Screen, SettledAndNext { settled, next }: SettledAndNext) {
    screen.unanswered.set_value(None);
    screen.save_state.set(SaveState::Saved);
    screen.done.push(settled);
    screen.settled.set(Some(settled));
    travel::show(screen, next);
}

/// Says why it was not kept. Where the case changed meanwhile it is shown as it is now, with what had been chosen.
async fn not_settled(screen: Screen, verdict: Verdict, error: Error) {
    let was_answered = !matches!(error, Error::Offline | Error::Busy | Error::Unavailable(_) | Error::Failed | Error::SignedOut);
    if !was_answered {
        return screen.save_state.set(SaveState::NotSaved(error));
    }
    screen.unanswered.set_value(None);
    screen.save_state.set(SaveState::Saved);
    let refused = Refused {
        why: error.to_string(),
        verdict: Some(verdict::word(verdict)),
        reason: screen.reason.get_untracked(),
        note: screen.note.get_untracked(),
        to_guidelines: screen.to_guidelines.get_untracked(),
        question: String::new(),
    };
    let address = screen.work.with_untracked(|work| CaseAddress { filter: work.filter.clone(), case: screen.case(), document: false });
    if let (true, Ok(now)) = (matches!(error, Error::Conflict(_)), review_work(screen.set_name(), address).await) {
        screen.work.set(now);
    }
    screen.refused.set(Some(refused));
}

/// Sends what was not answered once more.
pub fn try_again(screen: Screen) {
    if let Some(before) = screen.unanswered.get_value() {
        settle(screen, before.verdict);
    }
}

/// Takes back what was settled last in this tab, and shows that case again.
pub fn undo(screen: Screen) {
    match screen.done.last().or_else(|| screen.settled.get_untracked()) {
        Some(case) => take_decision_back(screen, case),
        None => screen.message.set("There is nothing to undo.".into()),
    }
}

/// Takes back what was decided about the case at hand.
pub fn take_back_at_hand(screen: Screen, event: &leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some((case, revision)) = screen.of_case(|case| (CaseKey::of(case), case.base.revision)) {
        take_decision_back(screen, SettledCase { case, revision });
    }
}

fn take_decision_back(screen: Screen, settled: SettledCase) {
    let (set, filter) = screen.work.with_untracked(|work| (work.set.name.to_string(), work.filter.clone()));
    screen.save_state.set(SaveState::Saving);
    spawn_local(async move {
        let taken_back = take_back(set, filter, settled, new_operation_id()).await;
        screen.save_state.set(SaveState::Saved);
        match taken_back {
            Ok(work) => {
                forget(screen, settled);
                travel::show(screen, work);
                screen.message.set("Taken back: the case is open again.".into());
            }
            Err(error) => {
                if matches!(error, Error::Conflict(_)) {
                    forget(screen, settled);
                }
                screen.message.set(format!("Not taken back: {error}."));
            }
        }
    });
}

/// Undo does not reach a case any more.
fn forget(screen: Screen, case: SettledCase) {
    screen.done.forget(case);
    if screen.settled.get_untracked() == Some(case) {
        screen.settled.set(None);
    }
}

/// Sends the query back to its labellers with the question that was written, and goes to the next case.
pub fn send_back(screen: Screen) {
    let Some(case) = screen.case() else { return };
    let (set, filter) = screen.work.with_untracked(|work| (work.set.name.to_string(), work.filter.clone()));
    let question = Question { operation: new_operation_id(), text: screen.question.get_untracked() };
    screen.save_state.set(SaveState::Saving);
    spawn_local(async move {
        let answer = ask_labellers(set, filter, case, question).await;
        screen.save_state.set(SaveState::Saved);
        match answer {
            Ok(next) => {
                travel::show(screen, next);
                screen.message.set("Sent back: the query comes here again when its labellers have answered.".into());
            }
            Err(error) => screen.message.set(format!("Not sent back: {error}.")),
        }
    });
}
