//! What a command does.

use domain::assignment::AssignmentStatus;
use domain::doubt::Doubt;
use domain::scale::Judgement;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::command::Command;
use super::draft::forget_draft;
use super::question::is_confirmed;
use super::screen::{Panel, Screen};
use super::session::LabelSession;
use super::{selection, travel};

/// Does what a key or a button asks for.
pub fn dispatch(screen: Screen, command: Command) {
    let asked = screen.question.get_untracked().filter(|question| question.command == command).map(|question| question.doubt);
    screen.question.set(None);
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
        Command::NoAnswer => say_no_answer(screen, asked),
        Command::Search => screen.panel.set(Panel::Search),
        Command::Undo => undo(screen, asked),
        Command::Redo => redo(screen, asked),
        Command::Skip => leave(screen, AssignmentStatus::Skipped, None),
        Command::HandBack => screen.panel.set(Panel::HandBack),
        Command::Flag => screen.panel.set(Panel::Flag),
        Command::Complete => complete(screen, asked),
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

/// Says that the corpus has no answer, or takes that back. Beside a relevant chunk it is asked first.
fn say_no_answer(screen: Screen, asked: Option<Doubt>) {
    let step = screen.session.with_untracked(|session| session.as_ref().and_then(LabelSession::toggle_no_answer));
    if let Some(step) = step.and_then(|step| confirmed(screen, Command::NoAnswer, step, asked)) {
        screen.apply_step(&step);
        screen.steps.push(step);
    }
}

/// A step, if nothing about it is doubtful or it was confirmed; else its labeller is asked.
fn confirmed(screen: Screen, command: Command, step: Step, asked: Option<Doubt>) -> Option<Step> {
    let doubt = screen.session.with_untracked(|session| session.as_ref().and_then(|session| session.doubt_of(&step)));
    is_confirmed(screen, command, doubt, asked).then(|| doubt.map_or(step.clone(), |doubt| step.confirmed(doubt)))
}

/// Completes the query and goes on. With nothing judged, or against what was said, it is asked first.
fn complete(screen: Screen, asked: Option<Doubt>) {
    submit_answer(screen);
    let doubt = screen.session.with_untracked(|session| session.as_ref().and_then(LabelSession::doubt_of_completion));
    if is_confirmed(screen, Command::Complete, doubt, asked) {
        leave(screen, AssignmentStatus::Completed, doubt);
    }
}

/// Submits the answer if it changed, says how the query stands, and goes on.
fn leave(screen: Screen, how: AssignmentStatus, confirmed: Option<Doubt>) {
    submit_answer(screen);
    screen.do_step(|session| session.stand(how, confirmed));
    travel::go_to_next(screen);
}

/// Submits what stands in the answer's field, if it is not what was submitted last.
pub fn submit_answer(screen: Screen) {
    screen.do_step(LabelSession::submit_answer);
    if let Some(query) = screen.query() {
        forget_draft(query);
    }
}

fn undo(screen: Screen, asked: Option<Doubt>) {
    let Some(step) = screen.steps.last_done() else { return screen.message.set("There is nothing to undo.".into()) };
    if let Some(step) = confirmed(screen, Command::Undo, step.reversed(), asked) {
        screen.steps.undo();
        apply_to_its_query(screen, step);
    }
}

fn redo(screen: Screen, asked: Option<Doubt>) {
    let Some(step) = screen.steps.last_undone() else { return screen.message.set("There is nothing to redo.".into()) };
    if let Some(step) = confirmed(screen, Command::Redo, step, asked) {
        screen.steps.redo();
        apply_to_its_query(screen, step);
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
