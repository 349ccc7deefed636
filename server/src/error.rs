//! What can go wrong in the process: one variant for each thing that a caller does differently. How the command line ends,
//! what HTTP answers and whether trying again helps follow from it, here and nowhere else.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A result of the process.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the process.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was given cannot be used; in words, with what would be right.
    #[error("{0}")]
    Input(String),
    /// An export is not as it was written, or nothing says how it was: everything that is off, in words.
    #[error("the golden set cannot be verified: {}", .0.join("; "))]
    Unverified(Vec<String>),
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Nobody wants it any more, or another server does it.
    #[error("cancelled")]
    Cancelled,
    /// The store said no or failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The search index failed.
    #[error("the search index failed: {0}")]
    Index(#[from] tantivy::TantivyError),
    /// What the process runs on failed; in words.
    #[error("{0}")]
    Environment(String),
    /// Part of the program panicked.
    #[error("it stopped on a fault of Touchstone's own; the log says where")]
    Panicked(#[from] tokio::task::JoinError),
}

impl Error {
    /// The error of reading a file.
    pub fn unreadable(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |error| Self::Unreadable { path: path.to_owned(), error }
    }

    /// The error of writing a file.
    pub fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |error| Self::Unwritable { path: path.to_owned(), error }
    }

    /// What is off about an export, whatever the error is.
    pub fn unverified(error: Self) -> Self {
        match error {
            Self::Unverified(problems) => Self::Unverified(problems),
            error => Self::Unverified(vec![error.to_string()]),
        }
    }

    /// How the process ends: 2 bad input or usage, 3 the environment failed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) | Self::Unverified(_) | Self::Store(store::Error::Conflict(_) | store::Error::Invalid(_)) => 2,
            Self::Unreadable { error, .. } if is_of_the_file(error.kind()) => 2,
            Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::Cancelled
            | Self::Store(_)
            | Self::Index(_)
            | Self::Environment(_)
            | Self::Panicked(_) => 3,
        }
    }

    /// Whether the same can succeed when it is tried again later.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Store(error) => error.is_temporary(),
            _ => self.is_disk_full(),
        }
    }

    fn is_disk_full(&self) -> bool {
        match self {
            Self::Unwritable { error, .. } => error.kind() == ErrorKind::StorageFull,
            Self::Index(tantivy::TantivyError::IoError(error)) => error.kind() == ErrorKind::StorageFull,
            Self::Store(error) => matches!(error, store::Error::DiskFull),
            _ => false,
        }
    }
}

/// Whether a file that cannot be read is the wrong file, and not on a failing disk.
fn is_of_the_file(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidInput
            | ErrorKind::InvalidData
            | ErrorKind::InvalidFilename
            | ErrorKind::UnexpectedEof
    )
}

impl From<domain::Invalid> for Error {
    fn from(invalid: domain::Invalid) -> Self {
        Self::Input(invalid.0)
    }
}

impl From<Error> for app::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(words) => Self::Invalid(words),
            Error::Store(error) => error.into(),
            error if error.is_disk_full() => {
                tracing::error!(%error, "the disk is full");
                store::Error::DiskFull.into()
            }
            error => {
                tracing::error!(%error, "the server failed");
                Self::Failed
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_and_the_status_follow_from_the_variant() {
        let io = |kind: ErrorKind| Error::unwritable(Path::new("f"))(kind.into());
        let missing = Error::unreadable(Path::new("f"))(ErrorKind::NotFound.into());
        let failing = Error::unreadable(Path::new("f"))(ErrorKind::Other.into());
        let cases = [
            (Error::Input("no".into()), 2, 422, None),
            (missing, 2, 500, None),
            (failing, 3, 500, None),
            (io(ErrorKind::PermissionDenied), 3, 500, None),
            (io(ErrorKind::StorageFull), 3, 503, Some(10)),
            (store::Error::Conflict(store::Rule::SetNameOnce).into(), 2, 409, None),
            (store::Error::Busy.into(), 3, 503, Some(1)),
            (store::Error::DiskFull.into(), 3, 503, Some(10)),
            (store::Error::Unusable("another Touchstone is using it".into()).into(), 3, 503, Some(10)),
            (store::Error::Damaged("it is damaged".into()).into(), 3, 500, None),
        ];
        for (error, code, status, retry_after) in cases {
            let words = error.to_string();
            assert_eq!(error.exit_code(), code, "{words}");
            let answer = app::Error::from(error);
            assert_eq!((answer.status(), answer.retry_after()), (status, retry_after), "{words}");
        }
    }
}
