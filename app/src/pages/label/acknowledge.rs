//! What became of what was sent.

use domain::id::QueryId;
use domain::operation::{Action, Current, Operation, Outcome};
use domain::scale::Judgement;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::draft::forget_draft;
use super::screen::Screen;
use super::travel;

/// Takes note of what became of an operation. A conflict shows both: what is stored, and what was not saved.
pub fn acknowledge(screen: Screen, operation: &Operation, outcome: Outcome) {
    match outcome {
        Outcome::Saved { .. } => {}
        Outcome::InPool { number } => in_pool(screen, operation, number),
        Outcome::Refused { reason } => refused(screen, operation, &reason),
        Outcome::NoPlace { reason, .. } => no_place(screen, operation.query, &reason),
        Outcome::Unconfirmed { doubt, .. } => refused(screen, operation, doubt.in_words()),
        Outcome::Conflict { current } => conflict(screen, operation, current),
    }
}

/// A chunk that was found has its number now. After a reload its card is not there: the server has it.
fn in_pool(screen: Screen, operation: &Operation, number: i32) {
    let Some(chunk) = operation.action.chunk() else { return };
    let mut there = true;
    if screen.query() == Some(operation.query) {
        screen.change(|session| there = session.put_number(chunk, number));
    } else {
        screen.kept.update_value(|kept| {
            if let Some(session) = kept.get_mut(&operation.query) {
                session.put_number(chunk, number);
            }
        });
    }
    if !there {
        let query = operation.query;
        spawn_local(async move { travel::open_query(screen, query, None).await });
    }
}

fn refused(screen: Screen, operation: &Operation, reason: &str) {
    screen.message.set(format!("Not saved, and taken back here: {reason}."));
    forget(screen, operation);
    if screen.query() == Some(operation.query) {
        let query = operation.query;
        spawn_local(async move { travel::open_query(screen, query, None).await });
    }
}

/// Nothing of it is kept, and what is shown stays, so that it can be copied. Undo does not reach into it any more.
fn no_place(screen: Screen, query: QueryId, reason: &str) {
    let not_saved = Some(reason.to_owned());
    if screen.query() == Some(query) {
        screen.change(|session| session.not_saved = not_saved);
    } else {
        screen.kept.update_value(|kept| {
            if let Some(session) = kept.get_mut(&query) {
                session.not_saved = not_saved;
            }
        });
        screen.message.set(format!("Not saved: {reason}."));
    }
    screen.steps.forget(query);
}

fn conflict(screen: Screen, operation: &Operation, current: Current) {
    let (stored, sent) = (stored(&current), sent(&operation.action));
    screen.message.set(format!("Changed in another tab meanwhile. Stored and shown now: {stored}. Not saved: {sent}."));
    if matches!(current, Current::Answer(_)) {
        forget_draft(operation.query);
    }
    if screen.query() == Some(operation.query) {
        screen.change(|session| session.adopt(current));
    }
    forget(screen, operation);
}

/// A query that was left is asked for anew when it comes back, and undo does not reach into it any more.
fn forget(screen: Screen, operation: &Operation) {
    screen.steps.forget(operation.query);
    screen.kept.update_value(|kept| drop(kept.remove(&operation.query)));
}

fn stored(current: &Current) -> String {
    match current {
        Current::Label(label) => judged(label.judgement),
        Current::Answer(answer) => format!("the answer “{}”", domain::text::visible(&answer.text)),
    }
}

fn sent(action: &Action) -> String {
    match action {
        Action::Judge { judgement, .. } => judged(*judgement),
        Action::Answer { text, .. } => format!("the answer “{}”", domain::text::visible(text)),
        other => other.kind().to_owned(),
    }
}

fn judged(judgement: Option<Judgement>) -> String {
    match judgement {
        None => "not judged".to_owned(),
        Some(Judgement::CantTell) => "can't tell".to_owned(),
        Some(Judgement::Grade(grade)) => format!("grade {grade}"),
    }
}
