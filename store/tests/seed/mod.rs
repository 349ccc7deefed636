//! A set with queries, chunks, runs and labels, for the tests of the store and of the server.

mod gate;
mod seeded_set;

use domain::chunk::NewChunk;
use domain::doubt::Doubt;
use domain::golden_set::{GoldenSet, NewSet, Settings};
use domain::id::{ChunkId, CorpusId, QueryId, RunId, SetId, UserId};
use domain::member::Member;
use domain::operation::{Action, Outcome};
use domain::overlap::Overlap;
use domain::query::NewQuery;
use domain::role::Role;
use domain::scale::Scale;
use domain::timestamp::Timestamp;
use store::{ListRow, NewOperation, NewRun, NewUser, Store};
use uuid::Uuid;

pub use gate::{Closed, Gate, PATIENCE};
pub use seeded_set::SeededSet;

/// A moment to begin at.
pub const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// A completion whose labeller knows that nothing is judged, if so.
pub const COMPLETE: Action = Action::Complete { confirmed: Some(Doubt::NothingJudged) };

/// A new id.
#[expect(clippy::disallowed_methods, reason = "a test makes ids as the edge does")]
pub fn id<T: From<Uuid>>() -> T {
    T::from(Uuid::now_v7())
}

/// The labeller of this name, who is added where there is none yet.
pub async fn labeller(store: &Store, name: &str) -> UserId {
    store.ensure_labeller(id(), name.into(), NOW).await.expect("a labeller")
}

/// A labeller of this name who can sign in.
pub async fn member(store: &Store, name: &str) -> UserId {
    let user = NewUser { id: id(), name: name.into(), password_hash: "a hash".into(), role: Role::Labeller, created_at: NOW };
    store.add_user(user.clone()).await.expect("a member");
    user.id
}

/// A reviewer of a set, as the set knows them.
pub fn reviewer(id: UserId) -> Member {
    Member { id, name: "a reviewer".into(), role: Role::Reviewer }
}

/// Does an operation, which must be saved.
pub async fn keep(store: &Store, operation: NewOperation) {
    let outcome = store.record(operation).await.expect("kept");
    assert!(matches!(outcome, Outcome::Saved { .. } | Outcome::InPool { .. }), "{outcome:?}");
}

/// A chunk that is a document of its own.
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

/// A query that was seen once.
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

/// What a set is to have: `q0`, `q1`, … each with the pool `c0`, `c1`, … that a retriever found, and the labeller `lena`.
pub struct SetBuilder {
    name: String,
    queries: usize,
    chunks: usize,
    overlap: i32,
    completed: Vec<Completed>,
}

/// A query that a labeller is through with.
struct Completed {
    query: usize,
    labeller: String,
    grade: i16,
    answer: String,
}

impl SetBuilder {
    /// The set `a-set` of one query with one chunk, on the graded scale, for one labeller a query.
    pub fn new() -> Self {
        Self { name: "a-set".into(), queries: 1, chunks: 1, overlap: 1, completed: Vec::new() }
    }

    pub fn named(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    pub fn queries(self, queries: usize) -> Self {
        Self { queries, ..self }
    }

    pub fn chunks(self, chunks: usize) -> Self {
        Self { chunks, ..self }
    }

    pub fn overlap(self, overlap: i32) -> Self {
        Self { overlap, ..self }
    }

    /// A labeller grades the first chunk of a query, answers it, and completes it; see [`SeededSet::complete`].
    pub fn completed(mut self, query: usize, labeller: &str, grade: i16, answer: &str) -> Self {
        self.completed.push(Completed { query, labeller: labeller.into(), grade, answer: answer.into() });
        self
    }

    /// Makes the set.
    pub async fn create(self, store: &Store) -> SeededSet {
        let golden_set = self.add_set(store).await;
        let mut set = SeededSet::new(golden_set, self.add_chunks(store).await, labeller(store, "lena").await);
        store.tie_chunking(set.id, set.chunking).await.expect("tied");
        set.queries = self.add_queries(store, set.id).await;
        add_run(store, &set, "r").await;
        for done in self.completed {
            let labeller = labeller(store, &done.labeller).await;
            set.complete(store, labeller, done.query, done.grade, &done.answer).await;
        }
        set
    }

    async fn add_set(&self, store: &Store) -> GoldenSet {
        let settings = Settings { overlap: Overlap::exactly(self.overlap), ..Settings::usual("A set".into(), Scale::graded()) };
        let set = NewSet { id: id::<SetId>(), name: self.name.parse().expect("a name"), settings, created_at: NOW };
        store.add_set(set).await.expect("a set");
        store.set(&self.name).await.expect("read").expect("the set")
    }

    async fn add_chunks(&self, store: &Store) -> (domain::id::ChunkingId, Vec<ChunkId>) {
        let name = self.name.parse().expect("a name");
        let chunking = store.ensure_chunking(&name, &name, (id::<CorpusId>(), id()), NOW).await.expect("a chunking").id;
        let chunks: Vec<_> = (0..self.chunks).map(|n| (id(), chunk(&format!("c{n}"), &format!("text {n}")))).collect();
        let ids = chunks.iter().map(|(id, _)| *id).collect();
        store.add_chunks(chunking, chunks).await.expect("chunks");
        (chunking, ids)
    }

    async fn add_queries(&self, store: &Store, set: SetId) -> Vec<QueryId> {
        let queries: Vec<_> = (0..self.queries).map(|n| (id(), query(&format!("q{n}"), &format!("query number {n}")))).collect();
        let ids = queries.iter().map(|(id, _)| *id).collect();
        store.add_queries(set, queries, NOW).await.expect("queries");
        ids
    }
}

/// A run that found every chunk for every query.
async fn add_run(store: &Store, set: &SeededSet, retriever: &str) {
    let run = NewRun {
        id: id::<RunId>(),
        set: set.id,
        chunking: set.chunking,
        retriever: retriever.into(),
        commit: String::new(),
        created_at: NOW,
    };
    let run = store.ensure_run(run).await.expect("a run");
    let hits: Vec<_> = set.chunks.iter().map(|chunk| (*chunk, Some(1.0))).collect();
    let list = |query: &QueryId| ListRow { query: *query, hits: hits.clone(), latency_ms: None, cost_usd: None };
    store.add_lists(run, 20, set.queries.iter().map(list).collect()).await.expect("lists");
}
