//! How far the labeller is, and what is saved.

use leptos::prelude::*;

use super::outbox::Delivery;
use super::screen::Screen;
use crate::ui::duration;

/// "12 of 60, about 25 min left".
#[component]
pub fn ProgressLine(screen: Screen) -> impl IntoView {
    let count = move || {
        let progress = screen.progress.get();
        format!("{} of {}", progress.completed, progress.completed + progress.left)
    };
    let time_left = move || {
        let progress = screen.progress.get();
        progress.minutes_left().filter(|_| progress.left > 0).map(|minutes| format!(", about {} left", duration(minutes)))
    };
    let total = move || (screen.progress.get().completed + screen.progress.get().left).to_string();
    view! {
        <div class="progress-line">
            <progress max=total prop:value=move || screen.progress.get().completed.to_string() aria-label="Completed queries"></progress>
            <span>{count} <span class="time-left">{time_left}</span></span>
        </div>
    }
}

/// What is on the server: "Saved" only when all of it is.
#[component]
pub fn SaveState(screen: Screen) -> impl IntoView {
    let not_saved = screen.part(|session| session.not_saved.is_some());
    let state = Memo::new(move |_| match (screen.outbox.delivery(), screen.outbox.waiting()) {
        (Delivery::Fine, 0) if not_saved.get() == Some(true) => ("offline", "Not saved".to_owned()),
        (Delivery::Offline, waiting) => ("offline", format!("Offline: {waiting} not saved yet")),
        (Delivery::SignedOut, waiting) => ("offline", format!("Signed out: {waiting} not saved yet")),
        (Delivery::Failing(reason), waiting) => ("offline", format!("{waiting} not saved yet: {reason}")),
        (Delivery::Fine, 0) => ("saved", "Saved".to_owned()),
        (Delivery::Fine, _) => ("saving", "Saving".to_owned()),
    });
    let sign_in = move || {
        (screen.outbox.delivery() == Delivery::SignedOut).then(|| {
            view! {
                <a href="/sign-in" rel="external">
                    "Sign in"
                </a>
            }
        })
    };
    view! {
        <div class="save-state" data-state=move || state.get().0 role="status">
            {move || state.get().1}
            " "
            {sign_in}
        </div>
    }
}
