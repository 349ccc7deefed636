//! Ranked hits: the order in which a run lists a query's chunks.

use rustc_hash::{FxBuildHasher, FxHashSet};

/// The chunks that a run lists for a query, the best first, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking<'a, Chunk: ?Sized> {
    pub chunks: Vec<&'a Chunk>,
    /// How many hits were left out because the list has their chunk twice.
    pub duplicate_hits: usize,
}

impl<'a> Ranking<'a, str> {
    /// Score descending, then id descending as bytes. Of an id that comes twice the better place stays.
    pub fn by_score(mut hits: Vec<(f64, &'a str)>, precision: ScorePrecision) -> Self {
        for hit in &mut hits {
            hit.0 = precision.round(hit.0);
        }
        let by_rank = |a: &(f64, &str), b: &(f64, &str)| b.0.total_cmp(&a.0).then_with(|| b.1.as_bytes().cmp(a.1.as_bytes()));
        // Most files are in order already.
        if !hits.is_sorted_by(|a, b| by_rank(a, b).is_le()) {
            hits.sort_unstable_by(by_rank);
        }
        let listed = hits.len();
        let mut seen = FxHashSet::with_capacity_and_hasher(listed, FxBuildHasher);
        let chunks: Vec<&str> = hits.into_iter().map(|(_, id)| id).filter(|id| seen.insert(*id)).collect();
        Self { duplicate_hits: listed - chunks.len(), chunks }
    }
}

impl<'a, Chunk> Ranking<'a, Chunk> {
    /// As the database keeps it: ranked, each chunk once.
    pub fn in_order(chunks: &'a [Chunk]) -> Self {
        Self { chunks: chunks.iter().collect(), duplicate_hits: 0 }
    }
}

/// How exactly scores are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScorePrecision {
    /// As 64-bit floats.
    #[default]
    Double,
    /// As 32-bit floats, as `trec_eval` 9 does: 10.0 and 10.00000001 tie.
    Single,
}

impl ScorePrecision {
    #[expect(clippy::cast_possible_truncation, reason = "to lose digits is what is asked for")]
    fn round(self, score: f64) -> f64 {
        let score = if self == Self::Single { f64::from(score as f32) } else { score };
        // -0.0 and 0.0 tie.
        score + 0.0
    }
}
