//! Shares of a set's queries, drawn by the queries' ids: everybody who asks, and every reload, gets the same answer.

use crate::id::QueryId;

/// Keeps what is drawn for one purpose apart from what is drawn for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// Which queries show no pre-labels.
    Control,
    /// Which queries need more labellers than the others.
    Overlap,
}

/// Whether a query is in a share of so many percent.
pub fn is_drawn(draw: Draw, query: QueryId, percent: i32) -> bool {
    let salt = match draw {
        Draw::Control => 0,
        Draw::Overlap => 0x0076_6572_6c61_7073,
    };
    let (high, low) = query.0.as_u64_pair();
    i32::try_from(mix(mix(high ^ salt) ^ low) % 100).is_ok_and(|slot| slot < percent)
}

/// The finaliser of splitmix64.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u64) -> QueryId {
        QueryId(crate::id::uuid_v7(n, &[n.to_le_bytes().as_slice(), &[1, 2]].concat().try_into().expect("ten bytes")))
    }

    #[test]
    fn a_share_has_about_as_many_queries_as_it_says() {
        for draw in [Draw::Control, Draw::Overlap] {
            for (percent, expected) in [(0, 0..1), (10, 900..1100), (20, 1850..2150), (100, 10_000..10_001)] {
                let drawn = (0..10_000).filter(|&n| is_drawn(draw, id(n), percent)).count();
                assert!(expected.contains(&drawn), "{draw:?} {percent} %: {drawn}");
            }
        }
    }

    #[test]
    fn what_is_drawn_for_one_purpose_says_nothing_about_the_other() {
        let both = (0..10_000).filter(|&n| is_drawn(Draw::Control, id(n), 10) && is_drawn(Draw::Overlap, id(n), 20)).count();
        assert!((140..260).contains(&both), "{both} of about 200");
    }
}
