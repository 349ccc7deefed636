//! Queries of a set: the list, and one with its history.

use domain::disagreement::{AskedQuestion, MadeDecision, QueuedCase};
use domain::id::QueryId;
use domain::operation::HistoryEntry;
use domain::page::Page;
use domain::pool::PoolChunk;
use domain::query::{Query, QueryStatus, Style};
use domain::role::Role;
use domain::scale::Scale;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// Which queries are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QueryListFilter {
    /// Words that the text holds.
    pub search: String,
    /// Where they stand.
    pub status: Option<QueryStatus>,
    /// How they are worded.
    pub style: Option<Style>,
    /// Where they came from.
    pub source: Option<String>,
    /// The page, from 1.
    pub page: i64,
}

impl QueryListFilter {
    /// The address of the list of a set's queries.
    pub fn address(&self, set: &str) -> String {
        let mut parts = vec![format!("page={}", self.page)];
        let mut part = |key: &str, value: &str| {
            if !value.is_empty() {
                parts.push(format!("{key}={}", percent(value)));
            }
        };
        part("search", &self.search);
        part("status", self.status.map_or("", QueryStatus::word));
        part("style", self.style.map_or("", Style::word));
        part("source", self.source.as_deref().unwrap_or_default());
        format!("/sets/{set}/queries?{}", parts.join("&"))
    }
}

/// A text as a value in an address.
pub fn percent(text: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A page of queries, and what can be filtered by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueryList {
    /// The set's title.
    pub title: String,
    pub page: Page<Query>,
    /// The sources that there are.
    pub sources: Vec<String>,
    /// What the viewer may do in the set.
    pub role: Role,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueryPage {
    /// The set's title.
    pub title: String,
    /// The set's scale.
    pub scale: Scale,
    pub query: Query,
    pub pool: Vec<PoolChunk>,
    /// The viewer's own labels.
    pub labels: Vec<domain::label::Label>,
    /// The viewer's own answer.
    pub answer: domain::answer::Answer,
    /// What was done, by everybody where the viewer may see that, else by the viewer.
    pub history: Vec<HistoryEntry>,
    /// Whether the history is everybody's.
    pub everybody: bool,
    /// What is said differently about it, for who may see everybody's.
    pub cases: Vec<QueuedCase>,
    /// What reviewers decided about it, the last first, for who may see everybody's.
    pub decisions: Vec<MadeDecision>,
    /// What reviewers asked about it, the last first, for who may see everybody's.
    pub questions: Vec<AskedQuestion>,
    /// Whether everybody's is hidden for now, because the viewer is asked to label the query.
    pub hidden: bool,
    /// What the viewer may do in the set.
    pub role: Role,
}

/// One page of a set's queries.
#[server(name = AskQueryList, prefix = "/api", endpoint = "query_list", input = Json, output = Json)]
pub async fn query_list(set: String, filter: QueryListFilter) -> Result<QueryList, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let QueryListFilter { search, status, style, source, page } = filter;
    let filter = store::QueryFilter { search, status, style, source, reader: Some(member.clone()), page };
    let mut page = context.store.queries(set.id, &filter).await?;
    let names = page.rows.iter().map(|query| &query.external_id);
    super::blind::Blinded::among(&context.store, set.id, &member, names).await?.cover_statuses(&mut page.rows);
    Ok(QueryList { title: set.settings.title, page, sources: context.store.sources(set.id).await?, role: member.role })
}

/// A query with its pool and history.
#[server(name = AskQueryPage, prefix = "/api", endpoint = "query_page", input = Json, output = Json)]
pub async fn query_page(set: String, query: QueryId) -> Result<QueryPage, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let store = &context.store;
    let mut found = store.query(set.id, query).await?.ok_or_else(|| Error::NotFound("query".into()))?;
    let may_read = member.role.may(domain::role::Permission::ReadHistory);
    let blind = super::blind::hides_query(store, set.id, &member, query).await?;
    if blind {
        found.status = found.status.as_blind();
    }
    let everybody = may_read && !blind;
    let only = if everybody { None } else { Some(member.id) };
    Ok(QueryPage {
        title: set.settings.title,
        scale: set.settings.scale,
        query: found,
        pool: store.pool(query).await?,
        labels: store.labels(query, member.id).await?,
        answer: store.answer(query, member.id).await?.unwrap_or_default(),
        history: store.history(set.id, query, only, 0, 500).await?,
        cases: if everybody { on_server::cases_of(store, set.id, query).await? } else { Vec::new() },
        decisions: if everybody { store.decisions(set.id, query, 100).await? } else { Vec::new() },
        questions: if everybody { store.asked_questions(set.id, query, 100).await? } else { Vec::new() },
        everybody,
        hidden: may_read && blind,
        role: member.role,
    })
}

#[cfg(feature = "ssr")]
mod on_server {
    use domain::disagreement::{CaseFilter, QueuedCase, State};
    use domain::id::{QueryId, SetId};

    /// How many cases in each state a query's page shows.
    const SHOWN: i64 = 100;

    /// What is said differently about a query: what is open first.
    pub(super) async fn cases_of(store: &store::Store, set: SetId, query: QueryId) -> Result<Vec<QueuedCase>, store::Error> {
        let mut cases = Vec::new();
        for state in State::ALL {
            let filter = CaseFilter { state, query: Some(query), ..CaseFilter::default() };
            cases.extend(store.disagreements(set, filter, None, SHOWN).await?);
        }
        Ok(cases)
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_filter_survives_its_address() {
        assert_eq!(percent("a&b=ü %"), "a%26b%3D%C3%BC%20%25");
    }
}
