//! The roles that sets give their members.

use domain::id::{SetId, UserId};
use domain::role::Role;

use crate::{Result, Store};

impl Store {
    /// The role that a set gives a user; none where they have their own there.
    pub async fn given_role(&self, set: SetId, user: UserId) -> Result<Option<Role>> {
        read!(self, set_members::given_role(set, user))
    }

    /// Gives a user a role in a set, or takes it back so that they have their own there. `false`: there is no such user.
    pub async fn give_role(&self, set: SetId, user: UserId, role: Option<Role>) -> Result<bool> {
        let is_there = transact!(self, set_members::give_role(set, user, role))?;
        self.apply_overlaps().await;
        Ok(is_there)
    }
}
