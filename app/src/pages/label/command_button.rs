//! A button for a command.

use leptos::prelude::*;

use super::command::Command;
use super::dispatch::dispatch;
use super::screen::Screen;
use crate::keys::Key;

/// A button that asks for a command, and prints its key.
#[component]
pub fn CommandButton(
    screen: Screen,
    /// What a press asks for.
    command: Command,
    /// How it looks.
    #[prop(default = "quiet")]
    class: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <button type="button" class=class on:click=move |_| dispatch(screen, command)>
            {children()}
            " "
            <Key command />
        </button>
    }
}
