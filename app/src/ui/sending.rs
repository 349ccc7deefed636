//! Sending something to the server and saying what became of it, once for all forms.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::ErrorNote;
use crate::Error;

/// Where a form's request stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Sent {
    #[default]
    Nothing,
    OnItsWay,
    /// It arrived; the answer, in words or empty.
    Arrived(String),
    /// The server said no, or was not reached.
    Failed(Error),
}

/// The requests of a form, one at a time.
#[derive(Clone, Copy)]
pub struct Sending {
    /// Where the last one stands.
    pub sent: RwSignal<Sent>,
    /// How many have arrived: what is loaded again after each depends on it.
    pub arrived: RwSignal<u32>,
}

impl Sending {
    pub fn new() -> Self {
        Self { sent: RwSignal::default(), arrived: RwSignal::new(0) }
    }

    /// Sends, unless something is on its way. In the browser only.
    pub fn send(self, request: impl Future<Output = Result<String, Error>> + 'static) {
        if self.sent.get_untracked() == Sent::OnItsWay {
            return;
        }
        self.sent.set(Sent::OnItsWay);
        spawn_local(async move {
            let answer = request.await;
            let _ = self.arrived.try_update(|arrived| *arrived += u32::from(answer.is_ok()));
            let _ = self.sent.try_set(match answer {
                Ok(words) => Sent::Arrived(words),
                Err(error) => Sent::Failed(error),
            });
        });
    }

    /// The answer, once it has arrived.
    pub fn answer(self) -> Option<String> {
        match self.sent.get() {
            Sent::Arrived(words) => Some(words),
            _ => None,
        }
    }

    pub fn failure(self) -> impl IntoView {
        move || match self.sent.get() {
            Sent::Failed(error) => Some(view! { <ErrorNote error /> }),
            _ => None,
        }
    }
}

impl Default for Sending {
    fn default() -> Self {
        Self::new()
    }
}
