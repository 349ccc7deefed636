//! An answer of the server, read whole, whose assertions say what came.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

pub struct Response {
    /// What was asked, and by whom.
    pub asked: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Response {
    #[track_caller]
    pub fn status(self, expected: u16) -> Self {
        assert_eq!(self.status.as_u16(), expected, "{self}");
        self
    }

    #[track_caller]
    pub fn ok(self) -> Self {
        self.status(200)
    }

    #[track_caller]
    pub fn unauthorized(self) -> Self {
        self.status(401)
    }

    #[track_caller]
    pub fn forbidden(self) -> Self {
        self.status(403)
    }

    #[track_caller]
    pub fn not_found(self) -> Self {
        self.status(404)
    }

    #[track_caller]
    pub fn unprocessable(self) -> Self {
        self.status(422)
    }

    /// Refuses who may not, and nobody else.
    #[track_caller]
    pub fn lets_in_only_if(self, may: bool) -> Self {
        assert_ne!(self.status, StatusCode::UNAUTHORIZED, "{self}");
        assert_eq!(self.status != StatusCode::FORBIDDEN, may, "{self}");
        assert!(!self.status.is_server_error(), "{self}");
        self
    }

    /// Sends the browser on; gives where.
    #[track_caller]
    pub fn redirects(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{self}");
        self.header("location")
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).unwrap_or_else(|| panic!("there is no header {name}: {self}"));
        value.to_str().expect("text")
    }

    #[track_caller]
    pub fn contains(self, words: &str) -> Self {
        assert!(self.text.contains(words), "it lacks {words:?}: {self}");
        self
    }

    #[track_caller]
    pub fn lacks(self, words: &str) -> Self {
        assert!(!self.text.contains(words), "it has {words:?}: {self}");
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

impl std::fmt::Display for Response {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let excerpt: String = self.text.chars().take(600).collect();
        let location = self.headers.get("location").map(|to| format!(" to {to:?}")).unwrap_or_default();
        write!(f, "{}: {}{location}\n{excerpt}", self.asked, self.status)
    }
}
