//! Keeps a version that was exported elsewhere.

use std::collections::HashMap;

use domain::Invalid;
use domain::id::{ChunkId, ChunkingId};
use domain::version::{HashedItem, Item};

use super::freezing::insert_items;
use super::{Connection, chunks};
use crate::freezing::{KeptItem, Making, NewItem};
use crate::frozen::{FrozenItem, to_text};
use crate::version_imports::ForeignVersion;
use crate::{Error, Items, Result};

/// How many items are written at a time.
const BATCH: usize = 200;

pub(crate) async fn add_version(connection: &mut Connection, version: &ForeignVersion, mut items: Items) -> Result<()> {
    let ForeignVersion { set, chunking, id, head } = version;
    sqlx::query("INSERT INTO freezes (id, set_id) VALUES ($1, $2)").bind(id).bind(set).execute(&mut *connection).await?;
    let sql = "INSERT INTO versions (id, set_id, number, head, chunking_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    let insert = sqlx::query(sql).bind(id).bind(set).bind(head.version).bind(to_text(head)).bind(chunking).bind(head.created_at);
    insert.execute(&mut *connection).await?;
    let mut making = Making::default();
    loop {
        let batch: Vec<HashedItem> =
            items.by_ref().take(BATCH).collect::<std::result::Result<_, _>>().map_err(|reason| Error::Invalid(Invalid::new(reason)))?;
        if batch.is_empty() {
            break;
        }
        let items = new_items(connection, *chunking, &mut making, batch).await?;
        insert_items(connection, *id, items).await?;
    }
    if making.root.finish(head) != head.root_hash {
        return Err(Error::Invalid(Invalid::new("the version's items and head do not have its root hash")));
    }
    Ok(())
}

/// Items that point at the chunks that are here.
async fn new_items(
    connection: &mut Connection,
    chunking: Option<ChunkingId>,
    making: &mut Making,
    batch: Vec<HashedItem>,
) -> Result<Vec<NewItem>> {
    let items = batch.iter().filter_map(|hashed| hashed.item.as_ref());
    let chunks_of = |item: &Item| -> Vec<String> {
        item.labels.iter().map(|label| &label.chunk_id).chain(&item.disputed).chain(&item.citations).cloned().collect()
    };
    let mut names: Vec<String> = items.flat_map(|(_, item)| chunks_of(item)).collect();
    names.sort_unstable();
    names.dedup();
    let ids: HashMap<String, ChunkId> = chunks::chunk_ids(connection, chunking, &names).await?.into_iter().collect();
    batch.into_iter().map(|hashed| new_item(making, hashed, &ids)).collect()
}

fn new_item(making: &mut Making, hashed: HashedItem, ids: &HashMap<String, ChunkId>) -> Result<NewItem> {
    let HashedItem { hash, item } = hashed;
    let Some((salt, item)) = item else { return Ok(making.item(hash, None)) };
    let kept = KeptItem::new(item.query_id.clone(), salt, &FrozenItem::from_item(item, ids)?);
    Ok(making.item(hash, Some(kept)))
}
