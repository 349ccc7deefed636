//! Where logs go. No query, chunk or answer is ever logged.

use tracing_subscriber::EnvFilter;

/// Logs to stderr, as lines for people or as JSON; `RUST_LOG` narrows them.
pub fn start(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,tantivy=warn"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = if json { builder.json().try_init() } else { builder.with_target(false).try_init() };
    if let Err(error) = started {
        eprintln!("touchstone: logs are not written: {error}");
    }
}
