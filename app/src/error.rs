//! The one error that crosses the wire, as data; its HTTP status is decided here and nowhere else.

use leptos::server_fn::Bytes;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

use crate::api::JsonString;

/// What a page or a program is told when something cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Error {
    /// Nobody is signed in.
    #[error("you are signed out: sign in again; what you did is kept in this browser and will be sent")]
    SignedOut,
    /// The member's role does not allow it.
    #[error("your role does not allow this: ask an admin")]
    Forbidden,
    /// It is not there.
    #[error("there is no such {0}")]
    NotFound(String),
    /// What was sent cannot be taken.
    #[error("{0}")]
    Invalid(String),
    /// Somebody was faster.
    #[error("{0}")]
    Conflict(String),
    /// Too much at once.
    #[error("the server has too much to do; it is tried again")]
    Busy,
    /// Whoever asks has too much open, in words.
    #[error("{0}")]
    TooMany(String),
    /// What the server keeps things in cannot be used now, in words.
    #[error("{0}")]
    Unavailable(String),
    /// The server failed; its log says why.
    #[error("the server failed; its log says why")]
    Failed,
    /// The server cannot be reached.
    #[error("the server cannot be reached")]
    Offline,
}

impl Error {
    /// After how many seconds the same request may succeed, where waiting helps.
    pub const fn retry_after(&self) -> Option<u16> {
        match self {
            Self::Busy => Some(1),
            Self::TooMany(_) | Self::Unavailable(_) => Some(10),
            _ => None,
        }
    }

    /// The HTTP status that goes with it.
    pub const fn status(&self) -> u16 {
        match self {
            Self::SignedOut => 401,
            Self::Forbidden => 403,
            Self::NotFound(_) => 404,
            Self::Invalid(_) => 422,
            Self::Conflict(_) => 409,
            Self::TooMany(_) => 429,
            Self::Busy | Self::Unavailable(_) => 503,
            Self::Failed | Self::Offline => 500,
        }
    }
}

impl FromServerFnError for Error {
    type Encoder = JsonString;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Request(_) => Self::Offline,
            ServerFnErrorErr::Args(reason) | ServerFnErrorErr::MissingArg(reason) | ServerFnErrorErr::Deserialization(reason) => {
                Self::Invalid(reason)
            }
            _ => Self::Failed,
        }
    }

    fn ser(&self) -> Bytes {
        crate::api::answer_with(self);
        serde_json::to_vec(self).unwrap_or_default().into()
    }
}

impl From<domain::Invalid> for Error {
    fn from(invalid: domain::Invalid) -> Self {
        Self::Invalid(invalid.0)
    }
}
