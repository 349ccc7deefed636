//! The keyboard.

use leptos::prelude::*;

use super::command::Command;
use super::dispatch::{digit, dispatch};
use super::screen::{Panel, Screen};
use crate::keys::command_for_key;
use crate::keys::keyboard::{is_modifier, is_single_key, leave_field, tag_of_target};

/// Listens until the page goes.
pub fn listen(screen: Screen) {
    let keyboard = window_event_listener(leptos::ev::keydown, move |event| pressed(screen, &event));
    on_cleanup(move || keyboard.remove());
}

fn pressed(screen: Screen, event: &web_sys::KeyboardEvent) {
    let tag = tag_of_target(event);
    if event.key() == "Escape" {
        screen.panel.set(Panel::None);
        screen.choosing_reason.set(false);
        leave_field();
    } else if screen.keys_on.get_untracked() && is_single_key(event, &tag) && may_act(screen, event) {
        act(screen, event);
    }
}

/// Behind the list of keys only its own key acts.
fn may_act(screen: Screen, event: &web_sys::KeyboardEvent) -> bool {
    screen.panel.get_untracked() != Panel::Help || event.key() == "?"
}

fn act(screen: Screen, event: &web_sys::KeyboardEvent) {
    if let Ok(number) = event.key().parse::<i16>() {
        event.prevent_default();
        return digit(screen, number);
    }
    let command = screen.work.with_untracked(|work| command_for_key::<Command>(&event.key(), &work.set.settings.scale));
    if let Some(command) = command {
        event.prevent_default();
        dispatch(screen, command);
    } else if !is_modifier(event) {
        screen.choosing_reason.set(false);
    }
}
