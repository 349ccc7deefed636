//! Invitations: how somebody becomes a member.

use domain::invitation::{INVITATION_SECONDS, Invited};
use store::{Inviter, NewInvitation, Store};

use crate::edge::Edge;

/// Keeps an invitation, to a set or to all, and gives the path of its link.
pub async fn invite(store: &Store, edge: Edge, invited: Invited, created_by: Inviter) -> store::Result<String> {
    let (token, token_hash) = edge.new_token();
    let now = edge.now();
    let expires_at = now.plus_seconds(INVITATION_SECONDS);
    let Invited { id, role, set } = invited;
    store.add_invitation(NewInvitation { id, token_hash, role, set, created_by, created_at: now, expires_at }).await?;
    Ok(format!("/invitation?token={token}"))
}
