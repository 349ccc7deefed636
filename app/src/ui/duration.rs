//! How long something takes, in words.

/// `25 min`, `3 h`.
pub fn duration(minutes: i64) -> String {
    if minutes < 90 { format!("{minutes} min") } else { format!("{} h", (minutes + 30) / 60) }
}

/// `45 s a query`, `2 min a query`.
pub fn pace(seconds: i64) -> String {
    let each = if seconds < 90 { format!("{seconds} s") } else { duration((seconds + 30) / 60) };
    format!("{each} a query")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_said_in_the_unit_that_people_use() {
        assert_eq!([45, 89, 90, 149, 150].map(pace), ["45 s a query", "89 s a query", "2 min a query", "2 min a query", "3 min a query"]);
        assert_eq!([25, 89, 90, 180].map(duration), ["25 min", "89 min", "2 h", "3 h"]);
    }
}
