//! What a command does.

use domain::assignment::AssignmentStatus;
use domain::scale::Judgement;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::command::Command;
use super::draft::forget_draft;
use super::screen::{Panel, Screen};
use super::session::LabelSession;
use super::{selection, travel};

/// Does what a key or a button asks for.
pub fn dispatch(screen: Screen, command: Command) {
    screen.message.set(String::new());
    match command {
        Command::NextChunk => screen.change(|session| session.step_focus(1)),
        Command::PreviousChunk => screen.change(|session| session.step_focus(-1)),
        Command::Grade(grade) => judge(screen, |session| session.judge(Judgement::Grade(grade))),
        Command::Accept => judge(screen, LabelSession::accept),
        Command::CantTell => judge(screen, |session| session.judge(Judgement::CantTell)),
        Command::Rest => screen.do_step(LabelSession::rest),
        Command::Evidence => mark_evidence(screen),
        Command::Unfold => screen.change(LabelSession::toggle_unfolded),
        Command::Note => screen.panel.set(Panel::Note),
        Command::Answer => selection::focus_answer(),
        Command::NoAnswer => screen.do_step(LabelSession::toggle_no_answer),
        Command::Search => screen.panel.set(Panel::Search),
        Command::Undo => undo(screen),
        Command::Redo => redo(screen),
        Command::Skip => leave(screen, AssignmentStatus::Skipped),
        Command::Flag => screen.panel.set(Panel::Flag),
        Command::Complete => leave(screen, AssignmentStatus::Completed),
        Command::PreviousQuery => travel::go_to_previous(screen),
        Command::Guidelines => screen.guidelines.update(|open| *open = !*open),
        Command::Help => screen.panel.update(|panel| *panel = if *panel == Panel::Help { Panel::None } else { Panel::Help }),
    }
}

/// Judges and goes on. After-mode stays on a card where the judge differs, so that the labeller can keep or change.
fn judge(screen: Screen, make: impl Fn(&LabelSession) -> Option<Step>) {
    let before = screen.session.with_untracked(|session| session.as_ref().map(|session| session.focus));
    screen.do_step(make);
    screen.change(|session| {
        if !(session.reveals_difference() && before == Some(session.focus)) {
            session.advance();
        }
    });
}

fn mark_evidence(screen: Screen) {
    let selected = selection::selected();
    let marked = screen.try_step(|session| match selected {
        Some((chunk, span)) => session.mark(chunk, &[span]),
        None => session.mark_quote(),
    });
    if marked {
        selection::clear();
    } else {
        screen.message.set("Select some text of a chunk first, then press e.".into());
    }
}

/// Submits the answer if it changed, says how the query stands, and goes on.
fn leave(screen: Screen, how: AssignmentStatus) {
    submit_answer(screen);
    screen.do_step(|session| session.stand(how));
    travel::go_to_next(screen);
}

/// Submits what stands in the answer's field, if it is not what was submitted last.
pub fn submit_answer(screen: Screen) {
    screen.do_step(LabelSession::submit_answer);
    if let Some(query) = screen.query() {
        forget_draft(query);
    }
}

fn undo(screen: Screen) {
    match screen.steps.undo() {
        Some(step) => apply_to_its_query(screen, step),
        None => screen.message.set("There is nothing to undo.".into()),
    }
}

fn redo(screen: Screen) {
    match screen.steps.redo() {
        Some(step) => apply_to_its_query(screen, step),
        None => screen.message.set("There is nothing to redo.".into()),
    }
}

/// Applies a step to its query, going there first when it is not the one at hand.
fn apply_to_its_query(screen: Screen, step: Step) {
    if screen.query() == Some(step.query) {
        screen.apply_step(&step);
    } else {
        spawn_local(async move { travel::open_query(screen, step.query, Some(step)).await });
    }
}
