//! An answer that goes on, read an event at a time.

use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use http_body_util::BodyExt;
use tokio::time::timeout;

pub struct EventStream {
    pub headers: HeaderMap,
    body: Body,
    /// What came and was not given yet.
    text: String,
}

impl EventStream {
    pub fn new(headers: HeaderMap, body: Body) -> Self {
        Self { headers, body, text: String::new() }
    }

    /// The next event as it was sent, but for its blank line; none at the end of the stream.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                if block.starts_with("event:") {
                    return Some(block);
                }
            } else {
                let frame = self.body.frame().await?.expect("a frame");
                self.text += std::str::from_utf8(frame.data_ref().expect("data")).expect("UTF-8");
            }
        }
    }

    /// The next event, which comes within some seconds.
    #[track_caller]
    pub fn within(&mut self, seconds: u64) -> impl Future<Output = String> {
        let next = async move { timeout(Duration::from_secs(seconds), self.next()).await };
        async { next.await.expect("an event in time").expect("the stream goes on") }
    }

    /// Nothing comes for some seconds.
    pub async fn is_quiet_for(&mut self, seconds: u64) {
        let came = timeout(Duration::from_secs(seconds), self.next()).await;
        assert!(came.is_err(), "{came:?}");
    }

    /// The stream ends within some seconds, whatever comes before.
    pub async fn ends_within(&mut self, seconds: u64) {
        let ended = timeout(Duration::from_secs(seconds), async { while self.next().await.is_some() {} }).await;
        assert!(ended.is_ok(), "the stream goes on");
    }
}
