//! What a command does.

use domain::adjudication::{Reason, Verdict};
use domain::disagreement::Case;
use domain::scale::Grade;
use leptos::prelude::*;

use super::command::Command;
use super::screen::{Panel, Screen};
use super::{address, settle, travel, undo, verdict};

/// Does what a key or a button asks for.
pub fn dispatch(screen: Screen, command: Command) {
    screen.message.set(String::new());
    if command != Command::Reason {
        screen.choosing_reason.set(false);
    }
    if waits(command) && !screen.may_act() {
        return;
    }
    match command {
        Command::NextCase | Command::Skip => travel::step(screen, 1),
        Command::PreviousCase => travel::step(screen, -1),
        Command::Grade(Grade(digit)) => settle_by_digit(screen, digit),
        Command::Seen => settle_if(screen, verdict::of_seen, "Labellers differ here: press the number of what holds."),
        Command::NoAnswer => settle_if(screen, verdict::of_no_answer, "Nobody said here that the corpus has no answer."),
        Command::Reason => choose_reason(screen),
        Command::Note => focus("case-note"),
        Command::SendBack => screen.panel.update(|panel| *panel = toggled(*panel, Panel::SendBack)),
        Command::Document => travel::toggle_document(screen),
        Command::Names => super::live::set_names_hidden(screen, !screen.names_hidden.get_untracked()),
        Command::List => travel::go(&screen.work.with_untracked(|work| address::of_list(work.set.name.as_str(), &work.filter))),
        Command::Query => travel::go_to_query(screen),
        Command::Undo => undo::undo(screen),
        Command::Guidelines => screen.guidelines.update(|open| *open = !*open),
        Command::AddToGuidelines => screen.to_guidelines.update(|add| *add = !*add),
        Command::Help => screen.panel.update(|panel| *panel = toggled(*panel, Panel::Help)),
    }
}

/// Whether it is about the case at hand, and waits until nothing is under way.
const fn waits(command: Command) -> bool {
    !matches!(command, Command::Names | Command::List | Command::Query | Command::Guidelines | Command::Help)
}

fn toggled(now: Panel, panel: Panel) -> Panel {
    if now == panel { Panel::None } else { panel }
}

/// A digit is a reason after `c`, else what it settles the case as.
pub fn digit(screen: Screen, digit: i16) {
    screen.message.set(String::new());
    if !screen.may_act() {
        return;
    }
    if screen.choosing_reason.get_untracked() {
        screen.choosing_reason.set(false);
        let chosen = usize::try_from(digit).ok().and_then(|digit| Reason::ALL.get(digit.checked_sub(1)?).copied());
        match chosen {
            Some(reason) => screen.reason.set(Some(reason)),
            None => screen.message.set(format!("There is no reason {digit}: press c and a number from 1 to {}.", Reason::ALL.len())),
        }
    } else {
        settle_by_digit(screen, digit);
    }
}

fn settle_by_digit(screen: Screen, digit: i16) {
    let scale = screen.work.with_untracked(|work| work.set.settings.scale.clone());
    settle_if(screen, |case| verdict::of_digit(case, digit, &scale), "That number settles nothing here: press the button of what holds.");
}

/// Settles the case at hand with a verdict that fits it.
fn settle_if(screen: Screen, verdict: impl FnOnce(&Case) -> Option<Verdict>, otherwise: &str) {
    match screen.of_case(verdict).flatten() {
        Some(verdict) => settle::settle(screen, verdict),
        None => screen.message.set(otherwise.to_owned()),
    }
}

/// The next digit is a reason; the same key again takes the reason back.
fn choose_reason(screen: Screen) {
    if screen.reason.get_untracked().is_some() {
        screen.reason.set(None);
    } else {
        screen.choosing_reason.set(true);
        screen.message.set(format!("Why do they differ? Press a number from 1 to {}.", Reason::ALL.len()));
    }
}

/// Puts the keyboard into a field.
fn focus(id: &str) {
    use wasm_bindgen::JsCast;
    if let Some(field) = document().get_element_by_id(id).and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = field.focus();
    }
}
