//! From one query to another: fetched ahead, back, and over a reload.

use domain::assignment::Assignment;
use domain::id::QueryId;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::outbox::storage;
use super::screen::Screen;
use super::session::LabelSession;
use crate::Error;
use crate::api::labelling::{label_work, next_assignment, previous_query, progress};

/// How many queries that were left are kept in memory.
const KEPT: usize = 100;

/// Shows an assignment, with what is still on its way to the server already done to it.
fn show(screen: Screen, assignment: Assignment) {
    let mode = screen.set.with_value(|set| set.settings.prelabels);
    let mut session = LabelSession::new(assignment, mode);
    catch_up(screen, &mut session);
    put(screen, session);
}

/// Puts a query's state on the page, and keeps that of the query that was there.
fn put(screen: Screen, session: LabelSession) {
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

/// Does to a session what the outbox still holds for it, and brings back what was being written.
pub fn catch_up(screen: Screen, session: &mut LabelSession) {
    let query = session.query.id;
    screen.outbox.read().iter().filter(|operation| operation.query == query).for_each(|operation| session.replay(operation));
    if let Some(text) = storage().and_then(|storage| storage.get_item(&draft_key(query)).ok().flatten()) {
        session.written = text;
    }
}

/// Where this browser keeps an answer that is being written.
pub fn draft_key(query: QueryId) -> String {
    format!("touchstone.draft.{query}")
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
        arrive(screen, next);
        if let Ok(progress) = progress(screen.set_name()).await {
            screen.progress.set(progress);
        }
    });
}

fn arrive(screen: Screen, next: Result<Option<Assignment>, Error>) {
    let wanted = screen.go_on_soon.get_value();
    screen.go_on_soon.set_value(false);
    match next {
        Ok(Some(next)) => {
            screen.next.set(Some(next));
            if wanted {
                go_on(screen);
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
pub fn go_on(screen: Screen) {
    // The signal is let go of before `show` reads it.
    let next = screen.next.write().take();
    if let Some(next) = next {
        if let Some(left) = screen.query() {
            screen.visited.update(|visited| visited.push(left));
        }
        show(screen, next);
    } else {
        screen.go_on_soon.set_value(true);
    }
    fetch_ahead(screen);
}

/// Goes back to the query before this one.
pub fn go_back(screen: Screen) {
    let before = screen.visited.write().pop();
    let here = screen.query();
    spawn_local(async move {
        let before = match before {
            Some(before) => Some(before),
            None => previous_query(screen.set_name(), here).await.ok().flatten(),
        };
        match before {
            Some(query) => open(screen, query, None).await,
            None => screen.message.set("There is no query before this one.".into()),
        }
    });
}

/// Opens a query, as it was left or as the server has it, and then does a step to it.
pub async fn open(screen: Screen, query: QueryId, then: Option<Step>) {
    let kept = screen.kept.try_update_value(|kept| kept.remove(&query)).flatten();
    if let Some(session) = kept {
        put(screen, session);
    } else {
        match label_work(screen.set_name(), Some(query)).await {
            Ok(work) => work.assignment.into_iter().for_each(|assignment| show(screen, assignment)),
            Err(error) => return screen.message.set(format!("The query did not come: {error}.")),
        }
    }
    if let Some(step) = then {
        screen.make_true(&step);
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

/// Keeps what can be undone and redone for this tab, so that both reach back over a reload.
pub fn keep_steps(screen: Screen) {
    let steps = serde_json::to_string(&(screen.steps.get_untracked(), screen.undone.get_untracked()));
    if let (Some(storage), Ok(steps)) = (tab_storage(), steps) {
        let _ = storage.set_item(&steps_key(screen), &steps);
    }
}

/// Brings back the steps that this tab kept.
pub fn recall_steps(screen: Screen) {
    let text = tab_storage().and_then(|storage| storage.get_item(&steps_key(screen)).ok().flatten());
    if let Some((steps, undone)) = text.and_then(|text| serde_json::from_slice(text.as_bytes()).ok()) {
        screen.steps.set(steps);
        screen.undone.set(undone);
    }
}

fn steps_key(screen: Screen) -> String {
    format!("touchstone.steps.{}", screen.set_name())
}

fn tab_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}
