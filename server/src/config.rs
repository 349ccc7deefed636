//! How the server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use domain::Invalid;

/// What `touchstone serve` can be told.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct ServeConfig {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:3600", env = "TOUCHSTONE_LISTEN")]
    pub listen: SocketAddr,
    /// A host name that browsers reach this server by, beside the loopback names. Can be given several times.
    #[arg(long = "host", env = "TOUCHSTONE_HOSTS", value_delimiter = ',')]
    pub hosts: Vec<String>,
    /// A proxy in front of this server speaks https: cookies are for https only.
    #[arg(long, env = "TOUCHSTONE_HTTPS")]
    pub https: bool,
    /// Allow plain http beyond this machine. Passwords and labels then cross the network in the clear.
    #[arg(long)]
    pub insecure_http: bool,
    /// Sign everybody on this machine in as the admin of a demo set.
    #[arg(long)]
    pub demo: bool,
    /// Write logs as JSON.
    #[arg(long, env = "TOUCHSTONE_LOG_JSON")]
    pub log_json: bool,
}

impl ServeConfig {
    /// The first thing that is wrong with it, in words.
    pub fn check(&self) -> Result<(), Invalid> {
        let loopback = self.listen.ip().is_loopback();
        if self.demo && !loopback {
            return Err(Invalid::new("--demo lets everybody in, so it only listens on this machine: use --listen 127.0.0.1:PORT"));
        }
        if !loopback && !self.https && !self.insecure_http {
            let words =
                "plain http beyond this machine is refused: put a proxy with https in front and say --https, or say --insecure-http";
            return Err(Invalid::new(words));
        }
        if !loopback && self.hosts.is_empty() {
            return Err(Invalid::new("say which host name browsers use, with --host NAME: requests for any other are refused"));
        }
        Ok(())
    }
}

/// Options of every command stand last in its help.
pub const OF_EVERY_COMMAND: usize = 1000;

/// Where things are kept, for every command.
#[derive(Debug, Clone, Args)]
pub struct Storage {
    /// The data directory: SQLite, search index, uploads.
    #[arg(long, global = true, display_order = OF_EVERY_COMMAND, env = "TOUCHSTONE_DATA", default_value = "touchstone-data")]
    pub data: PathBuf,
    /// Keep everything in this PostgreSQL instead of SQLite; index and uploads stay in the data directory.
    #[arg(long, global = true, display_order = OF_EVERY_COMMAND, env = "TOUCHSTONE_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
}

impl Storage {
    /// Where the store is.
    pub fn location(&self) -> store::Location {
        match &self.database_url {
            Some(url) => store::Location::Postgres(url.clone()),
            None => store::Location::Directory(self.data.clone()),
        }
    }
}
