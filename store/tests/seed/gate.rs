//! Where freezes of a test stand still, until the test lets them go on.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a freeze stands still at the most; a test that waits for one that goes on waits as long.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// It stops those who ask for a salt of an item, from the item of a number on. It is for one test at a time.
pub struct Gate {
    stops_at: usize,
    state: Mutex<State>,
    changed: Condvar,
    turn: tokio::sync::Mutex<()>,
}

struct State {
    salts: usize,
    open: bool,
}

/// A gate that is closed; it opens when this is dropped, also by a test that fails.
pub struct Closed<'a> {
    gate: &'a Gate,
    _turn: tokio::sync::MutexGuard<'a, ()>,
}

impl Gate {
    pub const fn stops_at(stops_at: usize) -> Self {
        let state = Mutex::new(State { salts: 0, open: true });
        Self { stops_at, state, changed: Condvar::new(), turn: tokio::sync::Mutex::const_new(()) }
    }

    pub async fn close(&self) -> Closed<'_> {
        let turn = self.turn.lock().await;
        *self.state() = State { salts: 0, open: false };
        Closed { gate: self, _turn: turn }
    }

    /// A salt. Items are made on threads of their own, so whoever waits here holds up nobody.
    pub fn salt(&self) -> String {
        let mut state = self.state();
        state.salts += 1;
        let stops = |state: &mut State| state.salts >= self.stops_at && !state.open;
        let (state, waited) = self.changed.wait_timeout_while(state, PATIENCE, stops).unwrap_or_else(PoisonError::into_inner);
        drop(state);
        assert!(!waited.timed_out(), "nobody opened the gate");
        "5a17".into()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Closed<'_> {
    /// Waits until so many freezes stand still.
    pub async fn reached_by(&self, freezes: usize) {
        while self.gate.state().salts + 1 < self.gate.stops_at + freezes {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Lets the freezes go on. No other test closes it before they ended, if the test waits for that.
    pub fn open(&self) {
        self.gate.state().open = true;
        self.gate.changed.notify_all();
    }
}

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.open();
    }
}
