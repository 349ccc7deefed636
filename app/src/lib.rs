//! What a person sees, and the server functions that pages call.
//!
//! With `ssr` this is a library of the server; with `hydrate` it is the program in the browser. Pages are rendered by the
//! server; what lives in the browser is an `#[island]`, and only islands are in its program. A page never calls the
//! store: it calls a server function of [`api`], which asks the one policy function first.

// Views nest types deeper than the usual limit.
#![recursion_limit = "512"]

pub mod api;
mod browser;
pub mod error;
mod keys;
pub mod pages;
pub mod root;
#[cfg(feature = "ssr")]
pub mod shell;
pub mod ui;

pub use error::Error;
pub use root::App;

/// Makes ready to bring the page's islands to life; the page's script then calls each.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_islands();
}
