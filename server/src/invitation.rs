//! Invitations: how somebody becomes a member.

use domain::role::Role;
use store::{NewInvitation, Store};

use crate::edge::Edge;

/// How long an invitation works.
const INVITATION_SECONDS: i64 = 72 * 3600;

/// Keeps an invitation and gives the path of its link.
pub async fn invite(store: &Store, edge: Edge, role: Role) -> store::Result<String> {
    let (token, token_hash) = edge.new_token();
    let now = edge.now();
    store.add_invitation(NewInvitation { token_hash, role, created_at: now, expires_at: now.plus_seconds(INVITATION_SECONDS) }).await?;
    Ok(format!("/invitation?token={token}"))
}
