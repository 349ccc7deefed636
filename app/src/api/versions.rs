//! Versions: which there are, what the next one would hold, what one holds, what changed between two.

use std::collections::BTreeMap;

use domain::diff::{Diff, DiffCounts};
use domain::finding::Finding;
#[cfg(feature = "ssr")]
use domain::golden_set::GoldenSet;
use domain::id::QueryId;
#[cfg(feature = "ssr")]
use domain::id::SetId;
use domain::lint_report::Looked;
#[cfg(feature = "ssr")]
use domain::lint_report::{LintReport, Linting};
#[cfg(feature = "ssr")]
use domain::member::Member;
use domain::page::Page;
use domain::query::StatusCounts;
use domain::timestamp::Timestamp;
use domain::version::{Counts, Item, PlainHead, ShownHead};
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
    pub head: PlainHead,
    /// What it holds; none where that is hidden from the viewer.
    pub counted: Option<VersionCounts>,
}

/// What a list counts of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionCounts {
    pub counts: Counts,
    /// How many warnings it keeps.
    pub warnings: usize,
}

impl From<ShownHead> for VersionSummary {
    fn from(head: ShownHead) -> Self {
        let counted = head.whole().map(|head| VersionCounts { counts: head.counts, warnings: head.warnings.len() });
        Self { head: head.plain(), counted }
    }
}

/// What is known of a set's next version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextVersion {
    pub freezing: bool,
    pub checking: bool,
    /// How far that is.
    pub looked: Option<Looked>,
    pub found: Option<FoundNow>,
    /// How many queries of the set are hidden from the viewer. What is counted over all, and what is found about them, is hidden then.
    pub hidden: i64,
    /// The queries that the linter's findings are about, by the user's id.
    pub links: BTreeMap<String, QueryId>,
}

/// What the linter found last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundNow {
    /// The first findings, the errors first.
    pub listed: Vec<Finding>,
    /// How many there are in all; none for whom that is hidden from.
    pub counts: Option<FindingCounts>,
    /// When it began to look.
    pub made_at: Timestamp,
    /// How many changes came since; none likewise.
    pub changes_since: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingCounts {
    pub errors: usize,
    pub warnings: usize,
}

#[cfg(feature = "ssr")]
impl NextVersion {
    async fn new(context: &super::context::Context, set: SetId, viewer: &Member, linting: Linting) -> Result<Self, Error> {
        let Linting { report, changes_since, checking } = linting;
        let hidden = super::blind::count_hidden(&context.store, set, viewer).await?;
        let freezing = context.store.freeze_progress(set, (context.clock)()).await?;
        let found = match report {
            Some(report) => Some(FoundNow::new(&context.store, set, viewer, (report, changes_since), hidden).await?),
            None => None,
        };
        let named: Vec<String> = found.iter().flat_map(|found| &found.listed).filter_map(|finding| finding.query_id.clone()).collect();
        Ok(Self {
            freezing: freezing.is_some(),
            checking: checking.is_some(),
            looked: freezing.or(checking).filter(|_| hidden == 0),
            found,
            hidden,
            links: context.store.query_ids(set, &named).await?.into_iter().collect(),
        })
    }
}

#[cfg(feature = "ssr")]
impl FoundNow {
    /// What a viewer may know of it: who is blind to a query gets what is found about single queries that they are not blind to.
    async fn new(
        store: &store::Store,
        set: SetId,
        viewer: &Member,
        (report, changes_since): (LintReport, i64),
        hidden: i64,
    ) -> Result<Self, Error> {
        let LintReport { mut listed, errors, warnings, made_at } = report;
        if hidden == 0 {
            let counts = Some(FindingCounts { errors, warnings });
            return Ok(Self { listed, counts, made_at, changes_since: Some(changes_since) });
        }
        hide_findings(store, set, viewer, &mut listed).await?;
        listed.retain(|finding| finding.query_id.is_some());
        Ok(Self { listed, counts: None, made_at, changes_since: None })
    }
}

/// A version with one page of its queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VersionContent {
    /// What is said about it, as far as the viewer may know it; who may not know all cannot download it either.
    pub head: ShownHead,
    /// Who froze it.
    pub author: Option<String>,
    /// How many of its queries were erased since.
    pub erased: i64,
    /// One page of its queries.
    pub entries: Page<VersionEntry>,
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
    /// The queries of both versions that are hidden; of them only words are compared.
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
    let next = NextVersion::new(&context, set.id, &member, linting).await?;
    let heads = super::blind::shown_heads(store, set.id, &member, store.versions(set.id, None).await?).await?;
    Ok(Versions {
        title: set.settings.title,
        versions: heads.into_iter().map(VersionSummary::from).collect(),
        queries: store.query_counts_for(set.id, &member).await?,
        // The words count queries.
        freeze_failure: context.services.freeze_failure(set.id).map(|words| if next.hidden == 0 { words } else { WHY_IS_HIDDEN.into() }),
        next,
        may_freeze: member.role.may(domain::role::Permission::Freeze),
    })
}

#[cfg(feature = "ssr")]
const WHY_IS_HIDDEN: &str = "why is hidden until you completed the queries that you are asked to label";

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
        Some(query) => VersionEntry::Hidden(HiddenQuery { query, text: item.query }),
        None => VersionEntry::Shown(item),
    };
    let rows = items.into_iter().map(|item| item.map_or(VersionEntry::Erased, entry)).collect();
    let store::Version { id, mut head, author, .. } = version;
    hide_findings(store, set, &member, &mut head.warnings).await?;
    let entries = Page { rows, number: page, total: head.counts.queries };
    let hidden = super::blind::hidden_in_version(store, set, id, &member).await?;
    Ok(VersionContent { head: ShownHead::new(head, hidden), author, erased: store.erased(id).await?, entries })
}

/// What changed between two versions: how much in all, and a page of the queries that it is about.
#[server(name = AskDiff, prefix = "/api", endpoint = "version_diff", input = Json, output = Json)]
pub async fn version_diff(set: String, from: i32, to: i32, page: i64) -> Result<VersionDiff, Error> {
    let (member, context, GoldenSet { id: set, .. }) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let (from, to) = (find(&context.store, set, from).await?, find(&context.store, set, to).await?);
    let mut hidden = super::blind::hidden_items(&context.store, set, from.id, &member).await?;
    let blinded_before = Blinded::of_items(&hidden);
    let later = super::blind::hidden_items(&context.store, set, to.id, &member).await?;
    hidden.extend(later.into_iter().filter(|item| blinded_before.query(&item.external_id).is_none()));
    let blinded = Blinded::of_items(&hidden);
    let mut shown = VersionDiff { page: domain::page::page_number(page), hidden: hidden.into(), ..VersionDiff::default() };
    let tell = |name: &str, of_query: Diff| {
        shown.add(if blinded.query(name).is_some() { of_query.without_labels() } else { of_query });
    };
    context.store.diff(from.id, to.id, tell).await?;
    Ok(shown)
}

/// Takes away the findings that the viewer must not see.
#[cfg(feature = "ssr")]
async fn hide_findings(store: &store::Store, set: SetId, member: &Member, findings: &mut Vec<Finding>) -> Result<(), Error> {
    let blinded = Blinded::among(store, set, member, findings.iter().filter_map(|finding| finding.query_id.as_ref())).await?;
    blinded.retain_findings(findings);
    Ok(())
}

#[cfg(feature = "ssr")]
async fn find(store: &store::Store, set: SetId, number: i32) -> Result<store::Version, Error> {
    store.version(set, number).await?.ok_or_else(|| Error::NotFound("version".into()))
}
