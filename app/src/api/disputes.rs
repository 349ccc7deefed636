//! What labellers dispute about a query, and settling it.

use domain::answer::Answer;
use domain::id::{QueryId, UserId};
use domain::scale::Scale;
use domain::settle::DisputedChunk;
use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};

use crate::Error;

/// Why a completed query is not settled, and what was said about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dispute {
    /// In words; empty when nothing is disputed.
    pub why: String,
    /// The set's scale.
    pub scale: Scale,
    /// The disputed chunks: id, number on the card, who gave what.
    pub chunks: Vec<DisputedChunk>,
    /// Who answered what, the first first.
    pub answers: Vec<(UserId, String, Answer)>,
}

/// What is disputed about a query; nothing before its overlap is met, because nobody sees another's labels before.
#[server(name = AskDispute, prefix = "/api", endpoint = "dispute", input = Json)]
pub async fn dispute(set: String, query: QueryId) -> Result<Option<Dispute>, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Adjudicate)?;
    let set = super::context::set(&context.store, &set).await?;
    let Some(disputed) = context.store.disputed(set.id, query).await? else { return Ok(None) };
    Ok(Some(Dispute { why: disputed.why.to_string(), scale: set.settings.scale, chunks: disputed.chunks, answers: disputed.answers }))
}
