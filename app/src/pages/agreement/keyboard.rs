//! The keyboard of the page: arrows go from cell to cell of its matrices, where `Enter` follows the link.

use domain::scale::Scale;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::command::{Command, Direction};
use crate::keys::keyboard::{is_single_key, leave_field, recall_keys_on, tag_of_target};
use crate::keys::{HelpDialog, HintLine, bindings, command_for_key};

/// No digit is bound: nothing is graded here.
const NO_GRADES: Scale = Scale(Vec::new());

/// The keys of the page, alive.
#[island]
pub fn AgreementKeys(
    /// Where the cases are, for who may look at them.
    disagreements: Option<String>,
    /// Whether there are versions of the guidelines to choose from.
    guidelines: bool,
    /// Whether there are cells to go to.
    cells: bool,
) -> impl IntoView {
    let (keys_on, help) = (RwSignal::new(true), RwSignal::new(false));
    let to = disagreements.clone();
    Effect::new(move |_| {
        recall_keys_on(keys_on);
        let to = to.clone();
        let keyboard = window_event_listener(leptos::ev::keydown, move |event| pressed(&event, keys_on, help, to.as_deref()));
        on_cleanup(move || keyboard.remove());
    });
    let acts = move |command: &Command| match command {
        Command::Move(_) => cells,
        Command::Guideline => guidelines,
        Command::Disagreements => disagreements.is_some(),
        _ => true,
    };
    let bound = bindings::<Command>(&NO_GRADES).into_iter().filter(|binding| acts(&binding.command));
    let keys: Vec<_> = bound.map(|binding| binding.printed).collect();
    view! {
        <HintLine keys=keys.clone() keys_on />
        <HelpDialog keys keys_on open=help close=Callback::new(move |()| help.set(false)) />
    }
}

fn pressed(event: &KeyboardEvent, keys_on: RwSignal<bool>, help: RwSignal<bool>, disagreements: Option<&str>) {
    if event.key() == "Escape" {
        help.set(false);
        leave_field();
    } else if keys_on.get_untracked() && is_single_key(event, &tag_of_target(event)) && !scrolls(event) {
        let command =
            command_for_key::<Command>(&event.key(), &NO_GRADES).filter(|command| *command == Command::Help || !help.get_untracked());
        if let Some(command) = command {
            event.prevent_default();
            act(command, help, disagreements);
        }
    }
}

/// An arrow outside of the matrices moves the page.
fn scrolls(event: &KeyboardEvent) -> bool {
    event.key().starts_with("Arrow") && cell_with_keyboard().is_none()
}

fn act(command: Command, help: RwSignal<bool>, disagreements: Option<&str>) {
    match command {
        Command::Move(direction) => move_focus(direction),
        Command::Style => focus(find("select[name=style]")),
        Command::Guideline => {
            let next = find("[aria-labelledby=by-guideline] li:has([aria-current]) + li a");
            click(next.or_else(|| find("[aria-labelledby=by-guideline] a")));
        }
        Command::Disagreements => drop(disagreements.map(|address| window().location().set_href(address))),
        Command::Help => help.update(|open| *open = !*open),
        Command::Grade(_) => {}
    }
}

/// Goes from the cell that has the keyboard to the next one that has a link, or to the first of the page.
fn move_focus(direction: Direction) {
    let next = match cell_with_keyboard() {
        Some(cell) => beside(&cell, direction),
        None => find(".heat [aria-current] a").or_else(|| find(".heat a")),
    };
    focus(next);
}

fn cell_with_keyboard() -> Option<Element> {
    document().active_element()?.closest(".heat td").ok().flatten()
}

/// The link of the nearest cell in a direction.
fn beside(cell: &Element, direction: Direction) -> Option<Element> {
    let (right, down) = direction.step();
    let (mut column, mut row) = (place(cell), place(&cell.parent_element()?));
    let body = cell.closest("tbody").ok()??;
    loop {
        (column, row) = (column + right, row + down);
        let cell = item(&item(&body, row)?, column)?;
        if let Some(link) = cell.query_selector("a").ok().flatten() {
            return Some(link);
        }
    }
}

/// How many elements stand before one beside it.
fn place(element: &Element) -> i32 {
    std::iter::successors(element.previous_element_sibling(), Element::previous_element_sibling).map(|_| 1).sum()
}

fn item(of: &Element, at: i32) -> Option<Element> {
    std::iter::successors(of.first_element_child(), Element::next_element_sibling).nth(usize::try_from(at).ok()?)
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

fn click(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.click();
    }
}
