use domain::adjudication::{Reason, Verdict};
use domain::answer::citations;
use domain::disagreement::{Case, CaseFilter, Kind, State, Subject};
use domain::doubt::Doubt;
use domain::export::{Exporter, Format};
use domain::golden_set::{GoldenSet, Settings};
use domain::id::{ChunkId, ChunkingId, OperationId, QueryId, SetId, UserId};
use domain::label::Span;
use domain::operation::{Action, Operation};
use domain::overlap::Overlap;
use domain::query::{Answerable, QueryStatus};
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use domain::version::Head;
use store::{
    AddedLabel, DisputedChunks, Freezing, NewAdjudication, NewAssignments, NewLabel, NewOperation, NewVersion, OnErrors, Settling, Store,
};

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

    /// A label of a file, which is kept wherever there is a place.
    pub async fn label_from_file(&self, store: &Store, labeller: UserId, query: usize, chunk: usize, judgement: Judgement) {
        let (query, chunk) = (self.queries[query], self.chunks[chunk]);
        let label = NewLabel { operation: id(), query, chunk, judgement, mapped_from: None, evidence: Vec::new(), note: String::new() };
        assert_eq!(store.add_labels(self.id, labeller, vec![label], NOW).await.expect("added"), [AddedLabel::New]);
    }

    /// Gives the first chunks of a query these grades, and completes it.
    pub async fn label(&self, store: &Store, actor: UserId, query: usize, grades: &[i16]) {
        let judged = grades.iter().enumerate().map(|(chunk, grade)| self.judge(chunk, *grade, Vec::new(), 0));
        for action in judged.chain([COMPLETE]) {
            keep(store, self.operation(actor, self.queries[query], action, NOW)).await;
        }
    }

    pub async fn status(&self, store: &Store, query: usize) -> QueryStatus {
        store.query(self.id, self.queries[query]).await.expect("read").expect("the query").status
    }

    pub async fn change_settings(&self, store: &Store, change: impl FnOnce(&mut Settings)) {
        let GoldenSet { revision, mut settings, .. } = store.set_by_id(self.id).await.expect("read").expect("the set");
        change(&mut settings);
        store.put_settings(self.id, revision, settings).await.expect("changed");
    }

    /// Lets each query need so many labellers.
    pub async fn put_overlap(&self, store: &Store, labellers: i32) {
        self.change_settings(store, |settings| settings.overlap = Overlap::exactly(labellers)).await;
    }

    /// Gives queries to a labeller by hand, as Lena.
    pub async fn assign(&self, store: &Store, labeller: UserId, queries: &[usize]) {
        let queries = queries.iter().map(|query| self.queries[*query]).collect();
        let answers = store.assign(NewAssignments { set: self.id, labeller, by: self.labeller, queries }).await.expect("an answer");
        assert!(answers.iter().all(|(_, answer)| answer.is_ok()), "{answers:?}");
    }

    /// The chunk of this place as what is disputed.
    pub fn chunk(&self, place: usize) -> Subject {
        Subject::Chunk(self.chunks[place])
    }

    /// A disagreement as a reviewer sees it.
    pub async fn case(&self, store: &Store, reviewer: UserId, query: usize, subject: Subject) -> Option<Case> {
        store.disagreement(self.id, self.queries[query], subject, reviewer).await.expect("read")
    }

    /// A decision of a reviewer, who looks at the case now.
    pub async fn decision(&self, store: &Store, reviewer: UserId, query: usize, subject: Subject, verdict: Verdict) -> NewAdjudication {
        NewAdjudication {
            operation: id(),
            set: self.id,
            query: self.queries[query],
            subject,
            verdict: Some(verdict),
            reviewer,
            reason: Some(Reason::GuidelineUnclear),
            note: "as the guideline says".into(),
            base: self.case(store, reviewer, query, subject).await.expect("a case").base,
            scale: self.golden_set.settings.scale.clone(),
            at: NOW,
        }
    }

    /// Lets a reviewer who looks at the case now settle it.
    pub async fn settle(&self, store: &Store, reviewer: UserId, query: usize, subject: Subject, verdict: Verdict) {
        let decision = self.decision(store, reviewer, query, subject, verdict).await;
        let settled = store.settle(decision).await.expect("answered");
        assert!(matches!(settled, Settling::Kept { .. }), "{settled:?}");
    }

    /// The same with a grade for a chunk.
    pub async fn settle_grade(&self, store: &Store, reviewer: UserId, query: usize, chunk: usize, grade: i16) {
        self.settle(store, reviewer, query, self.chunk(chunk), Verdict::Grade(Grade(grade))).await;
    }

    /// The queries' places, subjects and kinds of the disagreements in a state, in the order of the queue.
    pub async fn queue(&self, store: &Store, state: State) -> Vec<(usize, Subject, Kind)> {
        let filter = CaseFilter { state, ..CaseFilter::default() };
        let cases = store.disagreements(self.id, filter, None, 1000).await.expect("read");
        let place = |query: QueryId| self.queries.iter().position(|known| *known == query).expect("of the set");
        cases.into_iter().map(|case| (place(case.query), case.subject, case.kind)).collect()
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
        self.freeze_with(store, errors, DisputedChunks::LeaveOutQuery).await
    }

    /// Freezes also what is unsettled only because grades of some chunks differ, without those chunks.
    pub async fn freeze_without_disputed_chunks(&self, store: &Store) -> Freezing {
        self.freeze_with(store, OnErrors::Refuse, DisputedChunks::LeaveOutChunks).await
    }

    async fn freeze_with(&self, store: &Store, errors: OnErrors, disputed: DisputedChunks) -> Freezing {
        let (clock, new_salt) = (|| NOW, || "5a17".into());
        let version = NewVersion { id: id(), note: "first".into(), author: None, clock, errors, disputed, new_salt };
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
