//! The forms of the members' pages.

use app::Error;
use app::api::context::{Context, Viewer, permitted};
use app::api::members::{MadeInvitation, on_server};
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::response::{Redirect, Response};
use axum::{Extension, Form};
use domain::id::{InvitationId, UserId};
use domain::role::{Permission, Role};
use domain::user::User;
use serde::Deserialize;

use super::page_request;
use crate::http::app::App;
use crate::http::{functions, page_with, security};

/// Whom to invite.
#[derive(Deserialize)]
pub struct Invited {
    role: Role,
    /// The set's name; empty for all.
    set: String,
}

/// What of a member is to change: one of both.
#[derive(Deserialize)]
pub struct MemberChange {
    role: Option<Role>,
    shut_out: Option<bool>,
}

/// The role that a set is to give; empty for the one that the member has everywhere.
#[derive(Deserialize)]
pub struct GivenRole {
    role: String,
}

/// Makes an invitation and shows its link, this once.
pub async fn invite_member(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    parts: Parts,
    Form(form): Form<Invited>,
) -> Result<Response, Error> {
    let (context, by) = manager(&app, &viewer)?;
    let set = Some(form.set.trim().to_owned()).filter(|set| !set.is_empty());
    let path = on_server::invite(&context, by.id, form.role, set).await?;
    let scheme = if app.config.https { "https" } else { "http" };
    let host = security::host(&parts.headers, &parts.uri).unwrap_or_default();
    let made = MadeInvitation { link: format!("{scheme}://{host}{path}") };
    Ok(page_with(&app, made, page_request("/members", parts)?).await)
}

/// Takes an invitation back.
pub async fn revoke_invitation(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(invitation): Path<InvitationId>,
    uri: Uri,
) -> Result<Redirect, Error> {
    let (context, _) = manager(&app, &viewer)?;
    on_server::revoke_invitation(&context, invitation).await?;
    Ok(Redirect::to(&same_page(&uri, "/members")))
}

/// Changes a member's role, shuts them out, or lets them in again.
pub async fn change_member(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path(user): Path<UserId>,
    uri: Uri,
    Form(form): Form<MemberChange>,
) -> Result<Redirect, Error> {
    let (context, by) = manager(&app, &viewer)?;
    match (form.role, form.shut_out) {
        (Some(role), None) => on_server::change_role(&context, &by, user, role).await,
        (None, Some(shut_out)) => on_server::set_disabled(&context, &by, user, shut_out).await,
        _ => Err(Error::Invalid("the form says neither a role nor whether to shut the member out".into())),
    }?;
    Ok(Redirect::to(&same_page(&uri, "/members")))
}

/// Gives a member a role in a set, or takes it back.
pub async fn give_role(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    Path((set, user)): Path<(String, UserId)>,
    uri: Uri,
    Form(form): Form<GivenRole>,
) -> Result<Redirect, Error> {
    let store = &app.services.store;
    let (by, set) = permitted(store, &viewer.0, Permission::ManageMembers, &set).await?;
    match (form.role.as_str(), Role::named(&form.role)) {
        ("", _) => on_server::give_role(store, &by, set.id, user, None).await,
        (_, Some(role)) => on_server::give_role(store, &by, set.id, user, Some(role)).await,
        (word, None) => Err(Error::Invalid(format!("there is no role {word:?}: use viewer, labeller, reviewer or admin"))),
    }?;
    Ok(Redirect::to(&same_page(&uri, &format!("/sets/{}/members", set.name))))
}

/// Who asks, if they may manage members.
fn manager(app: &App, viewer: &Viewer) -> Result<(Context, User), Error> {
    if viewer.0.role.may(Permission::ManageMembers) { Ok((functions::context(app), viewer.0.clone())) } else { Err(Error::Forbidden) }
}

/// The address of the page of the list that the form stood on.
fn same_page(uri: &Uri, page: &str) -> String {
    uri.query().map_or_else(|| page.to_owned(), |query| format!("{page}?{query}"))
}
