//! The demo: a set about Touchstone itself, ready to label, and a visitor who is its admin.

use domain::chunker;
use domain::golden_set::{Name, NewSet, Settings};
use domain::job::ImportTarget;
use domain::role::Role;
use domain::scale::{GradeMap, Scale};
use domain::user::User;
use rust_embed::RustEmbed;
use store::{NewUser, Store};

use crate::error::{Error, Result};
use crate::search::Bm25;
use crate::services::ServerServices;
use crate::work::{Context, Progress};
use crate::{import, retrieve};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../docs/guide"]
struct Guide;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../demo"]
struct Data;

/// The name that the visitor of a demo goes by.
const VISITOR: &str = "demo";

const GUIDELINES: &str = "Grade each chunk by whether it answers the **query as the person meant it**.\n\n\
    - A chunk that only shares words with the query is *not relevant*.\n\
    - A chunk that says part of the answer, or needs another chunk beside it, answers *in part*.\n\
    - When no chunk answers, search the guide with `/` before you say that the corpus has no answer.\n";

/// The member that everybody on this machine is in a demo.
pub async fn visitor(store: &Store) -> store::Result<Option<User>> {
    Ok(store.credentials(VISITOR).await?.map(|(user, _)| user))
}

/// Makes the visitor and the set, where they are not there yet.
pub async fn prepare(services: &ServerServices) -> Result<()> {
    let (store, edge) = (&services.store, services.edge);
    let context = Context { store, edge, progress: &Progress::silent() };
    if visitor(store).await?.is_none() {
        store
            .add_user(NewUser {
                id: edge.new_id(),
                name: VISITOR.into(),
                password_hash: String::new(),
                role: Role::Admin,
                created_at: edge.now(),
            })
            .await?;
    }
    if store.set("guide").await?.is_some() {
        return Ok(());
    }
    tracing::info!("filling the demo set");
    let (corpus, chunking): (Name, Name) = ("user-guide".parse()?, "headings".parse()?);
    let chunking = store.ensure_chunking(&corpus, &chunking, (edge.new_id(), edge.new_id()), edge.now()).await?;
    let mut files: Vec<_> = Guide::iter().collect();
    files.sort();
    for name in files {
        let file = Guide::get(&name).expect("it was just listed");
        let chunks = chunker::markdown(&name, &String::from_utf8_lossy(&file.data));
        store.add_chunks(chunking.id, chunks.into_iter().map(|chunk| (edge.new_id(), chunk)).collect()).await?;
    }
    let settings = Settings { guidelines: GUIDELINES.into(), ..Settings::usual("Touchstone's user guide".into(), Scale::graded()) };
    let set = NewSet { id: edge.new_id(), name: "guide".parse()?, settings, created_at: edge.now() };
    let id = set.id;
    store.add_set(set).await?;
    store.tie_chunking(id, chunking.id).await?;
    bring_in(context, "queries.jsonl", &ImportTarget::Queries { set: id, column: None, source: None }).await?;
    retrieve::retrieve(context, &services.indexes, id, 20, Bm25::default()).await?;
    bring_in(context, "prelabels.jsonl", &ImportTarget::Prelabels { set: id, judge: "demo-judge".into(), map: GradeMap::default() }).await
}

async fn bring_in(context: Context<'_>, name: &str, target: &ImportTarget) -> Result<()> {
    let file = Data::get(name).expect("the program carries it");
    let path = std::env::temp_dir().join(format!("touchstone-{}-{name}", context.edge.new_id::<uuid::Uuid>()));
    std::fs::write(&path, &file.data).map_err(Error::unwritable(&path))?;
    let report = import::import(context, &path, name, target).await;
    std::fs::remove_file(&path).map_err(Error::unwritable(&path))?;
    match report?.refusals.first() {
        Some(refusal) => Err(Error::Input(format!("the demo's {name} was refused: {refusal:?}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_judge_quotes_the_guide_word_for_word() {
        let mut chunks = HashMap::new();
        for name in Guide::iter() {
            let file = Guide::get(&name).expect("it was just listed");
            let of_file = chunker::markdown(&name, std::str::from_utf8(&file.data).expect("text"));
            chunks.extend(of_file.into_iter().map(|chunk| (chunk.external_id, chunk.text)));
        }
        let prelabels = Data::get("prelabels.jsonl").expect("the program carries it");
        for line in std::str::from_utf8(&prelabels.data).expect("text").lines() {
            let prelabel: serde_json::Value = serde_json::from_str(line).expect("json");
            let chunk = prelabel["chunk_id"].as_str().and_then(|id| chunks.get(id));
            let quote = prelabel["evidence"].as_str().unwrap_or_default();
            assert!(chunk.is_some_and(|text| text.contains(quote)), "{line}");
        }
    }
}
