//! What a server function gets from the server: the store, the search index, the clock, and who asks.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::request::Parts;
use domain::agreement::{AgreementFilter, AgreementReport, Case, CellPage};
use domain::corpus::Chunking;
use domain::evaluation::{ByMeasure, Comparison, ScoredRun};
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, JobId, SetId, UserId};
use domain::job::Work;
use domain::lint_report::Linting;
use domain::member::Member;
use domain::page::Page;
use domain::role::{Permission, Role};
use domain::run::Run;
use domain::timestamp::Timestamp;
use domain::user::User;
use leptos::prelude::{expect_context, use_context};
use leptos_axum::ResponseOptions;
use store::Store;

use crate::Error;

/// What a service gives when it is done.
pub type Eventually<T, E = Error> = Pin<Box<dyn Future<Output = Result<T, E>> + Send>>;

/// What the server does for server functions besides keeping things.
pub trait Services: Send + Sync + 'static {
    /// The best chunks of a chunking for a text, with their scores.
    fn search(&self, chunking: Chunking, text: String, limit: usize) -> Eventually<Vec<(ChunkId, f32)>>;
    /// A run scored against a version.
    fn evaluate(&self, version: store::Version, run: Run) -> Eventually<Arc<ScoredRun>, store::Error>;
    /// The same, where it is known or soon is; else it is known later on.
    fn scored_soon(&self, version: store::Version, run: Run) -> Eventually<Option<Arc<ScoredRun>>, store::Error>;
    /// How a run compares with another one on a version: the first is the one before.
    fn compare(&self, version: store::Version, from: Run, to: Run) -> Eventually<Arc<ByMeasure<Comparison>>>;
    /// How far labellers agree, as a reader may see it, and a page of the cases of a cell of a matrix.
    fn agreement(&self, set: GoldenSet, filter: AgreementFilter, reader: Reader, cell: Option<CellPage>) -> Eventually<AgreementWithCases>;
    /// What the linter finds in a set; it looks again at what changed since.
    fn lint(&self, set: SetId) -> Eventually<Linting, store::Error>;
    /// What the linter found in a set, and how far it is when it is looking.
    fn linting(&self, set: SetId) -> Eventually<Linting, store::Error>;
    /// Why the last freeze of a set that nobody waited for made no version, in words.
    fn freeze_failure(&self, set: SetId) -> Option<String>;
    /// That what a user may do has changed: they are asked about again, by their next request and by what they listen to.
    fn rights_changed(&self, user: UserId);
    /// The machine API, as OpenAPI.
    fn openapi(&self) -> serde_json::Value;
    /// Begins a job and gives its id.
    fn begin(&self, work: Work, by: UserId) -> Eventually<JobId>;
    /// Ends a job that runs.
    fn cancel(&self, job: JobId) -> Eventually<()>;
    /// Makes an invitation, to a set or to all, and gives its path, token included.
    fn invite(&self, role: Role, set: Option<SetId>, by: UserId) -> Eventually<String>;
}

/// A report, and the cases of the cell that was asked for.
pub type AgreementWithCases = (AgreementReport, Option<Page<Case>>);

/// Who reads a set's agreement.
#[derive(Debug, Clone)]
pub enum Reader {
    /// Sees what their role in the set does, and nothing of queries that they are asked to label.
    Member(Member),
    /// A program with a token: sees no persons.
    Program,
    /// Whoever has the database sees everything.
    Database,
}

/// What every server function needs; the server provides it as context.
#[derive(Clone)]
pub struct Context {
    /// What is kept.
    pub store: Store,
    /// What the server does.
    pub services: Arc<dyn Services>,
    pub clock: fn() -> Timestamp,
    /// Where new ids come from.
    pub new_id: fn() -> uuid::Uuid,
    /// Whether everybody on this machine is let in as the demo admin.
    pub demo: bool,
}

/// Who asks, as the session middleware found out.
#[derive(Debug, Clone)]
pub struct Viewer(pub User);

/// The context of the request.
pub fn context() -> Context {
    expect_context::<Context>()
}

/// Who asks, if somebody is signed in.
pub fn signed_in() -> Option<User> {
    use_context::<Parts>().and_then(|parts| parts.extensions.get::<Viewer>().map(|viewer| viewer.0.clone()))
}

/// Who asks, if they may do that where it concerns no set.
pub fn allowed(permission: Permission) -> Result<(User, Context), Error> {
    let user = signed_in().ok_or(Error::SignedOut)?;
    if user.role.may(permission) { Ok((user, context())) } else { Err(Error::Forbidden) }
}

/// Who asks, with the role that they have in the set of this name, if they may do that in it; and the set.
pub async fn allowed_in(permission: Permission, set: &str) -> Result<(Member, Context, GoldenSet), Error> {
    let user = signed_in().ok_or(Error::SignedOut)?;
    let context = context();
    let (member, set) = permitted(&context.store, &user, permission, set).await?;
    Ok((member, context, set))
}

/// The set of this name, and a user as it knows them, if they may do that in it. Who may do it in no set of their own accord is
/// not told that there is none of this name.
pub async fn permitted(store: &Store, user: &User, permission: Permission, set: &str) -> Result<(Member, GoldenSet), Error> {
    match store.set_for(set, user.id).await? {
        Some((set, given)) => {
            let member = Member::of_set(user, given);
            if member.role.may(permission) { Ok((member, set)) } else { Err(Error::Forbidden) }
        }
        None if user.role.may(permission) => Err(Error::NotFound("set".into())),
        None => Err(Error::Forbidden),
    }
}

/// Whether a user may do that to what belongs to a set, or to none, as a job does.
pub async fn may_of(store: &Store, user: &User, permission: Permission, set: Option<SetId>) -> Result<bool, Error> {
    let given = match set {
        Some(set) => store.given_role(set, user.id).await?,
        None => None,
    };
    Ok(user.role.in_set(given).may(permission))
}

/// The error as an answer to a program or a form.
impl axum::response::IntoResponse for Error {
    fn into_response(self) -> axum::response::Response {
        let status = axum::http::StatusCode::from_u16(self.status()).unwrap_or(axum::http::StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after();
        let mut response = (status, axum::Json(&self)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        // A form's answer becomes a page that says it.
        response.extensions_mut().insert(self);
        response
    }
}

/// Makes the answer that is being made, if one is, that of an error: its status, and when to try again.
pub fn answer_with(error: &Error) {
    answer_with_status(error.status());
    if let (Some(options), Some(seconds)) = (use_context::<ResponseOptions>(), error.retry_after()) {
        options.insert_header(axum::http::header::RETRY_AFTER, seconds.into());
    }
}

/// Sets the status of the answer that is being made, if one is.
pub fn answer_with_status(status: u16) {
    if let (Some(options), Ok(status)) = (use_context::<ResponseOptions>(), axum::http::StatusCode::from_u16(status)) {
        options.set_status(status);
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Conflict(rule) => Self::Conflict(rule.to_string()),
            store::Error::Invalid(invalid) => invalid.into(),
            store::Error::Busy => Self::Busy,
            store::Error::DiskFull | store::Error::Unusable(_) => {
                tracing::error!(%error, "the store cannot be used");
                Self::Unavailable(error.to_string())
            }
            store::Error::Unavailable(cause) => {
                tracing::error!(%cause, "the database cannot be used now");
                Self::Unavailable("the database cannot be used now: it is tried again".into())
            }
            store::Error::Damaged(_) | store::Error::Database(_) => {
                tracing::error!(%error, "the store failed");
                Self::Failed
            }
        }
    }
}
