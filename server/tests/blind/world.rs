//! A server whose set has a query that somebody labelled and others are asked to label.

use domain::golden_set::Settings;
use domain::id::{ChunkId, RunId, UserId};
use domain::label::Span;
use domain::operation::Action;
use domain::overlap::Overlap;
use domain::query::Answerable;
use domain::scale::{Grade, Judgement};

use crate::seed::{NOW, SeededSet, SetBuilder, chunk, id, keep, labeller};
use crate::test_app::TestApp;

/// Who labelled the query that others are asked to label, and a word that is in all that they wrote.
pub const CARLA: &str = "Carla CANARYNAME";
pub const WORD: &str = "CANARY";
/// Where the evidence starts that Carla marked, as programs and as pages say it.
pub const EVIDENCE: [&str; 2] = [r#""start":9731"#, r#"data-start="9731""#];

/// What Carla says of the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// Chunks are relevant and answer it; she changes her mind between the two versions, and flags it.
    Much,
    /// The corpus has no answer.
    Little,
}

/// A server with the set `x`, whose first query Carla labelled; it is in two versions. Then the overlap was raised, so the query needs
/// one more labeller.
pub struct World {
    pub app: TestApp,
    pub set: SeededSet,
    pub run: RunId,
    /// A chunk with a long text, in which Carla marks evidence.
    pub long: ChunkId,
}

impl World {
    /// The one in which Carla wrote the word wherever something can be written.
    pub async fn start() -> Self {
        Self::in_which_carla(Says::Much).await
    }

    pub async fn in_which_carla(says: Says) -> Self {
        let world = Self::unlabelled(3).await;
        let (set, store) = (&world.set, &world.app.store);
        let carla = labeller(store, CARLA).await;
        match says {
            Says::Much => world.let_carla_say_much(carla).await,
            Says::Little => {
                // As many operations as when she says much.
                keep(store, world.judgement(carla, world.long, 0, "", 0)).await;
                set.complete(store, carla, 0, 0, "").await;
                set.freeze(store).await;
                for base in [1, 2] {
                    keep(store, world.judgement(carla, set.chunks[0], 0, "", base)).await;
                }
                set.freeze(store).await;
                keep(store, world.judgement(carla, world.long, 0, "", 1)).await;
            }
        }
        world.put_overlap(2).await;
        world
    }

    /// The set `x` of two queries, of which Lena labelled the second with this grade.
    pub async fn unlabelled(grade: i16) -> Self {
        let app = TestApp::by_clock(|| NOW).await;
        let set = SetBuilder::new().named("x").queries(2).chunks(2).completed(1, "lena", grade, "So [1].").create(&app.store).await;
        let long = id();
        app.store.add_chunks(set.chunking, vec![(long, chunk("long", &"words ".repeat(2000)))]).await.expect("added");
        app.store.pool_chunks(set.queries[0], vec![long]).await.expect("in the pool");
        Self { run: app.store.runs(set.id).await.expect("runs")[0].id, app, set, long }
    }

    async fn let_carla_say_much(&self, carla: UserId) {
        let (set, store) = (&self.set, &self.app.store);
        let act = |action| set.operation(carla, set.queries[0], action, NOW);
        keep(store, self.judgement(carla, self.long, 2, "the CANARY note", 0)).await;
        set.complete(store, carla, 0, 3, "The CANARY answer [1].").await;
        set.freeze(store).await;
        let Action::Answer { citations, .. } = set.answer("The second CANARY answer [1].", None) else { panic!("an answer") };
        let text = "The second CANARY answer [1].".to_owned();
        keep(store, act(Action::Answer { text, citations, answerable: Answerable::Yes, confirmed: None, base: 1 })).await;
        keep(store, self.judgement(carla, set.chunks[0], 2, "the second CANARY note", 1)).await;
        set.freeze(store).await;
        keep(store, act(Action::Flag { note: "the CANARY flag".into() })).await;
    }

    fn judgement(&self, carla: UserId, chunk: ChunkId, grade: i16, note: &str, base: i64) -> store::NewOperation {
        let judge = Action::Judge {
            chunk,
            judgement: Some(Judgement::Grade(Grade(grade))),
            evidence: if chunk == self.long && grade > 0 { vec![Span { start: 9731, end: 9736 }] } else { Vec::new() },
            note: note.into(),
            prelabel_visible: false,
            base,
        };
        self.set.operation(carla, self.set.queries[0], judge, NOW)
    }

    /// Lets each query need so many labellers; none is a control, which its id would decide and no two servers give the same ids.
    pub async fn put_overlap(&self, labellers: i32) {
        let set = self.app.store.set_by_id(self.set.id).await.expect("read").expect("the set");
        let settings = Settings { overlap: Overlap::exactly(labellers), control_share: 0, ..set.settings };
        self.app.store.put_settings(set.id, set.revision, settings).await.expect("settings");
    }
}
