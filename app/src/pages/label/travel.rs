//! From one query to another: fetched ahead, back, and over a reload.

use domain::assignment::Assignment;
use domain::id::QueryId;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::change::Step;
use super::outbox::storage;
use super::screen::Screen;
use super::session::LabelSession;
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
    if let Some(left) = left {
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

/// Fetches the next query ahead, unless it is there or on its way.
pub fn fetch_ahead(screen: Screen) {
    if screen.fetching.get_untracked() || screen.next.with_untracked(Option::is_some) {
        return;
    }
    screen.fetching.set(true);
    spawn_local(async move {
        let next = next_assignment(screen.set_name(), screen.query().into_iter().collect()).await;
        screen.fetching.set(false);
        if let Ok(next) = next {
            screen.next.set(next);
        }
        if let Ok(progress) = progress(screen.set_name()).await {
            screen.progress.set(progress);
        }
    });
}

/// Goes to the next query: the one that was fetched ahead, or, failing that, one from the server.
pub fn go_on(screen: Screen) {
    if let Some(left) = screen.query() {
        screen.visited.update(|visited| visited.push(left));
    }
    // The signal is let go of before `show` reads it.
    let next = screen.next.write().take();
    if let Some(next) = next {
        show(screen, next);
        fetch_ahead(screen);
        return;
    }
    let left: Vec<QueryId> = screen.query().into_iter().collect();
    spawn_local(async move {
        match next_assignment(screen.set_name(), left).await {
            Ok(Some(next)) => {
                show(screen, next);
                fetch_ahead(screen);
            }
            Ok(None) => {
                set_address(screen, None);
                screen.session.set(None);
            }
            Err(error) => screen.message.set(format!("The next query did not come: {error}. Press n again.")),
        }
    });
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

/// Keeps the steps for this tab, so that undo reaches back over a reload.
pub fn keep_steps(screen: Screen) {
    let steps = screen.steps.with_untracked(serde_json::to_string);
    if let (Some(storage), Ok(steps)) = (tab_storage(), steps) {
        let _ = storage.set_item(&steps_key(screen), &steps);
    }
}

/// Brings back the steps that this tab kept.
pub fn recall_steps(screen: Screen) {
    let text = tab_storage().and_then(|storage| storage.get_item(&steps_key(screen)).ok().flatten());
    if let Some(steps) = text.and_then(|text| serde_json::from_slice(text.as_bytes()).ok()) {
        screen.steps.set(steps);
    }
}

fn steps_key(screen: Screen) -> String {
    format!("touchstone.steps.{}", screen.set_name())
}

fn tab_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}
