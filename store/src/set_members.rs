//! The members of a set: the roles that it gives them, and what they did in it.

use std::collections::HashMap;

use domain::assignment::median_pace;
use domain::id::{SetId, UserId};
use domain::member::{ListedMember, MemberWork, WorkLeft};
use domain::page::{Page, page_number};
use domain::role::Role;
use domain::user::User;

use crate::{ChangedBy, Result, Store};

/// What became of a role that a set was to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveRole {
    Given,
    NoSuchUser,
    /// The user is an admin of everything, and a set cannot make them less.
    AdminEverywhere,
}

/// A role that a set gives a user.
#[derive(sqlx::FromRow)]
pub(crate) struct RoleRow {
    pub user_id: UserId,
    /// The set's name.
    pub name: String,
    pub role: Role,
}

#[derive(sqlx::FromRow)]
pub(crate) struct MemberRow {
    #[sqlx(flatten)]
    user: User,
    given: Option<Role>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct WorkRow {
    labeller_id: UserId,
    #[sqlx(flatten)]
    work: MemberWork,
}

impl Store {
    /// The role that a set gives a user; none where they have their own there.
    pub async fn given_role(&self, set: SetId, user: UserId) -> Result<Option<Role>> {
        read!(self, set_members::given_role(set, user))
    }

    /// Gives a user a role in a set, or takes it back so that they have their own there.
    ///
    /// # Errors
    /// [`Rule::RoleChanged`](crate::Rule::RoleChanged) when who gives it has another role in the set by now.
    pub async fn give_role(&self, by: ChangedBy, set: SetId, user: UserId, role: Option<Role>) -> Result<GaveRole> {
        let gave = transact!(self, set_members::give_role(by, set, user, role))?;
        self.apply_overlaps().await;
        Ok(gave)
    }

    /// A page of a set's members by name, each with what they did, and what is left for all labellers.
    pub async fn set_members(&self, set: SetId, page: i64) -> Result<(Page<ListedMember>, WorkLeft)> {
        let number = page_number(page);
        let rows: Vec<MemberRow> = read!(self, set_members::members(set, number))?;
        let work = self.work(set, None).await?;
        let of_labellers: Vec<MemberWork> = work.values().copied().collect();
        let left = WorkLeft::of(read!(self, set_members::free_places(set))?, &of_labellers);
        let rows = rows.into_iter().map(|row| row.with_work(&work)).collect();
        Ok((Page { rows, number, total: self.count_users().await? }, left))
    }

    /// A member of a set, with what they did; none when there is no such user.
    pub async fn set_member(&self, set: SetId, user: UserId) -> Result<Option<ListedMember>> {
        let row: Option<MemberRow> = read!(self, set_members::member(set, user))?;
        let work = self.work(set, Some(user)).await?;
        Ok(row.map(|row| row.with_work(&work)))
    }

    /// What every labeller of a set did in it, or one of them.
    async fn work(&self, set: SetId, only: Option<UserId>) -> Result<HashMap<UserId, MemberWork>> {
        let rows: Vec<WorkRow> = read!(self, set_members::work(set, only))?;
        let mut work: HashMap<UserId, MemberWork> = rows.into_iter().map(|row| (row.labeller_id, row.work)).collect();
        let labellers: Vec<UserId> = work.keys().copied().collect();
        for (labeller, median_seconds) in self.paces(set, &labellers).await? {
            work.entry(labeller).or_default().median_seconds = Some(median_seconds);
        }
        Ok(work)
    }

    /// The median time a query of those of some labellers whose pace is known.
    pub(crate) async fn paces(&self, set: SetId, labellers: &[UserId]) -> Result<HashMap<UserId, i64>> {
        let mut completions: HashMap<UserId, Vec<i64>> = HashMap::new();
        for (labeller, completed_at) in read!(self, assignments::last_completions(set, labellers))? {
            completions.entry(labeller).or_default().push(completed_at);
        }
        let pace = |(labeller, mut completions): (UserId, Vec<i64>)| {
            completions.sort_unstable_by(|a, b| b.cmp(a));
            Some((labeller, median_pace(&completions)?))
        };
        Ok(completions.into_iter().filter_map(pace).collect())
    }
}

impl MemberRow {
    fn with_work(self, work: &HashMap<UserId, MemberWork>) -> ListedMember {
        let Self { user, given } = self;
        ListedMember { work: work.get(&user.id).copied().unwrap_or_default(), user, given }
    }
}
