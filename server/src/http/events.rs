//! Server-sent events: a set's pages are told that something in it changed, and never what. They ask again then, as whoever they are.

use std::convert::Infallible;
use std::time::Duration;

use app::Error;
use app::api::context::{Viewer, may_of, permitted};
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use domain::id::SetId;
use domain::role::Permission;
use futures_util::stream;

use super::app::App;
use super::authenticate::Session;
use crate::changes::{Full, Listener, Told};

/// How often it is looked whether a listener may still know of the set, where nothing says that this changed.
const CHECK: Duration = Duration::from_secs(5);
/// How often a line is sent that says nothing, so that whatever stands between keeps the connection.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// `GET /sets/{set}/events`.
pub async fn events(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(set): Path<String>,
    parts: Parts,
) -> Result<Response, Error> {
    let (member, found) = permitted(&app.services.store, &viewer.0, Permission::Read, &set).await?;
    let listener = app.services.changes.listen(found.id, member.id).await?.map_err(full)?;
    let session = Session::of(&app, &parts);
    let begun = Event::default().retry(pause(&app));
    let open = Open { app, session, set: found.id, listener };
    let events = stream::unfold((open, Some(begun)), |(mut open, begun)| async move {
        let event = match begun {
            Some(begun) => begun,
            None => open.next().await?,
        };
        Some((Ok::<_, Infallible>(event), (open, None)))
    });
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), "no");
    Ok(([unbuffered], Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))).into_response())
}

fn full(full: Full) -> Error {
    let later = "this page shows what is new when it is loaded again";
    match full {
        Full::Member => Error::TooMany(format!("you have too many pages of sets open that follow what changes: close some; {later}")),
        Full::Server => Error::Unavailable(format!("too many pages follow what changes: {later}")),
    }
}

/// How long a browser waits before it connects again; each another time, so that after a restart they do not come all at once.
fn pause(app: &App) -> Duration {
    let random = (app.edge().random)();
    Duration::from_millis(2000 + u64::from(u16::from_le_bytes([random[0], random[1]])) % 6000)
}

/// A stream that somebody reads.
struct Open {
    app: App,
    session: Session,
    set: SetId,
    listener: Listener,
}

impl Open {
    /// The next event; none when the stream ends, because the server stops or they may not know of the set any more.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let told = tokio::time::timeout(CHECK, self.listener.told()).await.unwrap_or(Told::AskAgain);
            if told == Told::Ended || !self.may_listen().await {
                return None;
            }
            if told == Told::Changed {
                // An event without data is none to a browser.
                return Some(Event::default().event("changed").data("{}"));
            }
        }
    }

    /// Whether they are still signed in and may read the set. Who cannot be asked about ends it, and connects again.
    async fn may_listen(&self) -> bool {
        match self.session.user(&self.app).await {
            Ok(Some(user)) => may_of(&self.app.services.store, &user, Permission::Read, Some(self.set)).await.unwrap_or(false),
            Ok(None) | Err(_) => false,
        }
    }
}
