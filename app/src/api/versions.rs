//! Versions: which there are, what the next one would hold, what one holds, what changed between two.

use std::collections::HashMap;

use domain::diff::Diff;
use domain::finding::Finding;
use domain::page::Page;
use domain::version::{Head, Item};
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
    pub heads: Vec<Head>,
    /// How many queries are completed.
    pub completed: i64,
    /// What the linter finds, the errors first, and how many it finds in all.
    pub findings: Vec<Finding>,
    /// How many errors and warnings there are.
    pub counts: [usize; 2],
    /// The queries that the findings are about, by the user's id.
    pub links: HashMap<String, domain::id::QueryId>,
    /// Whether the viewer may freeze.
    pub may_freeze: bool,
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

/// How many findings a page lists.
#[cfg(feature = "ssr")]
const LISTED: usize = 100;

/// A set's versions, with what the linter says of the next one.
#[server(name = AskVersions, prefix = "/api", endpoint = "version_list", input = Json)]
pub async fn version_list(set: String) -> Result<Versions, Error> {
    let (user, context) = super::context::allowed(domain::role::Permission::Read)?;
    let store = &context.store;
    let set = super::context::set(store, &set).await?;
    let mut findings = store.lint(&set).await?;
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let counts = [errors, findings.len() - errors];
    findings.truncate(LISTED);
    let named: Vec<String> = findings.iter().filter_map(|finding| finding.query_id.clone()).collect();
    let completed = store.query_counts(set.id).await?.get(&domain::query::QueryStatus::Completed).copied().unwrap_or_default();
    Ok(Versions {
        title: set.settings.title,
        heads: store.versions(set.id, None).await?.into_iter().map(|version| version.head).collect(),
        completed,
        findings,
        counts,
        links: store.query_ids(set.id, &named).await?,
        may_freeze: user.role.may(domain::role::Permission::Freeze),
    })
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
