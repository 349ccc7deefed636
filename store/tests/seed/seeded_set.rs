use domain::adjudication::Adjudication;
use domain::answer::citations;
use domain::doubt::Doubt;
use domain::export::{Exporter, Format};
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, ChunkingId, OperationId, QueryId, SetId, UserId};
use domain::label::Span;
use domain::operation::{Action, Operation};
use domain::query::Answerable;
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use domain::version::Head;
use store::{Adjudicated, Freezing, NewAdjudication, NewAssignments, NewOperation, NewVersion, OnErrors, Store};

use super::{COMPLETE, NOW, id, keep};

/// A set in a store, and what can be done to it.
pub struct SeededSet {
    pub id: SetId,
    pub golden_set: GoldenSet,
    pub chunking: ChunkingId,
    pub queries: Vec<QueryId>,
    pub chunks: Vec<ChunkId>,
    /// Lena.
    pub labeller: UserId,
}

impl SeededSet {
    pub(super) fn new(golden_set: GoldenSet, (chunking, chunks): (ChunkingId, Vec<ChunkId>), labeller: UserId) -> Self {
        Self { id: golden_set.id, golden_set, chunking, queries: Vec::new(), chunks, labeller }
    }

    /// What somebody does to a query.
    pub fn operation(&self, actor: UserId, query: QueryId, action: Action, at: Timestamp) -> NewOperation {
        NewOperation { set: self.id, actor, operation: Operation { id: id::<OperationId>(), query, action }, at }
    }

    /// A grade by Lena.
    pub fn grade(&self, query: usize, chunk: usize, grade: i16, base: i64) -> NewOperation {
        self.operation(self.labeller, self.queries[query], self.judge(chunk, grade, Vec::new(), base), NOW)
    }

    fn judge(&self, chunk: usize, grade: i16, evidence: Vec<Span>, base: i64) -> Action {
        let judgement = Some(Judgement::Grade(Grade(grade)));
        Action::Judge { chunk: self.chunks[chunk], judgement, evidence, note: String::new(), prelabel_visible: false, base }
    }

    /// Labels a query whole: the first chunk with a grade and evidence, an answer, and complete. An empty answer says that
    /// the corpus has none.
    pub async fn complete(&self, store: &Store, actor: UserId, query: usize, grade: i16, answer: &str) {
        let judge = self.judge(0, grade, vec![Span { start: 0, end: 4 }], 0);
        for action in [judge, self.answer(answer, Some(Doubt::NoAnswerBesideRelevant)), COMPLETE] {
            keep(store, self.operation(actor, self.queries[query], action, NOW)).await;
        }
    }

    /// Gives queries to a labeller by hand, as Lena.
    pub async fn assign(&self, store: &Store, labeller: UserId, queries: &[usize]) {
        let queries = queries.iter().map(|query| self.queries[*query]).collect();
        let answers = store.assign(NewAssignments { set: self.id, labeller, by: self.labeller, queries }).await.expect("an answer");
        assert!(answers.iter().all(|(_, answer)| answer.is_ok()), "{answers:?}");
    }

    /// A decision of a reviewer, who looks at the query now.
    pub async fn decision(&self, store: &Store, reviewer: UserId, query: usize, decision: Adjudication) -> NewAdjudication {
        let query = self.queries[query];
        let base = store.review(self.id, query).await.expect("read").expect("a review").base;
        let scale = self.golden_set.settings.scale.clone();
        NewAdjudication { set: self.id, query, reviewer, decision, note: "as the guideline says".into(), base, scale, at: NOW }
    }

    /// Lets a reviewer who looks at the query now grade its chunks by their places, and choose an answer.
    pub async fn settle(&self, store: &Store, reviewer: UserId, query: usize, grades: &[(usize, i16)], answer_of: Option<UserId>) {
        let grades = grades.iter().map(|(chunk, grade)| (self.chunks[*chunk], Grade(*grade))).collect();
        let decision = self.decision(store, reviewer, query, Adjudication { grades, answer_of }).await;
        assert_eq!(store.adjudicate(decision).await.expect("answered"), Adjudicated::Kept);
    }

    /// An answer that cites the chunks by their places in the pool; an empty one says that the corpus has none.
    pub fn answer(&self, text: &str, confirmed: Option<Doubt>) -> Action {
        let answerable = if text.is_empty() { Answerable::No } else { Answerable::Yes };
        let chunk = |number: i32| self.chunks.get(usize::try_from(number).ok()?.checked_sub(1)?).copied();
        Action::Answer { text: text.into(), citations: citations(text, chunk), answerable, confirmed, base: 0 }
    }

    /// Freezes what is settled, without any error.
    pub async fn freeze(&self, store: &Store) -> Head {
        match self.try_freeze(store, OnErrors::Refuse).await {
            Freezing::Frozen(head) => *head,
            Freezing::Refused(errors) => panic!("nothing was frozen: {errors:?}"),
        }
    }

    pub async fn try_freeze(&self, store: &Store, errors: OnErrors) -> Freezing {
        let version = NewVersion { id: id(), note: "first".into(), author: None, clock: || NOW, errors, new_salt: || "5a17".into() };
        store.freeze(self.id, version).await.expect("an answer")
    }

    /// The native export of a version, as text.
    pub async fn export(&self, store: &Store, number: i32) -> String {
        let version = store.version(self.id, number).await.expect("read").expect("the version");
        let mut exporter = Exporter::new(Format::TOUCHSTONE, &version.head);
        let (_, items) = store.version_items(version.id, 0).await.expect("items");
        items.iter().map(|item| exporter.item(item).remove(0)).collect()
    }
}
