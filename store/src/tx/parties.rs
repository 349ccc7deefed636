//! Who of a set's reviewers labelled which queries: nobody settles what they are a party to while somebody else could.

use std::collections::{BTreeSet, HashMap};

use domain::adjudication::Party;
use domain::id::{QueryId, SetId, UserId};
use domain::role::{Permission, Role};
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::Result;

/// Whether a reviewer is a party to queries.
pub(crate) struct Parties {
    reviewer: UserId,
    /// All reviewers of the set.
    reviewers: BTreeSet<UserId>,
    /// Those who said something about a query.
    of_query: HashMap<QueryId, BTreeSet<UserId>>,
}

impl Parties {
    pub(crate) fn of(&self, query: QueryId) -> Party {
        match self.of_query.get(&query) {
            Some(parties) if parties.contains(&self.reviewer) => {
                if self.reviewers.is_subset(parties) {
                    Party::SettlesTheirOwn
                } else {
                    Party::LeavesItToAnother
                }
            }
            _ => Party::No,
        }
    }
}

/// Whether a reviewer said something about some queries, and whether another reviewer of the set did not.
pub(crate) async fn parties(connection: &mut Connection, set: SetId, reviewer: UserId, queries: &[QueryId]) -> Result<Parties> {
    let mut reviewers = reviewers(connection, set).await?;
    reviewers.insert(reviewer);
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT q.id, u.id FROM queries q JOIN users u ON u.id IN (");
        let mut ids = query.separated(", ");
        for reviewer in &reviewers {
            ids.push_bind(*reviewer);
        }
        query.push(
            ") WHERE (
                EXISTS (SELECT 1 FROM labels l WHERE l.query_id = q.id AND l.labeller_id = u.id)
                OR EXISTS (SELECT 1 FROM answers w WHERE w.query_id = q.id AND w.labeller_id = u.id)
                OR EXISTS (SELECT 1 FROM assignments a WHERE a.query_id = q.id AND a.labeller_id = u.id AND a.flag IS NOT NULL)
            ) AND q.id",
        );
    };
    let rows: Vec<(QueryId, UserId)> = rows_in(connection, begin, queries).await?;
    let mut of_query: HashMap<QueryId, BTreeSet<UserId>> = HashMap::new();
    for (query, party) in rows {
        of_query.entry(query).or_default().insert(party);
    }
    Ok(Parties { reviewer, reviewers, of_query })
}

/// Everybody who can sign in and may settle what is disputed in a set.
async fn reviewers(connection: &mut Connection, set: SetId) -> Result<BTreeSet<UserId>> {
    let sql = "SELECT u.id, u.role, m.role
        FROM users u
        LEFT JOIN set_members m ON m.user_id = u.id AND m.set_id = $1
        WHERE u.password_hash <> '' AND u.disabled_at IS NULL";
    let members: Vec<(UserId, Role, Option<Role>)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
    let may_settle = |(_, role, given): &(UserId, Role, Option<Role>)| role.in_set(*given).may(Permission::Adjudicate);
    Ok(members.into_iter().filter(may_settle).map(|(id, ..)| id).collect())
}
