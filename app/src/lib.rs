//! What a person sees, and the server functions that pages call.
//!
//! With `ssr` this is a library of the server; with `hydrate` it is the program in the browser. A page never calls the
//! store: it calls a server function of [`api`], which asks the one policy function first.

// Views nest types deeper than the usual limit.
#![recursion_limit = "512"]

pub mod api;
pub mod error;
pub mod pages;
pub mod root;
pub mod ui;

pub use error::Error;
pub use root::App;
#[cfg(feature = "ssr")]
pub use root::shell;

/// Takes over the page that the server rendered.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(App);
}
