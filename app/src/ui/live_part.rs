//! A part of a page that follows the set without a reload. The server renders it; when something in the set changed the browser
//! loads the page again and takes from it what differs in the part.

mod likeness;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, XmlHttpRequest};

use self::likeness::become_like;
use super::changes::when_changed;

#[island]
pub fn LivePart(
    /// The part's id in the page.
    id: String,
    children: Children,
) -> impl IntoView {
    let part = id.clone();
    when_changed(move || {
        let part = part.clone();
        // Where the page does not come, the part stays as it was.
        let _ = load_page(move |page| {
            if let (Some(now), Some(newest)) = (document().get_element_by_id(&part), page.get_element_by_id(&part)) {
                become_like(&now, &newest);
            }
        });
    });
    view! { <div id=id>{children()}</div> }
}

/// Loads the page of this address again, as a document beside the one that is shown.
fn load_page(then: impl FnOnce(Document) + 'static) -> Result<(), JsValue> {
    let request = XmlHttpRequest::new()?;
    request.open("GET", &window().location().href()?)?;
    js_sys::Reflect::set(&request, &"responseType".into(), &"document".into())?;
    let answered = request.clone();
    let answer = Closure::once_into_js(move || {
        if let Ok(Some(page)) = answered.response_xml() {
            then(page);
        }
    });
    request.set_onload(Some(answer.unchecked_ref()));
    request.send()
}
