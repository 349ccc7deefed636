//! Invitations: how somebody becomes a member.

use serde::{Deserialize, Serialize};

use crate::golden_set::Name;
use crate::id::{InvitationId, SetId};
use crate::role::Role;
use crate::timestamp::Timestamp;

/// How long an invitation works, in seconds.
pub const INVITATION_SECONDS: i64 = 72 * 3600;

/// To what somebody is to be invited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invited {
    /// The invitation's id: the same form sent again makes no second invitation.
    pub id: InvitationId,
    /// What they will be: in the set, where there is one, and else everywhere.
    pub role: Role,
    pub set: Option<SetId>,
}

/// An invitation that nobody has used yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    pub id: InvitationId,
    /// What the invited will be: in the set, where there is one, and else everywhere.
    pub role: Role,
    /// The set that they are invited to label; everywhere else they will be a viewer.
    pub set: Option<Name>,
    /// Who made it; none for the command line.
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    /// When its link stops working.
    pub expires_at: Timestamp,
}
