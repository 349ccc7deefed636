//! `touchstone query`.

use clap::Subcommand;
use serde_json::json;
use store::Store;

use super::said::Said;
use super::set::find_set;
use crate::Error;

/// What can be done with a query.
#[derive(Debug, Subcommand)]
pub enum QueryCommand {
    /// Erase a query with its labels, answers and history, from every version too. The versions keep its hash, so that their
    /// root hashes still verify. It cannot be taken back.
    Erase {
        /// The set's name.
        #[arg(long)]
        set: String,
        /// The query, by the id that its file gave it.
        query: String,
    },
}

pub(super) async fn run(store: &Store, command: QueryCommand) -> Result<Said, Error> {
    let QueryCommand::Erase { set: name, query } = command;
    let set = find_set(store, &name).await?;
    let missing = || Error::Input(format!("the set {name} has no query {query:?}"));
    let id = *store.query_ids(set.id, std::slice::from_ref(&query)).await?.get(&query).ok_or_else(missing)?;
    store.erase_query(set.id, id).await?;
    Ok(Said::new(format!("erased {query}"), json!({ "erased": query })))
}
