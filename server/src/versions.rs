//! Reading whole versions: for a difference, for an evaluation.

use domain::diff::Diff;
use domain::version::Item;
use store::{Store, Version};

/// What changed between two versions.
pub async fn diff(store: &Store, from: &Version, to: &Version) -> store::Result<Diff> {
    let (from, to) = (items(store, from).await?, items(store, to).await?);
    Diff::between(from.into_iter().map(Ok), to.into_iter().map(Ok))
}

async fn items(store: &Store, version: &Version) -> store::Result<Vec<Item>> {
    let (mut items, mut after) = (Vec::new(), 0);
    loop {
        let (last, batch) = store.version_items(version.id, after).await?;
        if batch.is_empty() {
            return Ok(items);
        }
        after = last;
        items.extend(batch.into_iter().filter_map(|hashed| hashed.item).map(|(_, item)| item));
    }
}
