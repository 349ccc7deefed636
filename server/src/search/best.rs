//! The best hits of a segment of the index.

use std::cmp::Ordering;

use tantivy::SegmentReader;
use tantivy::columnar::BytesColumn;

use super::EXTERNAL_ID;

/// A hit with what orders it: the score, then the user's id of the chunk.
pub(super) struct Best {
    pub doc: u32,
    pub score: f32,
    external_id: Vec<u8>,
}

impl Best {
    /// The best of a segment's scores, in any order; those of zero are left out.
    pub(super) fn of_segment(segment: &SegmentReader, scores: &[f32], limit: usize) -> tantivy::Result<Vec<Self>> {
        let missing = || tantivy::TantivyError::InternalError("the index has no ids".into());
        let ids = segment.fast_fields().bytes(EXTERNAL_ID)?.ok_or_else(missing)?;
        top(scores, limit, |doc| ids.ords().first(doc)).into_iter().map(|(doc, score)| Self::new(&ids, doc, score)).collect()
    }

    fn new(ids: &BytesColumn, doc: u32, score: f32) -> tantivy::Result<Self> {
        let mut external_id = Vec::new();
        if let Some(place) = ids.ords().first(doc) {
            ids.ord_to_bytes(place, &mut external_id)?;
        }
        Ok(Self { doc, score, external_id })
    }

    /// The better hit is the greater one.
    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| self.external_id.cmp(&other.external_id))
    }
}

/// The best scores; of equal ones at the limit those whose chunk comes later in the order of ids.
fn top(scores: &[f32], limit: usize, place: impl Fn(u32) -> Option<u64>) -> Vec<(u32, f32)> {
    let mut found: Vec<(u32, f32)> = (0..).zip(scores.iter().copied()).filter(|(_, score)| *score > 0.0).collect();
    if limit == 0 || found.len() <= limit {
        found.truncate(limit);
        return found;
    }
    let (_, (_, last), _) = found.select_nth_unstable_by(limit - 1, |a, b| b.1.total_cmp(&a.1));
    let last = *last;
    let mut tied: Vec<(u32, f32)> = found.iter().copied().filter(|(_, score)| score.total_cmp(&last).is_eq()).collect();
    found.retain(|(_, score)| *score > last);
    tied.sort_unstable_by_key(|(doc, _)| std::cmp::Reverse(place(*doc)));
    tied.truncate(limit - found.len());
    found.extend(tied);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_at_the_limit_go_to_the_greater_ids() {
        let ids = [3, 1, 4, 0, 2].map(Some);
        let best = |limit: usize| {
            let mut docs: Vec<u32> =
                top(&[2.0, 1.0, 1.0, 1.0, 0.0], limit, |doc| ids[doc as usize]).into_iter().map(|(doc, _)| doc).collect();
            docs.sort_unstable();
            docs
        };
        assert_eq!((best(0), best(1), best(2)), (vec![], vec![0], vec![0, 2]));
        assert_eq!((best(3), best(4), best(9)), (vec![0, 1, 2], vec![0, 1, 2, 3], vec![0, 1, 2, 3]));
    }
}
