//! The share of pairs of ratings of an item that are equal.

use super::NO_ITEM;
use super::ratings::{Profiles, float};

/// Over all pairs of ratings of all items.
pub fn of_profiles(profiles: &Profiles, counts: &[u64]) -> Result<f64, &'static str> {
    let pairs_of = |ratings: u64| ratings * ratings.saturating_sub(1) / 2;
    let (mut equal, mut pairs) = (0, 0);
    for (profile, count) in profiles.profiles.iter().zip(counts) {
        equal += count * profile.iter().map(|given| pairs_of(*given)).sum::<u64>();
        pairs += count * pairs_of(profile.iter().sum());
    }
    if pairs > 0 { Ok(float(equal) / float(pairs)) } else { Err(NO_ITEM) }
}

/// Over the items of a confusion matrix.
pub fn of_cells(cells: &[u64], grades: usize) -> Result<f64, &'static str> {
    let n: u64 = cells.iter().sum();
    let equal: u64 = (0..grades).map(|grade| cells[grade * grades + grade]).sum();
    if n > 0 { Ok(float(equal) / float(n)) } else { Err(NO_ITEM) }
}
