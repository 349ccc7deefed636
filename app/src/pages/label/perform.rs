//! What a command does.

use domain::assignment::AssignmentStatus;
use domain::scale::Judgement;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::command::Command;
use super::screen::{Panel, Screen};
use super::session::LabelSession;
use super::{selection, travel};

/// Does what a key or a button asks for.
pub fn perform(screen: Screen, command: Command) {
    screen.message.set(String::new());
    match command {
        Command::NextChunk => move_focus(screen, 1),
        Command::PreviousChunk => move_focus(screen, -1),
        Command::Grade(grade) => judge(screen, |session| session.judge(Judgement::Grade(grade))),
        Command::Accept => judge(screen, LabelSession::accept),
        Command::CantTell => judge(screen, |session| session.judge(Judgement::CantTell)),
        Command::Rest => screen.take(step(screen, LabelSession::rest)),
        Command::Evidence => mark_evidence(screen),
        Command::Unfold => toggle_unfolded(screen),
        Command::Note => screen.panel.set(Panel::Note),
        Command::Answer => selection::focus_answer(),
        Command::NoAnswer => screen.take(step(screen, LabelSession::toggle_no_answer)),
        Command::Search => screen.panel.set(Panel::Search),
        Command::Undo => undo(screen),
        Command::Redo => redo(screen),
        Command::Skip => leave(screen, AssignmentStatus::Skipped),
        Command::Flag => screen.panel.set(Panel::Flag),
        Command::Complete => leave(screen, AssignmentStatus::Completed),
        Command::PreviousQuery => travel::go_back(screen),
        Command::Guidelines => screen.guidelines.update(|open| *open = !*open),
        Command::Help => screen.panel.update(|panel| *panel = if *panel == Panel::Help { Panel::None } else { Panel::Help }),
    }
}

/// The step that the query at hand makes of something.
pub fn step(screen: Screen, make: impl Fn(&LabelSession) -> Option<Step>) -> Option<Step> {
    screen.session.with_untracked(|session| session.as_ref().and_then(make))
}

fn move_focus(screen: Screen, by: isize) {
    change(screen, |session| session.step_focus(by));
}

fn change(screen: Screen, change: impl FnOnce(&mut LabelSession)) {
    screen.session.update(|session| {
        if let Some(session) = session {
            change(session);
        }
    });
}

/// Judges and goes on. After-mode stays on a card where the judge differs, so that the labeller can keep or change.
fn judge(screen: Screen, make: impl Fn(&LabelSession) -> Option<Step>) {
    let before = screen.session.with_untracked(|session| session.as_ref().map(|session| session.focus));
    screen.take(step(screen, make));
    change(screen, |session| {
        if !(session.reveals_difference() && before == Some(session.focus)) {
            session.advance();
        }
    });
}

fn mark_evidence(screen: Screen) {
    let selected = selection::selected();
    let marked = step(screen, |session| match selected {
        Some((chunk, span)) => session.mark(chunk, &[span]),
        None => session.mark_quote(),
    });
    match marked {
        Some(step) => {
            screen.take(Some(step));
            selection::clear();
        }
        None => screen.message.set("Select some text of a chunk first, then press e.".into()),
    }
}

fn toggle_unfolded(screen: Screen) {
    change(screen, |session| {
        if let Some(card) = session.cards.get_mut(session.focus) {
            card.unfolded = !card.unfolded;
        }
    });
}

/// Submits the answer if it changed, says how the query stands, and goes on.
fn leave(screen: Screen, how: AssignmentStatus) {
    submit_answer(screen);
    screen.take(step(screen, |session| session.stand(how)));
    travel::go_on(screen);
}

/// Submits what stands in the answer's field, if it is not what was submitted last.
pub fn submit_answer(screen: Screen) {
    screen.take(step(screen, LabelSession::submit_answer));
    if let (Some(query), Some(storage)) = (screen.query(), super::outbox::storage()) {
        let _ = storage.remove_item(&travel::draft_key(query));
    }
}

fn undo(screen: Screen) {
    let Some(last) = screen.steps.write().pop() else {
        screen.message.set("There is nothing to undo.".into());
        return;
    };
    screen.undone.update(|undone| undone.push(last.clone()));
    do_where_it_belongs(screen, last.reversed());
}

fn redo(screen: Screen) {
    let Some(last) = screen.undone.write().pop() else {
        screen.message.set("There is nothing to redo.".into());
        return;
    };
    screen.steps.update(|steps| steps.push(last.clone()));
    do_where_it_belongs(screen, last);
}

/// Does a step to its query, going there first when it is not the one at hand.
fn do_where_it_belongs(screen: Screen, step: Step) {
    travel::keep_steps(screen);
    if screen.query() == Some(step.query) {
        screen.make_true(&step);
    } else {
        spawn_local(async move { travel::open(screen, step.query, Some(step)).await });
    }
}
