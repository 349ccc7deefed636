//! A moment, in milliseconds since 1970 UTC: one integer on the wire and in both databases.

use serde::{Deserialize, Serialize};

/// A moment. It is read from a clock at the edge only, and passed down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The moment this many seconds later.
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0 + seconds * 1000)
    }

    /// Midnight UTC of the Monday of its week.
    #[must_use]
    pub const fn monday(self) -> Self {
        const DAY: i64 = 86_400_000;
        // 1970 began on a Thursday.
        Self((self.0 + 3 * DAY).div_euclid(7 * DAY) * 7 * DAY - 3 * DAY)
    }

    /// The beginning of its day, in UTC.
    #[must_use]
    pub const fn midnight(self) -> Self {
        Self(self.0 - self.0.rem_euclid(86_400_000))
    }

    /// `30 Nov`, in UTC.
    pub fn day_and_month(self) -> String {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let (_, month, day) = civil_from_days(self.0.div_euclid(86_400_000));
        let month = usize::try_from(month - 1).ok().and_then(|month| MONTHS.get(month)).unwrap_or(&"");
        format!("{day} {month}")
    }
}

/// `2026-11-30 05:10` in UTC. Days are counted as in Howard Hinnant's "chrono-compatible low-level date algorithms".
impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let minutes = self.0.div_euclid(60_000);
        let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
        let (year, month, day) = civil_from_days(days);
        write!(f, "{year:04}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
    }
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_as_its_utc_date_and_minute() {
        assert_eq!(Timestamp(0).to_string(), "1970-01-01 00:00");
        assert_eq!(Timestamp(1_709_251_199_000).to_string(), "2024-02-29 23:59");
        assert_eq!(Timestamp(-60_000).to_string(), "1969-12-31 23:59");
    }

    #[test]
    fn a_day_begins_at_midnight() {
        assert_eq!(Timestamp(1_709_251_199_000).midnight().to_string(), "2024-02-29 00:00");
        assert_eq!(Timestamp(-1).midnight(), Timestamp(-86_400_000));
    }

    #[test]
    fn a_week_begins_on_its_monday() {
        let monday = |moment: i64| Timestamp(moment).monday().to_string();
        assert_eq!(monday(0), "1969-12-29 00:00");
        assert_eq!(monday(1_709_251_199_000), "2024-02-26 00:00");
        assert_eq!(monday(1_708_905_600_000), "2024-02-26 00:00", "Monday itself");
        assert_eq!(Timestamp(1_709_251_199_000).day_and_month(), "29 Feb");
    }
}
