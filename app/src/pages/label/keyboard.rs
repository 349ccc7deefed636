//! The keyboard.

use leptos::prelude::*;

use super::command::Command;
use super::dispatch::{dispatch, submit_answer};
use super::screen::{Panel, Screen};
use crate::keys::command_for_key;
use crate::keys::keyboard::{acts_itself, is_modifier, is_single_key, leave_field, tag_of_target};

/// Listens until the page goes.
pub fn listen(screen: Screen) {
    let keyboard = window_event_listener(leptos::ev::keydown, move |event| pressed(screen, &event));
    on_cleanup(move || keyboard.remove());
}

fn pressed(screen: Screen, event: &web_sys::KeyboardEvent) {
    let tag = tag_of_target(event);
    if event.key() == "Escape" {
        screen.question.set(None);
        screen.panel.set(Panel::None);
        leave_field();
    } else if completes(screen, event, &tag) {
        event.prevent_default();
        leave_field();
        submit_answer(screen);
        dispatch(screen, Command::Complete);
    } else if let Some(command) = command_of(screen, event, &tag) {
        event.prevent_default();
        dispatch(screen, command);
    } else if !is_modifier(event) && !acts_itself(event, &tag) {
        screen.question.set(None);
    }
}

/// What a single key asks for now.
fn command_of(screen: Screen, event: &web_sys::KeyboardEvent, tag: &str) -> Option<Command> {
    if !screen.keys_on.get_untracked() || !is_single_key(event, tag) {
        return None;
    }
    let command = screen.set.with_value(|set| command_for_key(&event.key(), &set.settings.scale))?;
    let panel = screen.panel.get_untracked();
    (panel == Panel::None || (panel == Panel::Help && command == Command::Help)).then_some(command)
}

/// Ctrl-Enter in the answer's field.
fn completes(screen: Screen, event: &web_sys::KeyboardEvent, tag: &str) -> bool {
    event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && tag == "TEXTAREA" && screen.panel.get_untracked() == Panel::None
}
