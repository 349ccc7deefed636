//! Sessions that were looked up, believed for a moment without asking the database again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::id::UserId;
use domain::timestamp::Timestamp;
use domain::user::User;

/// How long a session is believed. What changes about its user on another server of the same database is seen after it at the latest.
const SECONDS: i64 = 2;

/// The sessions that this server believes, by the hashes of their tokens.
#[derive(Clone, Default)]
pub struct BelievedSessions(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    users: HashMap<Vec<u8>, (User, Timestamp)>,
    /// How often something was forgotten: what was looked up before is not believed after.
    forgotten: u64,
}

/// When a session began to be looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookUp(u64);

impl BelievedSessions {
    /// Whose a session is, while that is believed; else that it begins to be looked up.
    pub fn user(&self, token_hash: &[u8], now: Timestamp) -> Result<User, LookUp> {
        let state = self.state();
        match state.users.get(token_hash) {
            Some((user, until)) if now < *until => Ok(user.clone()),
            _ => Err(LookUp(state.forgotten)),
        }
    }

    /// Believes what was looked up, unless something was forgotten since.
    pub fn keep(&self, token_hash: Vec<u8>, user: User, now: Timestamp, looked_up: LookUp) {
        let mut state = self.state();
        state.users.retain(|_, (_, until)| now < *until);
        if state.forgotten == looked_up.0 {
            state.users.insert(token_hash, (user, now.plus_seconds(SECONDS)));
        }
    }

    /// Forgets a session, because it ended.
    pub fn forget_session(&self, token_hash: &[u8]) {
        let mut state = self.state();
        state.users.remove(token_hash);
        state.forgotten += 1;
    }

    /// Forgets all sessions of a user, because what they may do has changed.
    pub fn forget_user(&self, user: UserId) {
        let mut state = self.state();
        state.users.retain(|_, (believed, _)| believed.id != user);
        state.forgotten += 1;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use domain::role::Role;
    use uuid::Uuid;

    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn user(id: u128) -> User {
        let id = UserId(Uuid::from_u128(id));
        User { id, name: "lena".into(), role: Role::Admin, created_at: NOW, disabled_at: None, last_seen: None }
    }

    fn believe(sessions: &BelievedSessions, hash: u8, user: User) {
        let looked_up = sessions.user(&[hash], NOW).expect_err("it is not known yet");
        sessions.keep(vec![hash], user, NOW, looked_up);
    }

    #[test]
    fn a_session_is_believed_for_two_seconds() {
        let sessions = BelievedSessions::default();
        believe(&sessions, 1, user(1));
        assert_eq!(sessions.user(&[1], NOW.plus_seconds(1)), Ok(user(1)));
        assert!(sessions.user(&[1], NOW.plus_seconds(2)).is_err());
    }

    #[test]
    fn what_a_user_may_do_is_looked_up_again_once_it_has_changed() {
        let sessions = BelievedSessions::default();
        believe(&sessions, 1, user(1));
        believe(&sessions, 2, user(2));
        sessions.forget_user(user(1).id);
        assert!(sessions.user(&[1], NOW).is_err());
        assert_eq!(sessions.user(&[2], NOW), Ok(user(2)));
    }

    #[test]
    fn what_was_looked_up_before_a_change_is_not_believed_after_it() {
        let sessions = BelievedSessions::default();
        let looked_up = sessions.user(&[1], NOW).expect_err("it is not known yet");
        sessions.forget_user(user(1).id);
        sessions.keep(vec![1], user(1), NOW, looked_up);
        assert!(sessions.user(&[1], NOW).is_err());
    }
}
