//! What changing members does on the server, for forms and for programs.

use domain::golden_set::GoldenSet;
use domain::id::{InvitationId, SetId, UserId};
use domain::member::Member;
use domain::page::Page;
use domain::role::{Permission, Role};
use domain::user::User;
use store::{GaveRole, Store};

use super::SetMembers;
use crate::Error;
use crate::api::context::Context;

/// The members of a set as a member may see them: per-person numbers are personal, so who does not see everybody's work sees
/// their own.
pub(super) async fn set_members(store: &Store, member: &Member, set: GoldenSet, page: i64) -> Result<SetMembers, Error> {
    let (page, left) = if member.role.may(Permission::ReadHistory) {
        let (page, left) = store.set_members(set.id, page).await?;
        (page, Some(left))
    } else {
        let rows = Vec::from_iter(store.set_member(set.id, member.id).await?);
        (Page { rows, number: 1, total: 1 }, None)
    };
    Ok(SetMembers {
        title: set.settings.title,
        page,
        counts: store.query_counts_for(set.id, member).await?,
        left,
        viewer: member.id,
        may_give: member.role.may(Permission::ManageMembers),
    })
}

/// Makes an invitation and gives the path of its link.
///
/// # Errors
/// [`Error::NotFound`] when there is no set of this name.
pub async fn invite(context: &Context, by: UserId, role: Role, set: Option<String>) -> Result<String, Error> {
    let set = match set {
        Some(name) => Some(context.store.set(&name).await?.ok_or_else(|| Error::NotFound(format!("set as {name:?}")))?.id),
        None => None,
    };
    context.services.invite(role, set, by).await
}

/// Takes an invitation back.
///
/// # Errors
/// [`Error::NotFound`] when it was used or has ended.
pub async fn revoke_invitation(context: &Context, invitation: InvitationId) -> Result<(), Error> {
    let revoked = context.store.revoke_invitation(invitation, (context.clock)()).await?;
    if revoked { Ok(()) } else { Err(Error::NotFound("invitation: it was used or has ended".into())) }
}

/// Changes what a member may do where a set does not say otherwise.
///
/// # Errors
/// [`Error::Invalid`] for oneself, [`Error::Conflict`] when nobody would be an admin or who changes it is none any more.
pub async fn change_role(context: &Context, by: &User, user: UserId, role: Role) -> Result<(), Error> {
    not_oneself(by.id, user)?;
    let changed = context.store.set_role(by.into(), user, role).await?;
    context.services.rights_changed(user);
    found(changed)
}

/// Shuts a member out, or lets them in again.
///
/// # Errors
/// [`Error::Invalid`] for oneself, [`Error::Conflict`] when nobody would be an admin or who changes it is none any more.
pub async fn set_disabled(context: &Context, by: &User, user: UserId, disabled: bool) -> Result<(), Error> {
    not_oneself(by.id, user)?;
    let changed = context.store.set_disabled(by.into(), user, disabled.then(context.clock)).await?;
    context.services.rights_changed(user);
    found(changed)
}

/// Gives a member a role in a set, or takes it back.
///
/// # Errors
/// [`Error::Invalid`] for oneself and for who is an admin of everything; [`Error::Conflict`] when who gives it is no admin any more.
pub async fn give_role(store: &Store, by: &Member, set: SetId, user: UserId, role: Option<Role>) -> Result<(), Error> {
    not_oneself(by.id, user)?;
    match store.give_role(by.into(), set, user, role).await? {
        GaveRole::Given => Ok(()),
        GaveRole::NoSuchUser => found(false),
        GaveRole::AdminEverywhere => Err(Error::Invalid("they are an admin of everything, and so of each set".into())),
    }
}

fn found(is_there: bool) -> Result<(), Error> {
    if is_there { Ok(()) } else { Err(Error::NotFound("member".into())) }
}

/// An admin cannot lock themselves out; another has to.
fn not_oneself(viewer: UserId, user: UserId) -> Result<(), Error> {
    if viewer == user {
        Err(Error::Invalid("you cannot change your own role or shut yourself out: ask another admin".into()))
    } else {
        Ok(())
    }
}
