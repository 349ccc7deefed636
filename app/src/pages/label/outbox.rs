//! The outbox: what was done and is not yet on the server. It lives in this browser's storage, survives a reload, and is
//! sent in order. It holds ids, grades, offsets, the labeller's own notes and answers; no query and no chunk.

use std::time::Duration;

use domain::operation::{Acknowledgement, Operation, Outcome};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::Error;
use crate::api::labelling::record;
use crate::browser::storage;

/// How many operations are sent at once.
const BATCH: usize = 50;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// What was sent arrived.
    Fine,
    /// The server was not reached; it is tried again.
    Offline,
    /// Nobody is signed in any more.
    SignedOut,
    /// The server said no, in words.
    Failing(String),
}

/// The outbox of one labeller and one set.
#[derive(Clone, Copy)]
pub struct Outbox {
    set: StoredValue<String>,
    key: StoredValue<String>,
    /// What was put in here and is not acknowledged here: another tab may have sent it and taken it out.
    own: StoredValue<Vec<Operation>>,
    waiting: RwSignal<usize>,
    delivery: RwSignal<Delivery>,
    sending: StoredValue<bool>,
    retries: StoredValue<u32>,
    acknowledged: StoredValue<Option<Callback<(Operation, Outcome)>>>,
}

impl Outbox {
    /// The outbox of a set; it belongs to nobody until [`Outbox::open`].
    pub fn new(set: String) -> Self {
        Self {
            set: StoredValue::new(set),
            key: StoredValue::new(String::new()),
            own: StoredValue::new(Vec::new()),
            waiting: RwSignal::new(0),
            delivery: RwSignal::new(Delivery::Fine),
            sending: StoredValue::new(false),
            retries: StoredValue::new(0),
            acknowledged: StoredValue::new(None),
        }
    }

    /// Opens it for a labeller and begins to send what an earlier page left. In the browser only.
    pub fn open(self, labeller: String, acknowledged: Callback<(Operation, Outcome)>) {
        self.key.set_value(format!("touchstone.outbox.{labeller}.{}", self.set.get_value()));
        self.acknowledged.set_value(Some(acknowledged));
        self.waiting.set(self.read().len());
        let online = window_event_listener(leptos::ev::online, move |_| self.send());
        on_cleanup(move || online.remove());
        self.send();
    }

    pub fn waiting(self) -> usize {
        self.waiting.get()
    }

    pub fn delivery(self) -> Delivery {
        self.delivery.get()
    }

    /// What waits, the oldest first, and what this page waits to be told of.
    pub fn read(self) -> Vec<Operation> {
        let text = storage().and_then(|storage| storage.get_item(&self.key.get_value()).ok().flatten());
        let mut waiting: Vec<Operation> = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let taken_out = |own: &&Operation| !waiting.iter().any(|operation| operation.id == own.id);
        let taken_out: Vec<Operation> = self.own.with_value(|own| own.iter().filter(taken_out).cloned().collect());
        waiting.extend(taken_out);
        waiting
    }

    /// Puts operations in and sends them.
    pub fn push(self, operations: Vec<Operation>) {
        let mut all = self.read();
        self.own.update_value(|own| own.extend(operations.iter().cloned()));
        all.extend(operations);
        self.write(&all);
        self.send();
    }

    /// Sends what waits, in order, one request at a time.
    pub fn send(self) {
        if self.sending.get_value() {
            return;
        }
        let batch: Vec<Operation> = self.read().into_iter().take(BATCH).collect();
        if batch.is_empty() {
            self.delivery.set(Delivery::Fine);
            return;
        }
        self.sending.set_value(true);
        spawn_local(async move {
            let answer = record(self.set.get_value(), batch).await;
            self.sending.set_value(false);
            match answer {
                Ok(acknowledgements) => self.remove_acknowledged(acknowledgements),
                Err(error) => self.try_later(&error),
            }
        });
    }

    fn remove_acknowledged(self, acknowledgements: Vec<Acknowledgement>) {
        self.retries.set_value(0);
        self.delivery.set(Delivery::Fine);
        let outcome = |operation: &Operation| {
            acknowledgements.iter().find(|acknowledgement| acknowledgement.operation == operation.id).map(|found| found.outcome.clone())
        };
        let (done, left): (Vec<Operation>, Vec<Operation>) = self.read().into_iter().partition(|operation| outcome(operation).is_some());
        self.own.update_value(|own| own.retain(|operation| outcome(operation).is_none()));
        self.write(&left);
        if let Some(acknowledged) = self.acknowledged.get_value() {
            for operation in done {
                if let Some(outcome) = outcome(&operation) {
                    acknowledged.run((operation, outcome));
                }
            }
        }
        self.send();
    }

    fn try_later(self, error: &Error) {
        self.delivery.set(match error {
            Error::Offline => Delivery::Offline,
            Error::SignedOut => Delivery::SignedOut,
            other => Delivery::Failing(other.to_string()),
        });
        let retries = self.retries.get_value();
        self.retries.set_value(retries + 1);
        let wait = Duration::from_millis(500 << retries.min(5));
        set_timeout(move || self.send(), wait);
    }

    fn write(self, operations: &[Operation]) {
        self.waiting.set(operations.len());
        let Some(storage) = storage() else { return };
        if operations.is_empty() {
            let _ = storage.remove_item(&self.key.get_value());
        } else if let Ok(text) = serde_json::to_string(operations) {
            let _ = storage.set_item(&self.key.get_value(), &text);
        }
    }
}
