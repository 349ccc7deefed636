//! What labellers disagree about on a query, for a reviewer to settle.

use domain::adjudication::DisputedChunk;
use domain::answer::Answer;
use domain::id::{QueryId, UserId};
use domain::scale::Scale;
use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};

use crate::Error;

/// Why a completed query is not settled, and what was said about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Disagreement {
    /// In words; empty when nothing is disputed.
    pub why: String,
    /// The set's scale.
    pub scale: Scale,
    /// The disputed chunks, by number.
    pub chunks: Vec<DisputedChunk>,
    /// Who answered what, the first first.
    pub answers: Vec<(UserId, String, Answer)>,
}

/// What is disputed about a query; nothing before its overlap is met, and nothing for a reviewer who is asked to label it.
#[server(name = AskDisagreement, prefix = "/api", endpoint = "disagreement", input = Json)]
pub async fn disagreement(set: String, query: QueryId) -> Result<Option<Disagreement>, Error> {
    let (user, context) = super::context::allowed(domain::role::Permission::Adjudicate)?;
    let set = super::context::set(&context.store, &set).await?;
    if super::blind::hides_query(&context.store, set.id, &user, query).await? {
        return Ok(None);
    }
    let Some(found) = context.store.disagreement(set.id, query).await? else { return Ok(None) };
    Ok(Some(Disagreement { why: found.why.to_string(), scale: set.settings.scale, chunks: found.chunks, answers: found.answers }))
}
