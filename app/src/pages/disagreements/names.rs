//! What stands in the place of names while they are hidden.

use domain::disagreement::Case;
use domain::id::UserId;

/// A letter for somebody who said something of a query: the same on the whole page, and on the next case of the query.
pub fn letter(case: &Case, labeller: UserId) -> String {
    let voices = case.voices.iter().map(|voice| voice.labeller);
    let others = case.flags.iter().map(|flag| flag.labeller);
    let mut place: Vec<UserId> = voices.chain(others).collect();
    place.sort_unstable();
    place.dedup();
    let at = place.iter().position(|known| *known == labeller).unwrap_or(place.len());
    match u32::try_from(at).ok().filter(|at| *at < 26).and_then(|at| char::from_u32(u32::from('A') + at)) {
        Some(letter) => letter.to_string(),
        None => format!("labeller {}", at + 1),
    }
}
