//! Members: who is asking, who there is, who may do what.

use domain::id::UserId;
use domain::role::Role;
use domain::user::User;
use leptos::prelude::*;
use leptos::server_fn::codec::Json;

use crate::Error;

/// Who looks at the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewerLine {
    pub name: String,
    /// What they may do.
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

/// All members.
#[server(prefix = "/api", endpoint = "members", input = Json)]
pub async fn members() -> Result<Vec<User>, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    Ok(context.store.users().await?)
}

/// Makes an invitation and gives the path of its link, which is shown once.
#[server(prefix = "/api", endpoint = "invite", input = Json)]
pub async fn invite(role: Role) -> Result<String, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    context.services.invite(role).await
}

/// Changes what a member may do.
#[server(prefix = "/api", endpoint = "change_role", input = Json)]
pub async fn change_role(user: UserId, role: Role) -> Result<(), Error> {
    let (viewer, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    not_oneself(viewer.id, user)?;
    if context.store.set_role(user, role).await? { Ok(()) } else { Err(Error::NotFound("member".into())) }
}

/// Shuts a member out, or lets them in again. Their labels stay.
#[server(prefix = "/api", endpoint = "set_disabled", input = Json)]
pub async fn set_disabled(user: UserId, disabled: bool) -> Result<(), Error> {
    let (viewer, context) = super::context::allowed(domain::role::Permission::ManageMembers)?;
    not_oneself(viewer.id, user)?;
    if context.store.set_disabled(user, disabled.then(context.clock)).await? { Ok(()) } else { Err(Error::NotFound("member".into())) }
}

/// An admin cannot lock themselves out; another has to.
#[cfg(feature = "ssr")]
fn not_oneself(viewer: UserId, user: UserId) -> Result<(), Error> {
    if viewer == user {
        Err(Error::Invalid("you cannot change your own role or shut yourself out: ask another admin".into()))
    } else {
        Ok(())
    }
}
