//! Who is invited, and inviting somebody.

use domain::id::InvitationId;
use domain::invitation::Invitation;
use domain::role::Role;
use leptos::prelude::*;

use crate::api::members::MadeInvitation;
use crate::ui::Column::{Unseen, Words};
use crate::ui::{GivenText, RoleOptions, Table, WideTable};

/// The invitations that nobody has used, and the form that makes one.
#[component]
pub fn Invitations(
    invitations: Vec<Invitation>,
    sets: Vec<String>,
    /// The id of the invitation that the form makes.
    next: InvitationId,
) -> impl IntoView {
    let table = (!invitations.is_empty()).then(|| view! { <InvitationTable invitations /> });
    view! {
        <h2>"Invite"</h2>
        {use_context::<MadeInvitation>().map(|made| view! { <OneTimeLink link=made.link /> })}
        <InviteForm sets next />
        {table}
    }
}

/// The link, which is shown once.
#[component]
fn OneTimeLink(link: String) -> impl IntoView {
    view! {
        <p role="status">
            "Send this link to one person. It works once, within 72 hours, and is not shown again: "
            <code class="one-time-link">{link}</code>
        </p>
    }
}

#[component]
fn InviteForm(sets: Vec<String>, next: InvitationId) -> impl IntoView {
    let option = |set: String| view! { <option value=set></option> };
    view! {
        <form class="filters" method="post" action="/members">
            <input type="hidden" name="invitation" value=next.to_string() />
            <label>
                "As " <select name="role">
                    <RoleOptions chosen=Role::Labeller />
                </select>
            </label>
            <label>
                "In this set only; they will be a viewer of the others "
                <input name="set" list="sets" placeholder="in all sets" autocomplete="off" />
            </label>
            <datalist id="sets">{sets.into_iter().map(option).collect_view()}</datalist>
            <button class="button primary">"Make an invitation"</button>
        </form>
    }
}

/// Inviting somebody to one set, on its own page.
#[component]
pub fn InviteToSet(set: String, next: InvitationId) -> impl IntoView {
    view! {
        <h2>"Invite to this set"</h2>
        <form class="filters" method="post" action="/members">
            <input type="hidden" name="invitation" value=next.to_string() />
            <input type="hidden" name="set" value=set />
            <label>
                "As " <select name="role">
                    <RoleOptions chosen=Role::Labeller />
                </select>
            </label>
            <button class="button">"Make an invitation"</button>
        </form>
        <p class="facts">"Whoever uses it will be a viewer of the other sets. " <a href="/members">"All members and invitations"</a></p>
    }
}

#[component]
fn InvitationTable(invitations: Vec<Invitation>) -> impl IntoView {
    let row = |invitation: Invitation| view! { <InvitationRow invitation /> };
    view! {
        <h2>"Not used yet"</h2>
        <WideTable label="Invitations">
            <Table columns=[
                Words("As"),
                Words("In"),
                Words("Made by"),
                Words("Until (UTC)"),
                Unseen("Revoke"),
            ]>{invitations.into_iter().map(row).collect_view()}</Table>
        </WideTable>
    }
}

#[component]
fn InvitationRow(invitation: Invitation) -> impl IntoView {
    let Invitation { id, role, set, created_by, expires_at, .. } = invitation;
    let made_by = match created_by {
        Some(name) => view! { <GivenText text=name /> }.into_any(),
        None => "the command line".into_any(),
    };
    view! {
        <tr>
            <td>{role.word()}</td>
            <td>{set.map_or_else(|| "all sets".to_owned(), |set| set.to_string())}</td>
            <td>{made_by}</td>
            <td>{expires_at.to_string()}</td>
            <td>
                <form method="post" action=format!("/invitations/{id}/revoke")>
                    <button class="button" aria-label=format!("Revoke the invitation as {} until {expires_at}", role.word())>
                        "Revoke"
                    </button>
                </form>
            </td>
        </tr>
    }
}
