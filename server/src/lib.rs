//! The Touchstone process: command line, HTTP, sessions, security, jobs, imports, search.

pub mod cli;
mod config;
mod demo;
mod edge;
mod evaluation;
mod export;
mod http;
mod import;
mod jobs;
mod retrieve;
mod search;
mod services;
mod telemetry;
mod verify;

pub use config::ServeConfig;
pub use demo::prepare as fill_demo;
pub use http::{App, machine_api_paths, page_paths, router};
pub use services::ServerServices;
