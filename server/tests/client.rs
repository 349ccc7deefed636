//! Who asks the server, and how: `app.labeller("anna").get("/sets/guide").await.ok()`.

use std::fmt::Display;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request};
use domain::role::Role;
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::event_stream::EventStream;
use crate::response::Response;
use crate::test_app::TestApp;

/// Who asks.
pub enum Who {
    Anonymous,
    Member { role: Role, name: String },
    Program { secret: String },
}

/// Somebody who asks the server.
pub struct Client<'a> {
    app: &'a TestApp,
    who: Who,
    headers: HeaderMap,
}

impl<'a> Client<'a> {
    pub fn new(app: &'a TestApp, who: Who) -> Self {
        Self { app, who, headers: HeaderMap::new() }
    }

    /// Sends a header too, in place of what would be sent under its name.
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(HeaderName::from_static(name), text(value));
        self
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, "", String::new()).await
    }

    pub async fn post_json(&self, path: &str, json: impl Display) -> Response {
        self.send(Method::POST, path, "application/json", json.to_string()).await
    }

    /// Sends a form's fields, encoded.
    pub async fn post_form(&self, path: &str, fields: &str) -> Response {
        self.send(Method::POST, path, "application/x-www-form-urlencoded", fields.to_owned()).await
    }

    pub async fn post_text(&self, path: &str, body: &str) -> Response {
        self.send(Method::POST, path, "text/plain", body.to_owned()).await
    }

    /// Begins to read an answer that goes on.
    pub async fn listen(&self, path: &str) -> EventStream {
        let (parts, body) = self.answer(Method::GET, path, "", String::new()).await.into_parts();
        assert_eq!(parts.status, 200, "GET {path} as {}", self.name());
        EventStream::new(parts.headers, body)
    }

    async fn answer(&self, method: Method, path: &str, content_type: &'static str, body: String) -> axum::response::Response {
        let mut request = Request::builder().method(method).uri(path).body(Body::from(body)).expect("a request");
        *request.headers_mut() = self.headers(content_type).await;
        self.app.router.clone().oneshot(request).await.expect("an answer")
    }

    pub async fn send(&self, method: Method, path: &str, content_type: &'static str, body: String) -> Response {
        let asked = format!("{method} {path} as {}", self.name());
        let (parts, body) = self.answer(method, path, content_type, body).await.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        Response { asked, status: parts.status, headers: parts.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    fn name(&self) -> String {
        match &self.who {
            Who::Anonymous => "nobody".into(),
            Who::Member { role, name } => format!("{name}, {}", role.word()),
            Who::Program { .. } => "a program".into(),
        }
    }

    async fn headers(&self, content_type: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("host", text("localhost"));
        if !content_type.is_empty() {
            headers.insert("content-type", text(content_type));
        }
        if content_type == "application/json" {
            headers.insert("accept", text(content_type));
        }
        match &self.who {
            Who::Program { secret } => drop(headers.insert("authorization", text(&format!("Bearer {secret}")))),
            Who::Anonymous => drop(headers.insert("sec-fetch-site", text("same-origin"))),
            Who::Member { role, name } => {
                headers.insert("sec-fetch-site", text("same-origin"));
                headers.insert("cookie", text(&self.app.cookie(*role, name).await));
            }
        }
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        headers
    }
}

fn text(value: &str) -> HeaderValue {
    HeaderValue::from_str(value).expect("a header's value")
}
