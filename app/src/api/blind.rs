//! What is hidden from a member because they are asked to label it; the rule is [`domain::blind`].

use std::collections::{BTreeSet, HashMap};

use domain::assignment::AssignmentStatus;
use domain::blind::{Involvement, is_blind};
use domain::finding::Finding;
use domain::id::{QueryId, SetId, VersionId};
use domain::member::Member;
use domain::query::Query;
use domain::role::{Permission, Role};
use store::{Result, Store};

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

    /// Those among the queries of some versions.
    pub async fn in_versions(store: &Store, set: SetId, member: &Member, versions: [VersionId; 2]) -> Result<Self> {
        let mut hidden = HashMap::new();
        for version in versions.into_iter().filter(|_| member.role.may(Permission::Label)) {
            let all = store.involvements_in(set, version, member.id).await?;
            hidden.extend(all.into_iter().filter(|(.., involvement)| is_blind(member.role, *involvement)).map(|(name, id, _)| (name, id)));
        }
        Ok(Self(hidden))
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

/// How many queries of a version a member must not see yet.
pub async fn hidden_in_version(store: &Store, set: SetId, version: VersionId, member: &Member) -> Result<i64> {
    if !member.role.may(Permission::Label) {
        return Ok(0);
    }
    let counted = store.version_involvements(set, version, member.id).await?;
    Ok(counted.into_iter().filter(|counted| is_blind(member.role, counted.involvement)).map(|counted| counted.queries).sum())
}
