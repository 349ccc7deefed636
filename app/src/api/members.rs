//! Members: who is asking, who there is, who may do what.

use domain::id::{InvitationId, UserId};
use domain::invitation::Invitation;
use domain::member::{ListedMember, ListedUser, WorkLeft};
use domain::page::Page;
use domain::query::StatusCounts;
use domain::role::Role;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// Who looks at the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewerLine {
    pub name: String,
    /// What they may do, where a set does not say otherwise.
    pub role: Role,
    /// Whether this is a demo that lets everybody in.
    pub demo: bool,
}

/// Who looks at the page that the server renders; none when nobody is signed in.
pub fn viewer() -> Option<ViewerLine> {
    #[cfg(feature = "ssr")]
    return super::context::signed_in().map(|user| ViewerLine { name: user.name, role: user.role, demo: super::context::context().demo });
    #[cfg(not(feature = "ssr"))]
    None
}

/// Everybody who has an account, and who is invited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Members {
    pub page: Page<ListedUser>,
    /// The newest invitations that nobody has used.
    pub invitations: Vec<Invitation>,
    /// The newest sets, to which somebody can be invited.
    pub sets: Vec<String>,
    /// Who looks.
    pub viewer: UserId,
}

/// The members of a set, as far as the viewer may see them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetMembers {
    /// The set's title.
    pub title: String,
    /// All of them by name for who may see everybody's work, and else the viewer alone.
    pub page: Page<ListedMember>,
    /// How many queries stand where.
    pub counts: StatusCounts,
    /// What is left for all labellers, for who may see everybody's work.
    pub left: Option<WorkLeft>,
    /// Who looks.
    pub viewer: UserId,
    /// Whether the viewer may give roles in the set.
    pub may_give: bool,
}

/// An invitation that a form made: the page shows its link, this once.
#[derive(Debug, Clone)]
pub struct MadeInvitation {
    pub link: String,
}

/// A page of all members, and who is invited.
#[server(name = AskMembers, prefix = "/api", endpoint = "members", input = Json, output = Json)]
pub async fn members(page: i64) -> Result<Members, Error> {
    let (viewer, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    let store = &context.store;
    Ok(Members {
        page: store.users(page).await?,
        invitations: store.invitations((context.clock)()).await?,
        sets: store.sets(viewer.id).await?.into_iter().map(|set| set.name.into()).collect(),
        viewer: viewer.id,
    })
}

/// The members of a set, with what they did in it.
#[server(name = AskSetMembers, prefix = "/api", endpoint = "set_members", input = Json, output = Json)]
pub async fn set_members(set: String, page: i64) -> Result<SetMembers, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Label, &set).await?;
    on_server::set_members(&context.store, &member, set, page).await
}

/// Makes an invitation, to a set or to all, and gives the path of its link, which is shown once.
#[server(prefix = "/api", endpoint = "invite", input = Json, output = Json)]
pub async fn invite(role: Role, set: Option<String>) -> Result<String, Error> {
    let (viewer, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    on_server::invite(&context, viewer.id, role, set).await
}

/// Takes an invitation back.
#[server(prefix = "/api", endpoint = "revoke_invitation", input = Json, output = Json)]
pub async fn revoke_invitation(invitation: InvitationId) -> Result<(), Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    on_server::revoke_invitation(&context, invitation).await
}

/// Changes what a member may do where a set does not say otherwise.
#[server(prefix = "/api", endpoint = "change_role", input = Json, output = Json)]
pub async fn change_role(user: UserId, role: Role) -> Result<(), Error> {
    let (viewer, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    on_server::change_role(&context, &viewer, user, role).await
}

/// Shuts a member out, or lets them in again. Their labels stay.
#[server(prefix = "/api", endpoint = "set_disabled", input = Json, output = Json)]
pub async fn set_disabled(user: UserId, disabled: bool) -> Result<(), Error> {
    let (viewer, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    on_server::set_disabled(&context, &viewer, user, disabled).await
}

/// Gives a member a role in a set, or takes it back so that they have their own there.
#[server(name = GiveRoleInSet, prefix = "/api", endpoint = "give_role", input = Json, output = Json)]
pub async fn give_role(set: String, user: UserId, role: Option<Role>) -> Result<(), Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::ManageMembers, &set).await?;
    on_server::give_role(&context.store, &member, set.id, user, role).await
}

#[cfg(feature = "ssr")]
pub mod on_server;
