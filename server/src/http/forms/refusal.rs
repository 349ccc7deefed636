//! A form that is refused is answered by the page that it stands on, which says why and has what stood in the form.

use app::Error;
use app::api::RefusedForm;
use axum::Form;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, MatchedPath, Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{page_of, page_request};
use crate::http::app::App;
use crate::http::{BODY_LIMIT, page_with};

/// How much is read of what an extractor says of a form that it cannot read.
const LONGEST: usize = 10_000;

/// Lets a form be answered; where it is refused, by a page.
pub async fn as_page(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let asked = parts.clone();
    let (answer, body) = match to_bytes(body, BODY_LIMIT).await {
        Ok(body) => (next.run(Request::from_parts(parts, Body::from(body.clone()))).await, body),
        Err(_) => (Error::Invalid("the form is too large, or did not come whole: send less of it".into()).into_response(), Bytes::new()),
    };
    if !(answer.status().is_client_error() || answer.status().is_server_error()) || is_page(&answer) {
        return answer;
    }
    match page(&app, answer, asked, body).await {
        Ok(page) => page,
        Err(error) => error.into_response(),
    }
}

fn is_page(answer: &Response) -> bool {
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// The form's page, with what was refused of it, and the refusal's own status.
async fn page(app: &App, answer: Response, asked: Parts, body: Bytes) -> Result<Response, Error> {
    let sent = Request::from_parts(asked.clone(), Body::from(body));
    let fields = Form::<Vec<(String, String)>>::from_request(sent, &()).await.map(|Form(fields)| fields).unwrap_or_default();
    let form = asked.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let address = page_of(form, &asked.uri, &fields);
    let (status, retry_after) = (answer.status(), answer.headers().get(RETRY_AFTER).cloned());
    let refused = RefusedForm { error: error_of(answer).await, fields };
    let mut page = page_with(app, refused, page_request(&address, asked)?).await;
    *page.status_mut() = status;
    if let Some(seconds) = retry_after {
        page.headers_mut().insert(RETRY_AFTER, seconds);
    }
    Ok(page)
}

/// Why it was refused: as the form's function says, or else in the words of who could not read the form.
async fn error_of(answer: Response) -> Error {
    if let Some(error) = answer.extensions().get::<Error>() {
        return error.clone();
    }
    let said = to_bytes(answer.into_body(), LONGEST).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    Error::Invalid(format!("the form is not as its page sends it ({}): load the page again", said.trim()))
}
