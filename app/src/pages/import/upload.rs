//! Uploading a file.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use crate::Error;
use crate::ui::load::sentence;

/// A form that uploads one file with a progress bar; the server answers with a job.
#[component]
pub fn UploadForm(
    kind: &'static str,
    title: &'static str,
    hint: &'static str,
    begun: RwSignal<usize>,
    children: Children,
) -> impl IntoView {
    let upload = Upload { sent: RwSignal::new(None), failure: RwSignal::new(None), begun };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        upload.failure.set(None);
        let Some(form) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlFormElement>().ok()) else { return };
        if let Err(problem) = upload.send(&form, kind) {
            upload.failure.set(Some(problem));
        }
    };
    view! {
        <form class="fields upload" on:submit=submit>
            <h2>{title}</h2>
            <p class="facts">{hint}</p>
            {children()}
            <label>"File " <input type="file" name="file" required /></label>
            <button class="button primary" disabled=move || upload.sent.get().is_some()>
                "Import"
            </button>
            {move || upload.sent.get().map(|share| view! { <SentShare share /> })}
            {move || upload.failure.get().map(|failure| view! { <UploadFailure failure /> })}
        </form>
    }
}

#[component]
fn SentShare(share: f64) -> impl IntoView {
    view! { <progress class="wide" max="1" value=share.to_string() aria-label="Sent"></progress> }
}

#[component]
fn UploadFailure(failure: String) -> impl IntoView {
    view! {
        <p class="error-note" role="alert">
            {sentence(&failure)}
        </p>
    }
}

/// An upload on its way.
#[derive(Clone, Copy)]
struct Upload {
    /// How much of the file is sent, while it is.
    sent: RwSignal<Option<f64>>,
    /// Why it failed, in words.
    failure: RwSignal<Option<String>>,
    /// How many jobs have begun.
    begun: RwSignal<usize>,
}

impl Upload {
    /// Sends the form's file, with its other fields in the address. The browser's older API is used because it tells how far
    /// the upload is.
    fn send(self, form: &web_sys::HtmlFormElement, kind: &str) -> Result<(), String> {
        let said = |_| "the browser could not start the upload".to_owned();
        let data = web_sys::FormData::new_with_form(form).map_err(said)?;
        let file: web_sys::File = data.get("file").dyn_into().map_err(|_| "choose a file".to_owned())?;
        let request = web_sys::XmlHttpRequest::new().map_err(said)?;
        request.open("POST", &address(kind, &file, &data).map_err(said)?).map_err(said)?;
        request.set_request_header("content-type", "application/octet-stream").map_err(said)?;
        self.sent.set(Some(0.0));
        let progress = Closure::<dyn Fn(web_sys::ProgressEvent)>::new(move |event: web_sys::ProgressEvent| {
            self.sent.set(Some(event.loaded() / event.total().max(1.0)));
        });
        request.upload().map_err(said)?.set_onprogress(Some(progress.as_ref().unchecked_ref()));
        progress.forget();
        let ended = request.clone();
        let end = Closure::once(move || self.ended(&ended));
        request.set_onloadend(Some(end.as_ref().unchecked_ref()));
        end.forget();
        request.send_with_opt_blob(Some(&file)).map_err(said)
    }

    fn ended(self, request: &web_sys::XmlHttpRequest) {
        self.sent.set(None);
        if request.status() == Ok(202) {
            self.begun.update(|begun| *begun += 1);
        } else {
            let answer = request.response_text().ok().flatten().unwrap_or_default();
            let told = serde_json::from_str::<Error>(&answer)
                .map_or_else(|_| "the server was not reached; send the file again".to_owned(), |error| error.to_string());
            self.failure.set(Some(told));
        }
    }
}

/// Where a file is sent.
fn address(kind: &str, file: &web_sys::File, data: &web_sys::FormData) -> Result<String, JsValue> {
    let fields = web_sys::UrlSearchParams::new()?;
    fields.append("kind", kind);
    fields.append("file", &file.name());
    for name in ["set", "corpus", "chunking", "column", "source", "retriever", "commit", "judge", "labeller", "map"] {
        if let Some(value) = data.get(name).as_string().filter(|value| !value.is_empty()) {
            fields.append(name, &value);
        }
    }
    Ok(format!("/api/v1/imports?{}", String::from(fields.to_string())))
}
