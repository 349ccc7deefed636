//! From one query to another: fetched ahead, and back.

use domain::assignment::{Assignment, LabelWork};
use domain::id::QueryId;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::screen::Screen;
use super::session::LabelSession;
use crate::Error;
use crate::api::labelling::{label_work, next_assignment, previous_query, progress};
use crate::ui::load::sentence;

/// How many queries that were left are kept in memory.
const KEPT: usize = 100;

/// Shows an assignment, with what is still on its way to the server already done to it.
fn show_assignment(screen: Screen, assignment: Assignment) {
    let mut session = screen.set.with_value(|set| LabelSession::new(assignment, &set.settings));
    screen.catch_up(&mut session);
    show_session(screen, session);
}

/// Puts a query's state on the page, and keeps that of the query that was there.
fn show_session(screen: Screen, session: LabelSession) {
    set_address(screen, Some(session.query.id));
    let left = screen.session.try_update(|here| here.replace(session)).flatten();
    if let Some(left) = left.filter(|left| screen.query() != Some(left.query.id)) {
        screen.kept.update_value(|kept| {
            if kept.len() >= KEPT {
                kept.clear();
            }
            kept.insert(left.query.id, left);
        });
    }
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// How many queries that were just left are named to the server: it may not have their completion yet.
const NAMED: usize = 30;

/// The query at hand and those that were just left.
fn in_hand(screen: Screen) -> Vec<QueryId> {
    let left = screen.visited.with_untracked(|visited| visited.iter().rev().take(NAMED).copied().collect::<Vec<_>>());
    screen.query().into_iter().chain(left).collect()
}

/// Fetches the next query ahead, unless it is there or on its way, and goes there at once when that was asked for meanwhile.
pub fn fetch_ahead(screen: Screen) {
    if screen.fetching.get_untracked() || screen.next.with_untracked(Option::is_some) {
        return;
    }
    screen.fetching.set(true);
    spawn_local(async move {
        let next = next_assignment(screen.set_name(), in_hand(screen)).await;
        screen.fetching.set(false);
        next_fetched(screen, next);
        if let Ok(progress) = progress(screen.set_name()).await {
            screen.progress.set(progress);
        }
    });
}

fn next_fetched(screen: Screen, next: Result<Option<Assignment>, Error>) {
    let wanted = screen.go_on_soon.get_value();
    screen.go_on_soon.set_value(false);
    match next {
        Ok(Some(next)) => {
            screen.next.set(Some(next));
            if wanted {
                go_to_next(screen);
            }
        }
        Ok(None) if wanted => {
            set_address(screen, None);
            screen.session.set(None);
        }
        Err(error) if wanted => screen.message.set(format!("The next query did not come: {error}. Press n again.")),
        Ok(None) | Err(_) => {}
    }
}

/// Goes to the next query: the one that was fetched ahead, or, when that has not come yet, as soon as it does.
pub fn go_to_next(screen: Screen) {
    // The signal is let go of before `show_assignment` reads it.
    let next = screen.next.write().take();
    if let Some(next) = next {
        if let Some(left) = screen.query() {
            screen.visited.update(|visited| visited.push(left));
        }
        show_assignment(screen, next);
    } else {
        screen.go_on_soon.set_value(true);
    }
    fetch_ahead(screen);
}

/// Goes back to the query before this one.
pub fn go_to_previous(screen: Screen) {
    let before = screen.visited.write().pop();
    let here = screen.query();
    spawn_local(async move {
        let before = match before {
            Some(before) => Ok(Some(before)),
            None => previous_query(screen.set_name(), here).await,
        };
        match before {
            Ok(Some(query)) => open_query(screen, query, None).await,
            Ok(None) => screen.message.set("There is no query before this one.".into()),
            Err(error) => screen.message.set(format!("The query before did not come: {error}.")),
        }
    });
}

/// Opens a query, as it was left or as the server has it, and then does a step to it.
pub async fn open_query(screen: Screen, query: QueryId, then: Option<Step>) {
    let kept = screen.kept.try_update_value(|kept| kept.remove(&query)).flatten();
    if let Some(session) = kept {
        show_session(screen, session);
    } else {
        match label_work(screen.set_name(), Some(query)).await {
            Ok(LabelWork { full: Some(full), .. }) => return screen.message.set(sentence(&full.place.to_string())),
            Ok(work) => work.assignment.into_iter().for_each(|assignment| show_assignment(screen, assignment)),
            Err(error) => return screen.message.set(format!("The query did not come: {error}.")),
        }
    }
    if let Some(step) = then {
        screen.apply_step(&step);
    }
}

/// Names the query in the address, so that a reload comes back to it.
pub fn set_address(screen: Screen, query: Option<QueryId>) {
    let query = query.map(|query| format!("?q={query}")).unwrap_or_default();
    let address = format!("/sets/{}/label{query}", screen.set_name());
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
    }
}
