//! `touchstone token`.

use clap::Subcommand;
use domain::id::TokenId;
use domain::token::{PREFIX, Scope, Token};
use serde_json::json;
use store::Store;

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::edge::{Edge, token_hash};

/// What can be done with API tokens.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Make a token and print it, once.
    Create {
        /// The set that it is for.
        #[arg(long)]
        set: String,
        /// What it is called.
        #[arg(long)]
        name: String,
        /// What it allows: export:read, import:write, evaluate. May be given several times.
        #[arg(long = "scope", required = true)]
        scopes: Vec<Scope>,
        /// How many days it works.
        #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(i64).range(1..=366))]
        days: i64,
    },
    /// List a set's tokens, without their secrets.
    List {
        /// The set's name.
        #[arg(long)]
        set: String,
    },
    /// Take a token back.
    Revoke {
        /// The set's name.
        #[arg(long)]
        set: String,
        /// The token's id, as the list has it.
        id: TokenId,
    },
}

pub(super) async fn run(store: &Store, edge: Edge, command: TokenCommand) -> Result<Said, Error> {
    match command {
        TokenCommand::Create { set, name, scopes, days } => create(store, edge, &set, name, scopes, days).await,
        TokenCommand::List { set } => {
            let tokens = store.tokens(find_set(store, &set).await?.id).await?;
            let lines: Vec<String> = tokens.iter().map(line).collect();
            Ok(Said::new(lines.join("\n"), json!({ "tokens": tokens })))
        }
        TokenCommand::Revoke { set, id } => {
            let revoked = store.revoke_token(find_set(store, &set).await?.id, id, edge.now()).await?;
            if revoked {
                Ok(Said::new(format!("revoked {id}"), json!({ "revoked": id })))
            } else {
                Err(Error::Input(format!("the set {set} has no token {id} that still works")))
            }
        }
    }
}

async fn create(store: &Store, edge: Edge, set: &str, name: String, scopes: Vec<Scope>, days: i64) -> Result<Said, Error> {
    let (secret, _) = edge.new_token();
    let secret = format!("{PREFIX}{secret}");
    let now = edge.now();
    let token = Token {
        id: edge.new_id(),
        set: find_set(store, set).await?.id,
        name,
        scopes,
        created_at: now,
        expires_at: now.plus_seconds(days * 24 * 3600),
        last_used_at: None,
        revoked_at: None,
    };
    let (id, expires_at) = (token.id, token.expires_at);
    store.add_token(token, token_hash(&secret)).await?;
    let words = format!("{secret}\nit works until {expires_at} UTC and is not shown again; its id is {id}");
    Ok(Said::new(words, json!({ "token": secret, "id": id, "expires_at": expires_at })))
}

fn line(token: &Token) -> String {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.word()).collect();
    let state = if token.revoked_at.is_some() { "revoked".to_owned() } else { format!("until {}", token.expires_at) };
    format!("{}  {}  {}  {state}", token.id, domain::text::visible(&token.name), scopes.join(" "))
}
