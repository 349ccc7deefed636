//! Invitations: how somebody becomes a member.

use domain::id::{InvitationId, SetId, UserId};
use domain::invitation::Invitation;
use domain::role::Role;
use domain::timestamp::Timestamp;

use crate::sets::stored_name;
use crate::{NewUser, Result, Store};

/// Who makes an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inviter {
    /// It works as long as they are an admin and are not shut out.
    Member(UserId),
    CommandLine,
    /// A start of the server while nobody could sign in: it works until an admin can.
    FirstStart,
}

/// An invitation. Only the hash of its link is kept.
#[derive(Debug, Clone)]
pub struct NewInvitation {
    pub id: InvitationId,
    /// SHA-256 of the link's token.
    pub token_hash: Vec<u8>,
    /// What the invited will be: in the set, where there is one, and else everywhere.
    pub role: Role,
    pub set: Option<SetId>,
    pub created_by: Inviter,
    /// Now.
    pub created_at: Timestamp,
    /// When the link stops working.
    pub expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
pub(crate) struct InvitationRow {
    id: InvitationId,
    role: Role,
    set_name: Option<String>,
    created_by: Option<String>,
    created_at: Timestamp,
    expires_at: Timestamp,
}

impl InvitationRow {
    fn into_invitation(self) -> Result<Invitation> {
        let Self { id, role, set_name, created_by, created_at, expires_at } = self;
        Ok(Invitation { id, role, set: set_name.map(stored_name).transpose()?, created_by, created_at, expires_at })
    }
}

impl Store {
    /// Keeps an invitation, and forgets those that have ended. One with the id of another is refused.
    pub async fn add_invitation(&self, invitation: NewInvitation) -> Result<()> {
        transact!(self, invitations::add_invitation(&invitation))
    }

    /// The newest hundred invitations that can still be used, the newest first.
    pub async fn invitations(&self, now: Timestamp) -> Result<Vec<Invitation>> {
        read!(self, invitations::invitations(now))?.into_iter().map(InvitationRow::into_invitation).collect()
    }

    /// Takes an invitation back; `false`: there is none that could still be used.
    pub async fn revoke_invitation(&self, id: InvitationId, now: Timestamp) -> Result<bool> {
        transact!(self, invitations::revoke_invitation(id, now))
    }

    /// Whether an invitation can still be used.
    pub async fn is_invited(&self, token_hash: &[u8], now: Timestamp) -> Result<bool> {
        read!(self, invitations::is_invited(token_hash, now))
    }

    /// Uses an invitation up and makes the member with its role, or neither. `false`: the invitation was used or has ended.
    pub async fn accept_invitation(&self, token_hash: Vec<u8>, user: NewUser) -> Result<bool> {
        let accepted = transact!(self, invitations::accept_invitation(&token_hash, user))?;
        self.apply_overlaps().await;
        Ok(accepted)
    }
}
