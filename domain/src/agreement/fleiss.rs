//! Fleiss' κ: for items that all have the same number of ratings, whoever gave them.

use super::ratings::{Profiles, float};
use super::{NO_ITEM, NO_VARIATION};

/// κ over combinations of one size, where each has so many items.
pub fn kappa(profiles: &Profiles, counts: &[u64]) -> Result<f64, &'static str> {
    let items = float(counts.iter().sum());
    let Some(first) = profiles.profiles.first().filter(|_| items > 0.0) else { return Err(NO_ITEM) };
    let raters = float(first.iter().sum());
    let mut totals = vec![0.0; first.len()];
    let mut agreed = 0.0;
    for (profile, count) in profiles.profiles.iter().zip(counts) {
        let squares: u64 = profile.iter().map(|given| given * given).sum();
        agreed += float(*count) * (float(squares) - raters) / (raters * (raters - 1.0));
        totals.iter_mut().zip(profile).for_each(|(total, given)| *total += float(*count) * float(*given));
    }
    let by_chance: f64 = totals.iter().map(|total| (total / (items * raters)).powi(2)).sum();
    if by_chance < 1.0 { Ok((agreed / items - by_chance) / (1.0 - by_chance)) } else { Err(NO_VARIATION) }
}
