//! The server in process, with a member of each role.
#![allow(dead_code, clippy::disallowed_methods)]

pub mod place;

use std::path::PathBuf;
use std::process::Command;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use domain::id::UserId;
use domain::role::Role;
use domain::timestamp::Timestamp;
use http_body_util::BodyExt;
use server::{App, Edge, ServeConfig, ServerServices, router};
use store::{Location, NewSession, NewUser, Store};
use tempfile::TempDir;
use tower::ServiceExt;
use uuid::Uuid;

/// A server and the directory that it lives in.
pub struct Server {
    pub router: Router,
    pub store: Store,
    pub directory: TempDir,
}

/// Now, for sessions that must not have ended.
pub fn now() -> Timestamp {
    let millis = std::time::UNIX_EPOCH.elapsed().expect("after 1970").as_millis();
    Timestamp(i64::try_from(millis).expect("before the year 292 million"))
}

pub fn config(demo: bool) -> ServeConfig {
    ServeConfig {
        listen: ([127, 0, 0, 1], 0).into(),
        hosts: vec!["touchstone.example".into()],
        https: false,
        insecure_http: false,
        demo,
        log_json: false,
    }
}

pub async fn server(demo: bool) -> Server {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::open(&Location::Directory(directory.path().into())).await.expect("a store");
    let services = ServerServices::new(store.clone(), directory.path().into(), Edge::MACHINE);
    if demo {
        server::fill_demo(&services).await.expect("the demo");
    }
    Server { router: router(App::new(services, config(demo))), store, directory }
}

/// A server with the demo's set, where who asks has to be signed in.
pub async fn server_with_guide() -> Server {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::open(&Location::Directory(directory.path().into())).await.expect("a store");
    let services = ServerServices::new(store.clone(), directory.path().into(), Edge::MACHINE);
    server::fill_demo(&services).await.expect("the demo");
    Server { router: router(App::new(services, config(false))), store, directory }
}

/// An answer, read whole.
pub struct Answer {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Server {
    /// Makes a member and gives the cookie of their session.
    pub async fn member(&self, role: Role) -> String {
        let id = UserId(Uuid::now_v7());
        let user = NewUser { id, name: format!("{} {id}", role.word()), password_hash: String::new(), role, created_at: now() };
        self.store.add_user(user).await.expect("a user");
        let token = Uuid::new_v4().to_string();
        let token_hash = <sha2::Sha256 as sha2::Digest>::digest(token.as_bytes()).to_vec();
        self.store
            .add_session(NewSession { token_hash, user: id, created_at: now(), expires_at: now().plus_seconds(600) })
            .await
            .expect("a session");
        format!("touchstone={token}")
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response: Response<Body> = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    pub async fn get(&self, path: &str, cookie: &str) -> Answer {
        self.send(request(Method::GET, path, cookie).body(Body::empty()).expect("a request")).await
    }

    pub async fn call(&self, function: &str, cookie: &str, arguments: &str) -> Answer {
        let request =
            request(Method::POST, function, cookie).header("content-type", "application/json").header("accept", "application/json");
        self.send(request.body(Body::from(arguments.to_owned())).expect("a request")).await
    }
}

pub fn request(method: Method, path: &str, cookie: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "localhost").header("cookie", cookie).header("sec-fetch-site", "same-origin")
}

/// Runs the program on a directory; gives its exit code, stdout and stderr.
pub fn touchstone(data: &std::path::Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_touchstone")).arg("--data").arg(data).args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

/// A folder of the test data beside the project, where it is there; without it the test says so and ends.
pub fn test_data(folder: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(folder);
    if !path.is_dir() {
        eprintln!("skipped: the test data {folder} is not beside the project");
        return None;
    }
    Some(path)
}
