//! From one case to another.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address;
use super::screen::Screen;
use crate::api::disagreements::{CaseAddress, CaseKey, ReviewWork, review_work};

/// Puts a case on the page, at its top, and its address into the address bar.
pub fn show(screen: Screen, work: ReviewWork) {
    let address = match &work.at_hand {
        Some(at_hand) => address::of_case(work.set.name.as_str(), CaseKey::of(&at_hand.case), &work.filter),
        None => address::of_queue(work.set.name.as_str(), &work.filter),
    };
    screen.show(work);
    screen.another_case();
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
    }
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Goes to the next case, or to the one before.
pub fn step(screen: Screen, step: isize) {
    let beside = screen.work.with_untracked(|work| work.beside(step));
    match beside {
        Some(case) => open(screen, Some(case), false),
        None => screen.message.set(if step > 0 { "This is the last case." } else { "This is the first case." }.into()),
    }
}

/// Shows the whole document of the chunk, or only the chunk.
pub fn toggle_document(screen: Screen) {
    let shown = screen.work.with_untracked(|work| work.at_hand.as_ref().is_some_and(|at_hand| at_hand.document.is_some()));
    let Some(case) = screen.case() else { return };
    let address = screen.work.with_untracked(|work| CaseAddress { filter: work.filter.clone(), case: Some(case), document: !shown });
    screen.coming.set_value(true);
    spawn_local(async move {
        let work = review_work(screen.set_name(), address).await;
        screen.coming.set_value(false);
        match work {
            Ok(work) => screen.work.set(work),
            Err(error) => screen.message.set(format!("The document did not come: {error}.")),
        }
    });
}

/// Goes to the first case of the queue, if there is one by now.
pub fn look_again(screen: Screen) {
    open(screen, None, false);
}

fn open(screen: Screen, case: Option<CaseKey>, document: bool) {
    let address = screen.work.with_untracked(|work| CaseAddress { filter: work.filter.clone(), case, document });
    screen.coming.set_value(true);
    spawn_local(async move {
        let work = review_work(screen.set_name(), address).await;
        screen.coming.set_value(false);
        match work {
            Ok(work) => show(screen, work),
            Err(error) => screen.message.set(format!("The case did not come: {error}.")),
        }
    });
}

/// Goes to the page of the query at hand.
pub fn go_to_query(screen: Screen) {
    if let Some(case) = screen.case() {
        go(&format!("/sets/{}/queries/{}", screen.set_name(), case.query));
    }
}

/// Leaves for another page.
pub fn go(address: &str) {
    let _ = window().location().set_href(address);
}
