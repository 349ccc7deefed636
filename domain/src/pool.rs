//! The pool: the chunks that are shown for a query.

use serde::{Deserialize, Serialize};

use crate::chunk::Chunk;

/// How a chunk came into a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// A run ranked it among its top k.
    Run,
    /// A labeller found it by search.
    Search,
    /// A re-map brought it.
    Remap,
    /// A label from a file is about it.
    Label,
}

/// A chunk in a query's pool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PoolChunk {
    pub chunk: Chunk,
    /// The number on the card, from 1. It never changes, so that `[3]` in an answer stays true.
    pub number: i32,
    /// How it came here first.
    pub provenance: Provenance,
    /// The score that the retriever gave.
    pub score: Option<f64>,
}

/// Whether a labeller is asked to judge a chunk of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkStanding {
    /// They are asked to judge it.
    Open,
    /// They judged it before the query was given out again; what they said stands until they change it.
    JudgedBefore,
    /// As many labellers as the query needs judged it. It need not be judged, and can be.
    JudgedByOthers,
}

/// Who judged a chunk, as far as it depends on that whether a labeller is asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Voices {
    /// How many others judged it who completed the query once.
    pub others: i64,
    /// Whether the labeller judged it before the query was given out again.
    pub judged_before: bool,
}

/// The rule, for the chunks of a pool. Who opens a query of which every chunk is judged by enough others is asked for all of
/// them: theirs is one voice more.
pub fn standings(overlap: i64, pool: &[Voices]) -> Vec<ChunkStanding> {
    let standing = |voices: &Voices| match (voices.judged_before, voices.others >= overlap) {
        (true, _) => ChunkStanding::JudgedBefore,
        (false, true) => ChunkStanding::JudgedByOthers,
        (false, false) => ChunkStanding::Open,
    };
    let standings: Vec<ChunkStanding> = pool.iter().map(standing).collect();
    if standings.iter().all(|standing| *standing == ChunkStanding::JudgedByOthers) {
        return vec![ChunkStanding::Open; pool.len()];
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::ChunkStanding::{JudgedBefore, JudgedByOthers, Open};
    use super::*;

    fn by(others: i64) -> Voices {
        Voices { others, judged_before: false }
    }

    const OWN: Voices = Voices { others: 0, judged_before: true };

    #[test]
    fn a_chunk_is_open_while_fewer_others_than_the_overlap_judged_it() {
        assert_eq!(standings(1, &[by(0), by(1), by(2)]), [Open, JudgedByOthers, JudgedByOthers]);
        assert_eq!(standings(2, &[by(0), by(1), by(2)]), [Open, Open, JudgedByOthers]);
    }

    #[test]
    fn what_a_labeller_judged_before_is_not_asked_again() {
        assert_eq!(standings(2, &[OWN, by(0)]), [JudgedBefore, Open]);
        assert_eq!(standings(1, &[Voices { others: 3, ..OWN }, by(0)]), [JudgedBefore, Open]);
        assert_eq!(standings(1, &[OWN, by(1)]), [JudgedBefore, JudgedByOthers], "the others were faster");
    }

    #[test]
    fn one_voice_more_is_asked_for_all() {
        assert_eq!(standings(1, &[by(1), by(2)]), [Open, Open]);
        assert_eq!(standings(1, &[]), []);
    }
}
