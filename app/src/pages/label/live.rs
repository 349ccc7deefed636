//! Brings the page to life in the browser.

use domain::id::UserId;
use leptos::prelude::*;

use super::acknowledge::acknowledge;
use super::screen::Screen;
use super::{keyboard, selection, travel};
use crate::keys::keyboard::recall_keys_on;

/// Opens the outbox, catches up with it, fetches ahead, listens to the keyboard, and holds the card at hand in its place.
pub fn bring_to_life(screen: Screen, labeller: UserId) {
    Effect::new(move |_| untrack(|| begin(screen, labeller.to_string())));
    Effect::new(move |_| keyboard::listen(screen));
    hold_card_at_hand(screen);
}

fn begin(screen: Screen, labeller: String) {
    recall_keys_on(screen.keys_on);
    screen.outbox.open(labeller, Callback::new(move |(operation, outcome)| acknowledge(screen, &operation, outcome)));
    screen.change(|session| screen.catch_up(session));
    screen.steps.recall();
    if let Some(query) = screen.query() {
        travel::set_address(screen, Some(query));
        travel::fetch_ahead(screen);
    }
}

/// Whatever moves the focus, the card at hand keeps its height; the first sight of a query starts at the top.
fn hold_card_at_hand(screen: Screen) {
    let at_hand = screen.part(|session| (session.query.id, session.focus, session.cards.get(session.focus).map(|card| card.chunk.id)));
    Effect::new(move |before: Option<Option<_>>| {
        let now = at_hand.get();
        if let (Some(Some((query, focus, _))), Some((next_query, next_focus, Some(chunk)))) = (before, now)
            && query == next_query
            && focus != next_focus
        {
            request_animation_frame(move || selection::hold_height(chunk));
        }
        now
    });
}
