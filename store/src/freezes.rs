//! Freezes that are under way, and what is left of those that came to no end.

use domain::id::{SetId, VersionId};
use domain::lint_report::Looked;
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// How long a freeze is held without a part being written. It forgives clocks of servers that differ by minutes.
const LEASE_SECONDS: i64 = 300;

/// A hold on a freeze until a moment that each part moves on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FreezeLease {
    /// The version that it makes.
    pub version: VersionId,
    /// When others may take it for left.
    pub ends_at: Timestamp,
    pub progress: Looked,
}

impl FreezeLease {
    /// A hold from a moment on.
    pub(crate) fn from(version: VersionId, now: Timestamp, progress: Looked) -> Self {
        Self { version, ends_at: now.plus_seconds(LEASE_SECONDS), progress }
    }
}

impl Store {
    /// How far the freeze of a set is; none when it is not frozen now.
    pub async fn freeze_progress(&self, set: SetId, now: Timestamp) -> Result<Option<Looked>> {
        read!(self, freezes::progress(set, now))
    }

    /// Removes what is left of freezes that nobody holds at this moment. Nobody ever saw it.
    pub async fn sweep_freezes(&self, now: Timestamp) -> Result<()> {
        for version in read!(self, freezes::left(now))? {
            self.remove_freeze(version, now).await?;
        }
        Ok(())
    }

    /// Lets go of a freeze, and removes what was written of it, in parts, so that labels get in between.
    async fn remove_freeze(&self, version: VersionId, now: Timestamp) -> Result<()> {
        transact!(self, freezes::end_lease(version, now))?;
        while transact!(self, freezes::remove_part(version))? {}
        Ok(())
    }

    /// Removes what was written of a freeze that is given up; what cannot be removed now is swept later.
    pub(crate) async fn give_up_freeze(&self, version: VersionId) {
        if let Err(error) = self.remove_freeze(version, Timestamp(i64::MAX)).await {
            tracing::warn!(%error, %version, "what was written of a freeze is removed later");
        }
    }
}
