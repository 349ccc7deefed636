//! Whether what is pressed would be about the case that the reviewer sees: not while something is under way between the page and the
//! server, nor before somebody can have seen that the case is another one.

use leptos::prelude::*;

use super::screen::{SaveState, Screen};
use crate::browser::now;

/// The shortest time in which somebody sees that the case is another one, in milliseconds.
const SEEN_AFTER: i64 = 200;

/// What is under way between the page and the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnderWay {
    Decision,
    Case,
}

/// Why nothing is decided about a case that has been on the page for so many milliseconds.
fn not_yet(under_way: Option<UnderWay>, shown_for: i64) -> Option<&'static str> {
    match under_way {
        Some(UnderWay::Decision) => Some("What you decided is being saved, and nothing else was done: press it again afterwards."),
        Some(UnderWay::Case) => Some("Another case is coming, and nothing was done: press it again when you see the case."),
        None if shown_for < SEEN_AFTER => Some("The case has just changed, and nothing was decided about this one: press it again."),
        None => None,
    }
}

impl Screen {
    /// Whether the case on the page can be decided about now; else it says why not.
    pub fn may_decide(self) -> bool {
        self.is_free(now() - self.shown_at.get_value())
    }

    /// Whether something else can be done now; else it says why not.
    pub fn may_act(self) -> bool {
        self.is_free(SEEN_AFTER)
    }

    fn is_free(self, shown_for: i64) -> bool {
        let saving = self.save_state.with_untracked(|state| *state == SaveState::Saving);
        let under_way = if saving { Some(UnderWay::Decision) } else { self.coming.get_value().then_some(UnderWay::Case) };
        let why = not_yet(under_way, shown_for);
        if let Some(why) = why {
            self.message.set(why.to_owned());
        }
        why.is_none()
    }

    /// Another case is on the page from now on.
    pub fn another_case(self) {
        self.shown_at.set_value(now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pressed_before_a_case_can_have_been_seen_decides_nothing_and_says_so() {
        assert!(not_yet(Some(UnderWay::Decision), i64::MAX).is_some_and(|why| why.contains("being saved")));
        assert!(not_yet(Some(UnderWay::Case), i64::MAX).is_some_and(|why| why.contains("coming")));
        assert!(not_yet(None, SEEN_AFTER - 1).is_some_and(|why| why.contains("just changed")));
        assert_eq!(not_yet(None, SEEN_AFTER), None);
    }
}
