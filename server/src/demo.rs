//! The demo: a set about Touchstone itself, ready to label, and a visitor who is its admin.

use anyhow::Context;
use domain::chunker;
use domain::golden_set::{Name, NewSet, Settings};
use domain::job::ImportTarget;
use domain::role::Role;
use domain::scale::Scale;
use domain::user::User;
use rust_embed::RustEmbed;
use store::{NewUser, Store};

use crate::jobs::Progress;
use crate::search::Bm25;
use crate::services::ServerServices;
use crate::{edge, import, retrieve};

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
pub async fn prepare(services: &ServerServices) -> anyhow::Result<()> {
    let store = &services.store;
    if visitor(store).await?.is_none() {
        store
            .add_user(NewUser {
                id: edge::new_id(),
                name: VISITOR.into(),
                password_hash: String::new(),
                role: Role::Admin,
                created_at: edge::now(),
            })
            .await?;
    }
    if store.set("guide").await?.is_some() {
        return Ok(());
    }
    tracing::info!("filling the demo set");
    let (corpus, chunking): (Name, Name) = ("user-guide".parse()?, "headings".parse()?);
    let chunking = store.ensure_chunking(&corpus, &chunking, (edge::new_id(), edge::new_id()), edge::now()).await?;
    let mut files: Vec<_> = Guide::iter().collect();
    files.sort();
    for name in files {
        let file = Guide::get(&name).context("an embedded file is there")?;
        let chunks = chunker::markdown(&name, std::str::from_utf8(&file.data)?);
        store.add_chunks(chunking.id, chunks.into_iter().map(|chunk| (edge::new_id(), chunk)).collect()).await?;
    }
    let settings = Settings { guidelines: GUIDELINES.into(), ..Settings::usual("Touchstone's user guide".into(), Scale::graded()) };
    let set = NewSet { id: edge::new_id(), name: "guide".parse()?, settings, created_at: edge::now() };
    let id = set.id;
    store.add_set(set).await?;
    store.tie_chunking(id, chunking.id).await?;
    bring_in(store, "queries.jsonl", &ImportTarget::Queries { set: id, column: None, source: None }).await?;
    retrieve::retrieve(store, &services.indexes, id, 20, Bm25::default(), &Progress::on_terminal(true)).await?;
    bring_in(store, "prelabels.jsonl", &ImportTarget::Prelabels { set: id, judge: "demo-judge".into() }).await
}

async fn bring_in(store: &Store, name: &str, target: &ImportTarget) -> anyhow::Result<()> {
    let file = Data::get(name).context("an embedded file is there")?;
    let path = std::env::temp_dir().join(format!("touchstone-{}-{name}", edge::new_id::<uuid::Uuid>()));
    std::fs::write(&path, &file.data)?;
    let report = import::import(store, &path, name, target, &Progress::on_terminal(true)).await;
    std::fs::remove_file(&path)?;
    let report = report?;
    anyhow::ensure!(report.refused == 0, "the demo's {name} was refused: {:?}", report.refusals.first());
    Ok(())
}
