//! Labelling: give out queries, take in operations.

use domain::assignment::{Assignment, LabelWork, Progress};
use domain::chunk::Chunk;
use domain::id::QueryId;
use domain::operation::{Acknowledgement, Operation};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

#[cfg(feature = "ssr")]
mod on_server;

/// How many operations are taken at once.
pub const MOST_OPERATIONS: usize = 100;

/// A chunk that a search found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    pub chunk: Chunk,
    /// How well it fits.
    pub score: f32,
}

/// What the labelling page starts from: the set, the labeller's progress and a query, the named one or the next.
#[server(name = AskLabelWork, prefix = "/api", endpoint = "label_work", input = Json, output = Json)]
pub async fn label_work(set: String, query: Option<QueryId>) -> Result<LabelWork, Error> {
    let (labeller, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    on_server::work(&context, labeller.id, set, query).await
}

/// The next query for the labeller, besides those that are in hand.
#[server(prefix = "/api", endpoint = "next_assignment", input = Json, output = Json)]
pub async fn next_assignment(set: String, in_hand: Vec<QueryId>) -> Result<Option<Assignment>, Error> {
    let (labeller, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    on_server::next(&context, labeller.id, &set, in_hand).await
}

/// The query that the labeller completed before this one.
#[server(prefix = "/api", endpoint = "previous_query", input = Json, output = Json)]
pub async fn previous_query(set: String, before: Option<QueryId>) -> Result<Option<QueryId>, Error> {
    let (labeller, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    Ok(context.store.previous_query(set.id, labeller.id, before).await?)
}

/// How far the labeller is.
#[server(name = AskProgress, prefix = "/api", endpoint = "progress", input = Json, output = Json)]
pub async fn progress(set: String) -> Result<Progress, Error> {
    let (labeller, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    Ok(context.store.progress(set.id, labeller.id).await?)
}

/// Takes in what the labeller did, in order; answers when it is on the disk.
#[server(prefix = "/api", endpoint = "record", input = Json, output = Json)]
pub async fn record(set: String, operations: Vec<Operation>) -> Result<Vec<Acknowledgement>, Error> {
    let (labeller, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    on_server::record(&context, labeller.id, &set, operations).await
}

/// Keeps an answer that is being written. `sequence` counts up with each draft.
#[server(prefix = "/api", endpoint = "draft", input = Json, output = Json)]
pub async fn draft(set: String, query: QueryId, text: String, sequence: i64, base: i64) -> Result<(), Error> {
    let (labeller, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    context.store.query(set.id, query).await?.ok_or_else(|| Error::NotFound("query".into()))?;
    let mut text = text;
    on_server::check_text("answer", &mut text)?;
    Ok(context.store.put_draft(query, labeller.id, text, sequence, base).await?)
}

/// The chunks of the set's corpus that fit a text best.
#[server(prefix = "/api", endpoint = "search_corpus", input = Json, output = Json)]
pub async fn search_corpus(set: String, text: String) -> Result<Vec<Found>, Error> {
    let (_, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    on_server::search(&context, &set, text).await
}
