//! What changed between two versions: both are read side by side, in the order of their queries, and items that are the same are
//! passed over. No text of a chunk is read.

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};

use domain::diff::{ComparedItem, ComparedLabel, Diff};
use domain::id::{ChunkId, VersionId};

use crate::frozen::{FrozenItem, from_text};
use crate::versions::ItemRow;
use crate::{Error, Result, Store};

/// How many items of a version are read at a time.
const READ: i64 = 1000;
/// Of how many queries that differ the chunks are looked up together.
const LOOKED_UP: usize = 100;

/// What is known of a chunk: its id of the user's, and the hash of its text.
type Chunks = HashMap<ChunkId, (String, Vec<u8>)>;

/// An item as it is kept.
struct Kept {
    query_id: String,
    item: String,
}

/// The items of a version in the order of their queries, without those that were erased.
struct Side {
    version: VersionId,
    after: i64,
    waiting: VecDeque<Kept>,
    ended: bool,
}

/// A query that differs, as both versions have it.
struct Pair {
    from: Option<(String, FrozenItem)>,
    to: Option<(String, FrozenItem)>,
}

impl Store {
    /// Tells what changed from one version to another, a query at a time, in the byte order of their ids: the user's id, and what.
    pub async fn diff(&self, from: VersionId, to: VersionId, mut tell: impl FnMut(&str, Diff) + Send) -> Result<()> {
        let (mut from, mut to) = (Side::of(from), Side::of(to));
        let mut pairs = Vec::with_capacity(LOOKED_UP);
        loop {
            from.fill(self).await?;
            to.fill(self).await?;
            match next(&mut from.waiting, &mut to.waiting) {
                (None, None) => break,
                (Some(from), Some(to)) if from.item == to.item => {}
                (from, to) => pairs.push(Pair { from: parse(from)?, to: parse(to)? }),
            }
            if pairs.len() == LOOKED_UP {
                self.compare(std::mem::take(&mut pairs), &mut tell).await?;
            }
        }
        self.compare(pairs, &mut tell).await
    }

    async fn compare(&self, pairs: Vec<Pair>, tell: &mut (impl FnMut(&str, Diff) + Send)) -> Result<()> {
        let sides = pairs.iter().flat_map(|pair| pair.from.iter().chain(&pair.to));
        let mut ids: Vec<ChunkId> = sides.flat_map(|(_, item)| item.chunks()).collect();
        ids.sort_unstable();
        ids.dedup();
        let rows = read!(self, versions::chunk_names(&ids))?;
        let chunks: Chunks = rows.into_iter().map(|(id, name, text_hash)| (id, (name, text_hash))).collect();
        let compared = |side: Option<(String, FrozenItem)>| side.map(|(id, item)| compared(id, item, &chunks)).transpose();
        for Pair { from, to } in pairs {
            let Some(query) = from.as_ref().or(to.as_ref()).map(|(query, _)| query.clone()) else { continue };
            let diff = Diff::of_query(compared(from)?, compared(to)?);
            if !diff.is_empty() {
                tell(&query, diff);
            }
        }
        Ok(())
    }
}

impl Side {
    fn of(version: VersionId) -> Self {
        Self { version, after: 0, waiting: VecDeque::new(), ended: false }
    }

    /// Reads on when nothing waits; nothing waits afterwards at the end only.
    async fn fill(&mut self, store: &Store) -> Result<()> {
        while self.waiting.is_empty() && !self.ended {
            let rows = read!(store, versions::items(self.version, self.after, READ))?;
            self.ended = rows.is_empty();
            self.after = rows.last().map_or(self.after, |row| row.position);
            let kept = |row: ItemRow| row.external_id.zip(row.item).map(|(query_id, item)| Kept { query_id, item });
            self.waiting.extend(rows.into_iter().filter_map(kept));
        }
        Ok(())
    }
}

/// The next query, as each side has it.
fn next(from: &mut VecDeque<Kept>, to: &mut VecDeque<Kept>) -> (Option<Kept>, Option<Kept>) {
    let order = match (from.front(), to.front()) {
        (Some(from), Some(to)) => from.query_id.as_bytes().cmp(to.query_id.as_bytes()),
        (Some(_), None) => Ordering::Less,
        (None, _) => Ordering::Greater,
    };
    match order {
        Ordering::Less => (from.pop_front(), None),
        Ordering::Equal => (from.pop_front(), to.pop_front()),
        Ordering::Greater => (None, to.pop_front()),
    }
}

fn parse(kept: Option<Kept>) -> Result<Option<(String, FrozenItem)>> {
    kept.map(|Kept { query_id, item }| Ok((query_id, from_text(&item)?))).transpose()
}

fn compared(query_id: String, item: FrozenItem, chunks: &Chunks) -> Result<ComparedItem> {
    let find = |id: ChunkId| chunks.get(&id).ok_or_else(|| Error::Damaged(format!("the database lost the chunk {id} of a frozen version")));
    let labels = item.labels.iter().map(|label| {
        let (name, hash) = find(label.chunk)?;
        let text_hash = (!label.bare).then(|| hash.clone());
        Ok(ComparedLabel { chunk_id: name.clone(), grade: label.grade, text_hash })
    });
    Ok(ComparedItem {
        labels: labels.collect::<Result<_>>()?,
        citations: item.citations.iter().map(|id| Ok(find(*id)?.0.clone())).collect::<Result<_>>()?,
        query_id,
        query: item.query,
        answerable: item.answerable,
        answer: item.answer,
    })
}
