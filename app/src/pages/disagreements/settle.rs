//! Sends what a reviewer decides, and says what became of it. What was not kept stays on the page.

use domain::adjudication::{Party, Verdict};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::screen::{SaveState, Screen, Unanswered};
use super::undo::LastAct;
use super::{travel, verdict};
use crate::Error;
use crate::api::disagreements::{
    CaseAddress, CaseKey, ProposedDecision, Question, Refused, SettledAndNext, review_work, send_back as ask_labellers, settle_case,
};
use crate::browser::new_operation_id;

/// Settles the case at hand and goes to the next one. The same decision sent again is one decision.
pub fn settle(screen: Screen, verdict: Verdict) {
    let Some((key, base, party)) = screen.of_case(|case| (CaseKey::of(case), case.base.clone(), case.party)) else { return };
    if !screen.may_decide() {
        return;
    }
    if party == Party::LeavesItToAnother {
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

fn go_on(screen: Screen, SettledAndNext { settled, guideline, next }: SettledAndNext) {
    screen.unanswered.set_value(None);
    screen.save_state.set(SaveState::Saved);
    screen.done.push(settled, guideline);
    screen.last_act.set_value(LastAct::Settled);
    screen.settled.set(Some(settled));
    travel::show(screen, next);
}

/// Says why it was not kept. Where the case changed meanwhile it is shown as it is now, with what had been chosen.
async fn not_settled(screen: Screen, verdict: Verdict, error: Error) {
    screen.last_act.set_value(LastAct::NotKept);
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
        screen.another_case();
    }
    screen.refused.set(Some(refused));
}

/// Sends what was not answered once more.
pub fn try_again(screen: Screen) {
    if let Some(before) = screen.unanswered.get_value() {
        settle(screen, before.verdict);
    }
}

/// Sends the query back to its labellers with the question that was written, and goes to the next case.
pub fn send_back(screen: Screen) {
    let Some(case) = screen.case().filter(|_| screen.may_act()) else { return };
    let (set, filter) = screen.work.with_untracked(|work| (work.set.name.to_string(), work.filter.clone()));
    let question = Question { operation: new_operation_id(), text: screen.question.get_untracked() };
    screen.save_state.set(SaveState::Saving);
    spawn_local(async move {
        let answer = ask_labellers(set, filter, case, question).await;
        screen.save_state.set(SaveState::Saved);
        match answer {
            Ok(next) => {
                screen.last_act.set_value(LastAct::SentBack);
                travel::show(screen, next);
                screen.message.set("Sent back: the query comes here again when its labellers have answered.".into());
            }
            Err(error) => {
                screen.last_act.set_value(LastAct::NotKept);
                let why = format!("the query was not sent back: {error}");
                screen.refused.set(Some(Refused { why, ..Refused::default() }));
            }
        }
    });
}
