//! Versions: which there are, what the next one would hold, what one holds, what changed between two.

use std::collections::HashMap;

use domain::diff::{Diff, DiffCounts};
#[cfg(feature = "ssr")]
use domain::finding::Finding;
#[cfg(feature = "ssr")]
use domain::golden_set::GoldenSet;
use domain::id::QueryId;
#[cfg(feature = "ssr")]
use domain::id::SetId;
use domain::lint_report::{Linting, Looked};
#[cfg(feature = "ssr")]
use domain::member::Member;
use domain::page::Page;
use domain::query::StatusCounts;
use domain::timestamp::Timestamp;
use domain::version::{Counts, Head, Item};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
#[cfg(feature = "ssr")]
use crate::api::blind::Blinded;
use crate::api::hidden::{HiddenQueries, HiddenQuery};
use crate::api::json::Json;

/// A set's versions, and what the next one would hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Versions {
    /// The set's title.
    pub title: String,
    /// The versions, the newest first.
    pub versions: Vec<VersionSummary>,
    /// How many queries stand where.
    pub queries: StatusCounts,
    pub next: NextVersion,
    /// Why the last freeze that nobody waited for made no version, in words.
    pub freeze_failure: Option<String>,
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

/// What is known of a set's next version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NextVersion {
    /// How far it is, when it is frozen now.
    pub freezing: Option<Looked>,
    pub linting: Linting,
    /// How many of the listed findings are about queries that the viewer is asked to label; they are taken away.
    pub hidden: usize,
    /// The queries that the linter's findings are about, by the user's id.
    pub links: HashMap<String, QueryId>,
}

#[cfg(feature = "ssr")]
impl NextVersion {
    async fn new(context: &super::context::Context, set: SetId, viewer: &Member, mut linting: Linting) -> Result<Self, Error> {
        let mut hidden = 0;
        if let Some(report) = &mut linting.report {
            hidden = hide_findings(&context.store, set, viewer, &mut report.listed).await?;
        }
        let listed = linting.report.iter().flat_map(|report| &report.listed);
        let named: Vec<String> = listed.filter_map(|finding| finding.query_id.clone()).collect();
        let freezing = context.store.freeze_progress(set, (context.clock)()).await?;
        Ok(Self { freezing, hidden, links: context.store.query_ids(set, &named).await?, linting })
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
    /// One page of its queries.
    pub entries: Page<VersionEntry>,
    /// How many of its queries are hidden from the viewer; then it cannot be downloaded either.
    pub hidden: i64,
}

/// A query of a version, as a page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum VersionEntry {
    Shown(Item),
    /// The viewer is asked to label it.
    Hidden(HiddenQuery),
    /// Nothing but its hash is left.
    Erased,
}

/// What changed between two versions, with one page of the queries that it is about.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct VersionDiff {
    /// How much changed in all.
    pub counts: DiffCounts,
    /// What changed about the queries of the page.
    pub diff: Diff,
    /// The number of the page, from 1.
    pub page: i64,
    /// Queries whose grades or answers changed, which are hidden and not counted.
    pub hidden: HiddenQueries,
}

#[cfg(feature = "ssr")]
impl VersionDiff {
    /// Counts what changed about the next query, and keeps it when it is on the page.
    fn add(&mut self, of_query: Diff) {
        let place = i64::try_from(self.counts.queries).unwrap_or(i64::MAX);
        self.counts.add(&of_query);
        if of_query.is_told() && place / domain::page::PAGE_SIZE == self.page - 1 {
            self.diff.append(of_query);
        }
    }
}

/// A set's versions, with what the linter says of the next one.
#[server(name = AskVersions, prefix = "/api", endpoint = "version_list", input = Json, output = Json)]
pub async fn version_list(set: String) -> Result<Versions, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let store = &context.store;
    let freezing = store.freeze_progress(set.id, (context.clock)()).await?.is_some();
    // A freeze looks at all queries itself; two looks at once would take both cores.
    let linting = if freezing { context.services.linting(set.id).await? } else { context.services.lint(set.id).await? };
    Ok(Versions {
        title: set.settings.title,
        versions: store.versions(set.id, None).await?.into_iter().map(|version| version.head.into()).collect(),
        queries: store.query_counts(set.id).await?,
        next: NextVersion::new(&context, set.id, &member, linting).await?,
        freeze_failure: context.services.freeze_failure(set.id),
        may_freeze: member.role.may(domain::role::Permission::Freeze),
    })
}

/// What is known of a set's next version, without a new look.
#[server(name = AskNextVersion, prefix = "/api", endpoint = "next_version", input = Json, output = Json)]
pub async fn next_version(set: String) -> Result<NextVersion, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let linting = context.services.linting(set.id).await?;
    NextVersion::new(&context, set.id, &member, linting).await
}

/// A version with a page of its queries.
#[server(name = AskVersion, prefix = "/api", endpoint = "version_page", input = Json, output = Json)]
pub async fn version_page(set: String, number: i32, page: i64) -> Result<VersionContent, Error> {
    let (member, context, GoldenSet { id: set, .. }) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let store = &context.store;
    let version = find(store, set, number).await?;
    let page = domain::page::page_number(page);
    let items = store.version_items_from(version.id, (page - 1) * domain::page::PAGE_SIZE, domain::page::PAGE_SIZE).await?.1;
    let items: Vec<Option<Item>> = items.into_iter().map(|hashed| hashed.item.map(|(_, item)| item)).collect();
    let blinded = Blinded::among(store, set, &member, items.iter().flatten().map(|item| &item.query_id)).await?;
    let entry = |item: Item| match blinded.query(&item.query_id) {
        Some(query) => VersionEntry::Hidden(HiddenQuery { query, name: item.query }),
        None => VersionEntry::Shown(item),
    };
    let rows = items.into_iter().map(|item| item.map_or(VersionEntry::Erased, entry)).collect();
    let store::Version { id, mut head, author, .. } = version;
    hide_findings(store, set, &member, &mut head.warnings).await?;
    let entries = Page { rows, number: page, total: head.counts.queries };
    let hidden = super::blind::hidden_in_version(store, set, id, &member).await?;
    Ok(VersionContent { head, author, erased: store.erased(id).await?, entries, hidden })
}

/// What changed between two versions: how much in all, and a page of the queries that it is about.
#[server(name = AskDiff, prefix = "/api", endpoint = "version_diff", input = Json, output = Json)]
pub async fn version_diff(set: String, from: i32, to: i32, page: i64) -> Result<VersionDiff, Error> {
    let (member, context, GoldenSet { id: set, .. }) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let (from, to) = (find(&context.store, set, from).await?, find(&context.store, set, to).await?);
    let blinded = Blinded::in_versions(&context.store, set, &member, [from.id, to.id]).await?;
    let mut shown = VersionDiff { page: domain::page::page_number(page), ..VersionDiff::default() };
    let tell = |mut of_query: Diff| {
        for name in of_query.hide(|name| blinded.query(name).is_some()) {
            if let Some(query) = blinded.query(&name) {
                shown.hidden.push(HiddenQuery { query, name });
            }
        }
        shown.add(of_query);
    };
    context.store.diff(from.id, to.id, tell).await?;
    Ok(shown)
}

/// Takes away the findings that the viewer must not see; gives how many.
#[cfg(feature = "ssr")]
async fn hide_findings(store: &store::Store, set: SetId, member: &Member, findings: &mut Vec<Finding>) -> Result<usize, Error> {
    let before = findings.len();
    let blinded = Blinded::among(store, set, member, findings.iter().filter_map(|finding| finding.query_id.as_ref())).await?;
    blinded.retain_findings(findings);
    Ok(before - findings.len())
}

#[cfg(feature = "ssr")]
async fn find(store: &store::Store, set: SetId, number: i32) -> Result<store::Version, Error> {
    store.version(set, number).await?.ok_or_else(|| Error::NotFound("version".into()))
}
