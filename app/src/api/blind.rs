//! What is hidden from a member because they are asked to label it; the rule is [`domain::blind`].

use std::collections::{BTreeSet, HashMap};

use domain::assignment::AssignmentStatus;
use domain::blind::{Involvement, is_blind};
use domain::finding::Finding;
use domain::id::{QueryId, SetId, VersionId};
use domain::member::Member;
use domain::query::Query;
use domain::role::{Permission, Role};
use domain::version::ShownHead;
use store::{HiddenItem, Result, Store, Version};

/// The queries of a set of which they must not see what others said.
pub struct Blinded(HashMap<String, QueryId>);

impl Blinded {
    /// Those among the queries of these names, by the user's ids.
    pub async fn among(store: &Store, set: SetId, member: &Member, names: impl IntoIterator<Item = &String>) -> Result<Self> {
        if !member.role.may(Permission::Label) {
            return Ok(Self(HashMap::new()));
        }
        let names: Vec<String> = names.into_iter().collect::<BTreeSet<_>>().into_iter().cloned().collect();
        let all = store.involvements(set, member.id, &names).await?;
        Ok(Self(
            all.into_iter().filter(|(_, (_, involvement))| is_blind(member.role, *involvement)).map(|(name, (id, _))| (name, id)).collect(),
        ))
    }

    /// Those that are hidden of some versions.
    pub fn of_items(items: &[HiddenItem]) -> Self {
        Self(items.iter().map(|item| (item.external_id.clone(), item.query)).collect())
    }

    /// The query of this name, if it is hidden.
    pub fn query(&self, name: &str) -> Option<QueryId> {
        self.0.get(name).copied()
    }

    /// Leaves of where hidden queries stand what the member may know.
    pub fn cover_statuses(&self, queries: &mut [Query]) {
        for query in queries.iter_mut().filter(|query| self.query(&query.external_id).is_some()) {
            query.status = query.status.as_blind();
        }
    }

    /// Takes the findings about hidden queries away: they say what was graded, answered and flagged.
    pub fn retain_findings(&self, findings: &mut Vec<Finding>) {
        findings.retain(|finding| finding.query_id.as_ref().is_none_or(|name| self.query(name).is_none()));
    }
}

/// Which queries of a whole set are hidden from a member, as if each needed one more labeller: a labeller sees those that they
/// completed.
pub struct BlindInSet {
    role: Role,
    statuses: HashMap<QueryId, AssignmentStatus>,
}

impl BlindInSet {
    pub async fn of(store: &Store, set: SetId, member: &Member) -> Result<Self> {
        let statuses = store.assignment_statuses(set, member.id).await?.into_iter().collect();
        Ok(Self { role: member.role, statuses })
    }

    pub fn hides(&self, query: QueryId) -> bool {
        is_blind(self.role, Involvement { status: self.statuses.get(&query).copied(), needs_labeller: true })
    }
}

/// Whether what others said of a query is hidden from a member.
pub async fn hides_query(store: &Store, set: SetId, member: &Member, query: QueryId) -> Result<bool> {
    Ok(store.involvement(set, query, member.id).await?.is_some_and(|involvement| is_blind(member.role, involvement)))
}

/// How many queries of a set a member must not see yet.
pub async fn count_hidden(store: &Store, set: SetId, member: &Member) -> Result<i64> {
    if member.role.may(Permission::Label) { store.count_hidden(set, member).await } else { Ok(0) }
}

/// The queries of a version that a member must not see yet.
pub async fn hidden_items(store: &Store, set: SetId, version: VersionId, member: &Member) -> Result<Vec<HiddenItem>> {
    if member.role.may(Permission::Label) { store.hidden_items(set, version, member).await } else { Ok(Vec::new()) }
}

/// How many queries of a version a member must not see yet.
pub async fn hidden_in_version(store: &Store, set: SetId, version: VersionId, member: &Member) -> Result<i64> {
    Ok(i64::try_from(hidden_items(store, set, version, member).await?.len()).unwrap_or(i64::MAX))
}

/// The heads of versions, as far as a member may know them.
pub async fn shown_heads(store: &Store, set: SetId, member: &Member, versions: Vec<Version>) -> Result<Vec<ShownHead>> {
    let hidden = if member.role.may(Permission::Label) { store.hidden_by_version(set, member).await? } else { HashMap::new() };
    let named = versions.iter().flat_map(|version| &version.head.warnings).filter_map(|finding| finding.query_id.as_ref());
    let blinded = Blinded::among(store, set, member, named).await?;
    let shown = |Version { id, mut head, .. }: Version| {
        blinded.retain_findings(&mut head.warnings);
        ShownHead::new(head, hidden.get(&id).copied().unwrap_or_default())
    };
    Ok(versions.into_iter().map(shown).collect())
}
