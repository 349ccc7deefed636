//! A store to test on, on both databases, with a set that has something to label.
#![allow(dead_code, clippy::disallowed_methods)]

use domain::chunk::NewChunk;
use domain::golden_set::{GoldenSet, NewSet, Settings};
use domain::id::{ChunkId, ChunkingId, CorpusId, OperationId, QueryId, RunId, SetId, UserId};
use domain::operation::{Action, Operation};
use domain::query::NewQuery;
use domain::role::Role;
use domain::scale::{Grade, Judgement, Scale};
use domain::timestamp::Timestamp;
use store::{ListRow, Location, NewOperation, NewRun, NewUser, Store};
use uuid::Uuid;

/// A moment to begin at.
pub const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// Stamps each test twice: once on SQLite in a directory of its own, once on PostgreSQL in a schema of its own.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$attribute:meta])* async fn $name:ident($store:ident: Store) $body:block)+) => {
        mod sqlite {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)] $(#[$attribute])* async fn $name() {
                let directory = tempfile::tempdir().expect("a directory");
                let $store = Store::open(&store::Location::Directory(directory.path().into())).await.expect("a store");
                $body
            })+
        }
        mod postgres {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)] $(#[$attribute])* async fn $name() {
                let $store = $crate::common::postgres(stringify!($name)).await;
                $body
            })+
        }
    };
}

/// A store in a schema of its own on the PostgreSQL that `make test` starts.
pub async fn postgres(name: &str) -> Store {
    let url = std::env::var("TOUCHSTONE_TEST_POSTGRES")
        .expect("TOUCHSTONE_TEST_POSTGRES names a PostgreSQL to test on: run `make test`, which starts one, or set it");
    let schema = format!("t_{}_{}", &name[..name.len().min(30)], Uuid::now_v7().simple());
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.expect("PostgreSQL answers");
    sqlx::QueryBuilder::<sqlx::Postgres>::new("CREATE SCHEMA ").push(&schema).build().execute(&mut connection).await.expect("a schema");
    let separator = if url.contains('?') { '&' } else { '?' };
    Store::open(&Location::Postgres(format!("{url}{separator}options=-c%20search_path%3D{schema}&application_name={schema}")))
        .await
        .expect("a store")
}

pub fn id<T: From<Uuid>>() -> T {
    T::from(Uuid::now_v7())
}

/// A set with queries, each with the same pool of chunks, and a labeller.
pub struct Fixture {
    pub set: GoldenSet,
    pub chunking: ChunkingId,
    pub queries: Vec<QueryId>,
    pub chunks: Vec<ChunkId>,
    pub labeller: UserId,
}

pub async fn user(store: &Store, name: &str) -> UserId {
    let user = NewUser { id: id(), name: name.into(), password_hash: String::new(), role: Role::Labeller, created_at: NOW };
    store.add_user(user.clone()).await.expect("a user");
    user.id
}

pub fn chunk(external_id: &str, text: &str) -> NewChunk {
    NewChunk {
        external_id: external_id.into(),
        doc_id: external_id.into(),
        ordinal: Some(0),
        title: String::new(),
        text: text.into(),
        metadata: serde_json::Map::new(),
    }
}

pub fn query(external_id: &str, text: &str) -> NewQuery {
    NewQuery {
        external_id: Some(external_id.into()),
        text: text.into(),
        style: None,
        source: None,
        seen: 1,
        metadata: serde_json::Map::new(),
    }
}

pub async fn fixture(store: &Store, queries: usize, chunks: usize, overlap: i32) -> Fixture {
    let settings = Settings { overlap, ..Settings::usual("A set".into(), Scale::graded()) };
    let set = NewSet { id: id::<SetId>(), name: "a-set".parse().expect("a name"), settings, created_at: NOW };
    store.add_set(set).await.expect("a set");
    let set = store.set("a-set").await.expect("read").expect("the set");
    let name = "docs".parse().expect("a name");
    let chunking = store.ensure_chunking(&name, &name, (id::<CorpusId>(), id()), NOW).await.expect("a chunking").id;
    let new: Vec<(ChunkId, NewChunk)> = (0..chunks).map(|n| (id(), chunk(&format!("c{n}"), &format!("text {n}")))).collect();
    let chunk_ids: Vec<ChunkId> = new.iter().map(|(id, _)| *id).collect();
    store.add_chunks(chunking, new).await.expect("chunks");
    let new: Vec<(QueryId, NewQuery)> = (0..queries).map(|n| (id(), query(&format!("q{n}"), &format!("query number {n}")))).collect();
    let query_ids: Vec<QueryId> = new.iter().map(|(id, _)| *id).collect();
    store.add_queries(set.id, new, NOW).await.expect("queries");
    store.tie_chunking(set.id, chunking).await.expect("tied");
    let run = NewRun { id: id::<RunId>(), set: set.id, chunking, retriever: "r".into(), commit: String::new(), created_at: NOW };
    let run = store.ensure_run(run).await.expect("a run");
    let hits: Vec<_> = chunk_ids.iter().map(|chunk| (*chunk, Some(1.0))).collect();
    let lists = query_ids.iter().map(|query| ListRow { query: *query, hits: hits.clone(), latency_ms: None, cost_usd: None }).collect();
    store.add_lists(run, 20, lists).await.expect("lists");
    let labeller = user(store, "lena").await;
    Fixture { set, chunking, queries: query_ids, chunks: chunk_ids, labeller }
}

impl Fixture {
    pub fn operation(&self, actor: UserId, query: QueryId, action: Action, at: Timestamp) -> NewOperation {
        NewOperation { set: self.set.id, actor, operation: Operation { id: id::<OperationId>(), query, action }, at }
    }

    pub fn grade(&self, query: usize, chunk: usize, grade: i16, base: i64) -> NewOperation {
        let action = Action::Judge {
            chunk: self.chunks[chunk],
            judgement: Some(Judgement::Grade(Grade(grade))),
            evidence: Vec::new(),
            note: String::new(),
            prelabel_visible: false,
            base,
        };
        self.operation(self.labeller, self.queries[query], action, NOW)
    }
}
