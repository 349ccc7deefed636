//! Versions: which there are, what the next one would hold, what one holds, what changed between two.

use std::collections::HashMap;

use domain::diff::Diff;
use domain::id::QueryId;
#[cfg(feature = "ssr")]
use domain::id::SetId;
use domain::lint_report::Linting;
use domain::page::Page;
use domain::timestamp::Timestamp;
use domain::version::{Counts, Head, Item};
use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};

use crate::Error;

/// A set's versions, and what the next one would hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Versions {
    /// The set's title.
    pub title: String,
    /// The versions, the newest first.
    pub versions: Vec<VersionSummary>,
    /// How many queries are completed.
    pub completed: i64,
    pub linting: LinkedLinting,
    /// Whether the viewer may freeze.
    pub may_freeze: bool,
}

/// What a list says about a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VersionSummary {
    pub number: i32,
    pub note: String,
    pub created_at: Timestamp,
    pub counts: Counts,
    /// How many warnings it keeps.
    pub warnings: usize,
    pub root_hash: String,
}

impl From<Head> for VersionSummary {
    fn from(head: Head) -> Self {
        let Head { version: number, note, created_at, counts, warnings, root_hash, .. } = head;
        Self { number, note, created_at, counts, warnings: warnings.len(), root_hash }
    }
}

/// How far the linter is with a set, and where its findings lead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkedLinting {
    pub linting: Linting,
    /// The queries that the findings are about, by the user's id.
    pub links: HashMap<String, QueryId>,
}

#[cfg(feature = "ssr")]
impl LinkedLinting {
    async fn new(store: &store::Store, set: SetId, linting: Linting) -> Result<Self, Error> {
        let listed = linting.report.iter().flat_map(|report| &report.listed);
        let named: Vec<String> = listed.filter_map(|finding| finding.query_id.clone()).collect();
        Ok(Self { links: store.query_ids(set, &named).await?, linting })
    }
}

/// A version with one page of its queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VersionContent {
    /// All that is said about it.
    pub head: Head,
    /// Who froze it.
    pub author: Option<String>,
    /// How many of its queries were erased since.
    pub erased: i64,
    /// One page of its queries; none where one was erased.
    pub items: Page<Option<Item>>,
}

/// A set's versions, with what the linter says of the next one.
#[server(name = AskVersions, prefix = "/api", endpoint = "version_list", input = Json)]
pub async fn version_list(set: String) -> Result<Versions, Error> {
    let (user, context) = super::context::allowed(domain::role::Permission::Read)?;
    let store = &context.store;
    let set = super::context::set(store, &set).await?;
    let linting = context.services.lint(set.id).await?;
    let completed = store.query_counts(set.id).await?.get(&domain::query::QueryStatus::Completed).copied().unwrap_or_default();
    Ok(Versions {
        title: set.settings.title,
        versions: store.versions(set.id, None).await?.into_iter().map(|version| version.head.into()).collect(),
        completed,
        linting: LinkedLinting::new(store, set.id, linting).await?,
        may_freeze: user.role.may(domain::role::Permission::Freeze),
    })
}

/// What the linter found in a set, and how far it is when it is looking.
#[server(name = AskLinting, prefix = "/api", endpoint = "linting", input = Json)]
pub async fn linting(set: String) -> Result<LinkedLinting, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Read)?;
    let set = super::context::set(&context.store, &set).await?;
    let linting = context.services.linting(set.id).await?;
    LinkedLinting::new(&context.store, set.id, linting).await
}

/// A version with a page of its queries.
#[server(name = AskVersion, prefix = "/api", endpoint = "version_page", input = Json)]
pub async fn version_page(set: String, number: i32, page: i64) -> Result<VersionContent, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Read)?;
    let version = find(&context, &set, number).await?;
    let page = page.max(1);
    let items = context.store.version_items_from(version.id, (page - 1) * domain::page::PAGE_SIZE, domain::page::PAGE_SIZE).await?.1;
    let rows = items.into_iter().map(|hashed| hashed.item.map(|(_, item)| item)).collect();
    let items = Page { rows, number: page, total: version.head.counts.queries };
    let erased = context.store.erased(version.id).await?;
    Ok(VersionContent { head: version.head, author: version.author, erased, items })
}

/// What changed between two versions.
#[server(name = AskDiff, prefix = "/api", endpoint = "version_diff", input = Json)]
pub async fn version_diff(set: String, from: i32, to: i32) -> Result<Diff, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Read)?;
    let (from, to) = (find(&context, &set, from).await?, find(&context, &set, to).await?);
    Ok(context.store.diff(&from, &to).await?)
}

#[cfg(feature = "ssr")]
async fn find(context: &super::context::Context, set: &str, number: i32) -> Result<store::Version, Error> {
    let set = super::context::set(&context.store, set).await?;
    context.store.version(set.id, number).await?.ok_or_else(|| Error::NotFound("version".into()))
}
