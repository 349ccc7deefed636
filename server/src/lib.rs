//! The Touchstone process: command line, HTTP, sessions, security, jobs, imports, search.

mod agreement;
mod believed;
mod changes;
pub mod cli;
mod config;
mod demo;
mod edge;
mod error;
mod evaluation;
mod export;
mod freezes;
mod http;
mod import;
mod invitation;
mod jobs;
mod lints;
mod retrieve;
mod search;
mod services;
mod telemetry;
mod uploads;
mod verify;
mod work;

pub use config::ServeConfig;
pub use demo::prepare as fill_demo;
pub use edge::Edge;
pub use error::Error;
pub use http::{App, form_paths, machine_api_paths, page_paths, router, stream_paths};
pub use services::ServerServices;
