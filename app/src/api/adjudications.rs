//! What labellers disagree about on a query, for a reviewer to settle.

use domain::adjudication::{Adjudication, AdjudicationBase, MadeAdjudication, Review};
use domain::id::QueryId;
use domain::scale::Scale;
use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};

use crate::Error;

/// A query as a reviewer sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewedQuery {
    /// The set's scale.
    pub scale: Scale,
    pub review: Review,
}

/// What a reviewer wants to settle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedAdjudication {
    pub decision: Adjudication,
    /// What the reviewer wants to say about it.
    pub note: String,
    /// What the reviewer saw.
    pub base: AdjudicationBase,
}

/// A form that could not be kept: the page shows it again, with what stood in it.
#[derive(Debug, Clone)]
pub struct RefusedForm {
    pub error: Error,
    pub fields: Vec<(String, String)>,
}

impl RefusedForm {
    /// What stood in a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// What is disputed about a query and what was settled; nothing before its overlap is met, and nothing for a reviewer who
/// is asked to label it.
#[server(name = AskReview, prefix = "/api", endpoint = "review", input = Json)]
pub async fn review(set: String, query: QueryId) -> Result<Option<ReviewedQuery>, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    if super::blind::hides_query(&context.store, set.id, &reviewer, query).await? {
        return Ok(None);
    }
    let review = context.store.review(set.id, query).await?;
    Ok(review.map(|review| ReviewedQuery { scale: set.settings.scale, review }))
}

/// Settles a query, if it is as the reviewer saw it, and gives what was settled.
#[server(name = SettleQuery, prefix = "/api", endpoint = "adjudicate", input = Json)]
pub async fn adjudicate(set: String, query: QueryId, proposed: ProposedAdjudication) -> Result<Option<MadeAdjudication>, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Adjudicate, &set).await?;
    on_server::settle(&context, &reviewer, &set, query, proposed).await?;
    Ok(context.store.review(set.id, query).await?.and_then(|review| review.made))
}

#[cfg(feature = "ssr")]
pub mod on_server;
