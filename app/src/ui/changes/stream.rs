//! The stream of a set's changes, open while the page is visible. Where it does not come the page stays as it was loaded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::{document, set_timeout, window_event_listener_untyped};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::EventSource;

/// The page asks again at most this often: where many label, something changes all the time.
const SPACING_MS: f64 = 5000.0;
/// Pages that are told at the same moment ask spread over this time.
const SPREAD_MS: f64 = 1000.0;
/// How long it takes to try again after a refusal; twice as long each time.
const FIRST_PAUSE_MS: f64 = 15_000.0;
const LONGEST_PAUSE_MS: f64 = 600_000.0;

pub struct Stream {
    address: String,
    open: RefCell<Option<Source>>,
    changed: Box<dyn Fn()>,
    /// When the page asked last.
    asked_at: Cell<f64>,
    /// Whether it is going to ask.
    is_due: Cell<bool>,
    /// How often in a row the server refused.
    refusals: Cell<i32>,
}

/// A connection that the browser holds and renews, with what listens to it.
struct Source {
    events: EventSource,
    _told: Closure<dyn FnMut()>,
    _failed: Closure<dyn FnMut()>,
}

impl Stream {
    /// Calls `changed` whenever something changed, and after each time that it was not listening.
    pub fn follow(address: &str, changed: impl Fn() + 'static) {
        let stream = Rc::new(Self {
            address: address.to_owned(),
            open: RefCell::new(None),
            changed: Box::new(changed),
            asked_at: Cell::new(0.0),
            is_due: Cell::new(false),
            refusals: Cell::new(0),
        });
        stream.open_while_visible();
        window_event_listener_untyped("visibilitychange", move |_| stream.open_while_visible());
    }

    fn open_while_visible(self: &Rc<Self>) {
        if document().hidden() {
            self.open.replace(None);
        } else if self.open.borrow().is_none() {
            self.open.replace(self.connect());
        }
    }

    fn connect(self: &Rc<Self>) -> Option<Source> {
        let events = EventSource::new(&self.address).ok()?;
        let (of_told, of_failed) = (self.clone(), self.clone());
        let told = Closure::<dyn FnMut()>::new(move || of_told.told());
        let failed = Closure::<dyn FnMut()>::new(move || of_failed.failed());
        events.set_onopen(Some(told.as_ref().unchecked_ref()));
        events.add_event_listener_with_callback("changed", told.as_ref().unchecked_ref()).ok()?;
        events.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Some(Source { events, _told: told, _failed: failed })
    }

    /// Plans to ask, unless that is planned.
    fn told(self: &Rc<Self>) {
        self.refusals.set(0);
        if self.is_due.replace(true) {
            return;
        }
        let since = js_sys::Date::now() - self.asked_at.get();
        let stream = self.clone();
        later((SPACING_MS - since).max(0.0) + js_sys::Math::random() * SPREAD_MS, move || {
            stream.is_due.set(false);
            // A page that was hidden meanwhile asks when it is seen again.
            if !document().hidden() {
                stream.asked_at.set(js_sys::Date::now());
                (stream.changed)();
            }
        });
    }

    /// The browser connects again by itself after a break, but not after a refusal.
    fn failed(self: &Rc<Self>) {
        let refused = self.open.borrow().as_ref().is_some_and(|open| open.events.ready_state() == EventSource::CLOSED);
        if !refused {
            return;
        }
        let refusals = self.refusals.get();
        self.refusals.set(refusals + 1);
        let pause = (FIRST_PAUSE_MS * 2_f64.powi(refusals)).min(LONGEST_PAUSE_MS);
        let stream = self.clone();
        later(pause * (1.0 + js_sys::Math::random()), move || {
            stream.open.replace(None);
            stream.open_while_visible();
        });
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.events.close();
    }
}

fn later(milliseconds: f64, act: impl FnOnce() + 'static) {
    set_timeout(act, Duration::from_secs_f64(milliseconds / 1000.0));
}
