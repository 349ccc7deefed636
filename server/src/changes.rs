//! Who wants to be told that something in a set changed, on whichever server it was written. While anybody listens to a set, one task
//! of this server reads how far the set has changed; while nobody does, there is neither a task nor a query.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use domain::id::{SetId, UserId};
use store::{SetRevision, Store};
use tokio::sync::watch;

/// How long a set is left alone after a look that found nothing new.
const QUIET: Duration = Duration::from_secs(1);
/// The same after a change: a set that is being labelled changes all the time, and whoever is told of it asks again.
const BUSY: Duration = Duration::from_secs(2);
/// How often a member listens at once; a page listens while it is visible.
const MOST_OF_A_MEMBER: usize = 16;
/// How often all members of a server listen at once.
const MOST: usize = 4000;

/// The sets that somebody listens to.
#[derive(Clone)]
pub struct Changes {
    store: Store,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Whether the server stops, so that nobody is to wait any more.
    stopped: bool,
    /// Each listens by a receiver of its set.
    sets: HashMap<SetId, watch::Sender<()>>,
    members: HashMap<UserId, Listening>,
}

/// How a member listens.
struct Listening {
    times: usize,
    /// That whether they may is to be asked again.
    asked_again: watch::Sender<()>,
}

/// Why somebody cannot listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// The member listens too often.
    Member,
    /// The server has too many that listen, or stops.
    Server,
}

/// Somebody who listens to a set, until this is dropped.
pub struct Listener {
    changes: Changes,
    member: UserId,
    set: watch::Receiver<()>,
    asked_again: watch::Receiver<()>,
}

/// What somebody who listens is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Something in the set changed.
    Changed,
    /// What they may do may have changed.
    AskAgain,
    /// Nobody tells any more.
    Ended,
}

impl Changes {
    pub fn new(store: Store) -> Self {
        Self { store, state: Arc::default() }
    }

    /// Listens to a set: what changes from now on is told.
    pub async fn listen(&self, set: SetId, member: UserId) -> store::Result<Result<Listener, Full>> {
        let known = self.store.set_revision(set).await?;
        let mut state = self.state();
        if state.members.get(&member).is_some_and(|listening| listening.times >= MOST_OF_A_MEMBER) {
            return Ok(Err(Full::Member));
        }
        if state.stopped || state.members.values().map(|listening| listening.times).sum::<usize>() >= MOST {
            return Ok(Err(Full::Server));
        }
        let listening = state.members.entry(member).or_insert_with(|| Listening { times: 0, asked_again: watch::Sender::new(()) });
        listening.times += 1;
        let asked_again = listening.asked_again.subscribe();
        let receiver = match state.sets.get(&set) {
            Some(sender) => sender.subscribe(),
            None => self.begin(&mut state, set, known),
        };
        Ok(Ok(Listener { changes: self.clone(), member, set: receiver, asked_again }))
    }

    fn begin(&self, state: &mut State, set: SetId, known: SetRevision) -> watch::Receiver<()> {
        let (sender, receiver) = watch::channel(());
        state.sets.insert(set, sender);
        tokio::spawn(self.clone().follow(set, known));
        receiver
    }

    /// Reads how far a set has changed, and tells those who listen to it, until nobody does.
    async fn follow(self, set: SetId, mut known: SetRevision) {
        let mut rest = QUIET;
        loop {
            tokio::time::sleep(rest).await;
            if !self.is_heard(set) {
                return;
            }
            rest = QUIET;
            match self.store.set_revision(set).await {
                Ok(now) if now == known => {}
                Ok(now) => {
                    known = now;
                    rest = BUSY;
                    self.tell(set);
                }
                Err(error) => tracing::debug!(%error, "whether a set changed could not be read; it is tried again"),
            }
        }
    }

    /// Whether anybody listens to a set still; if not it is forgotten.
    fn is_heard(&self, set: SetId) -> bool {
        let mut state = self.state();
        let heard = state.sets.get(&set).is_some_and(|sender| sender.receiver_count() > 0);
        if !heard {
            state.sets.remove(&set);
        }
        heard
    }

    fn tell(&self, set: SetId) {
        if let Some(sender) = self.state().sets.get(&set) {
            sender.send_replace(());
        }
    }

    /// Lets it be asked again whether a member may listen.
    pub fn ask_again(&self, member: UserId) {
        if let Some(listening) = self.state().members.get(&member) {
            listening.asked_again.send_replace(());
        }
    }

    /// Ends all listening, because the server stops.
    pub fn stop(&self) {
        let mut state = self.state();
        state.stopped = true;
        state.sets.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl Listener {
    /// Waits until there is something to be told.
    pub async fn told(&mut self) -> Told {
        tokio::select! {
            changed = self.set.changed() => if changed.is_ok() { Told::Changed } else { Told::Ended },
            // The sender is kept as long as the member listens.
            _ = self.asked_again.changed() => Told::AskAgain,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut state = self.changes.state();
        if let Some(listening) = state.members.get_mut(&self.member) {
            listening.times -= 1;
            if listening.times == 0 {
                state.members.remove(&self.member);
            }
        }
    }
}
