//! The ways in which a member comes to be asked to label the query.

use domain::operation::{Action, Operation};
use domain::role::Role;
use serde_json::json;
use store::{NewAssignments, NewQuestion};

use super::world::{CARLA, Says, World};
use crate::client::Client;
use crate::seed::{NOW, id, labeller};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It needs somebody still.
    CouldBe,
    /// They opened it.
    Opened,
    /// They passed it on, and it needs somebody still.
    PassedOn,
    /// They completed it, and a reviewer sent it back.
    SentBack,
    /// A reviewer gave it to them.
    ByHand,
}

impl Asked {
    /// Every way, as whoever it is possible for.
    pub const ALL: [(Role, Self); 8] = [
        (Role::Labeller, Self::CouldBe),
        (Role::Labeller, Self::PassedOn),
        (Role::Labeller, Self::Opened),
        (Role::Reviewer, Self::Opened),
        (Role::Admin, Self::Opened),
        (Role::Labeller, Self::SentBack),
        (Role::Labeller, Self::ByHand),
        (Role::Reviewer, Self::ByHand),
    ];
}

impl World {
    /// A member who is asked to label the query so.
    pub async fn asked(&self, role: Role, asked: Asked) -> Client<'_> {
        let member = self.app.member(role, "mona");
        member.get("/").await.ok();
        match asked {
            Asked::CouldBe => {}
            Asked::Opened => self.open(&member).await,
            Asked::PassedOn => self.pass_on(&member).await,
            Asked::SentBack => self.send_back().await,
            Asked::ByHand => self.assign().await,
        }
        member
    }

    pub async fn open(&self, member: &Client<'_>) {
        member.post_json("/api/label_work", json!({ "set": "x", "query": self.set.queries[0] })).await.ok();
    }

    async fn pass_on(&self, member: &Client<'_>) {
        self.open(member).await;
        let skip = Operation { id: id(), query: self.set.queries[0], action: Action::Skip };
        member.post_json("/api/record", json!({ "set": "x", "operations": [skip] })).await.ok().contains("saved");
    }

    async fn send_back(&self) {
        let (set, store) = (&self.set, &self.app.store);
        // Neither what Carla says when she says much nor when she says little.
        set.complete(store, self.app.user_id("mona").await, 0, 1, "It is otherwise [1].").await;
        let reviewer = labeller(store, "rosa").await;
        let (subject, question) = (set.chunk(0), "Is it so?".to_owned());
        let new = NewQuestion { id: id(), set: set.id, query: set.queries[0], subject, question, reviewer, at: NOW };
        assert_eq!(store.send_back(new).await.expect("answered"), store::Asked::Kept);
    }

    async fn assign(&self) {
        let (labeller, queries) = (self.app.user_id("mona").await, vec![self.set.queries[0]]);
        let new = NewAssignments { set: self.set.id, labeller, by: self.set.labeller, queries };
        let given = self.app.store.assign(new).await.expect("answered");
        assert!(matches!(given.as_slice(), [(_, Ok(()))]), "{given:?}");
    }

    /// A server whose first query Lena labelled, and it is in two versions. A member opened it when it needed three labellers; then
    /// Carla labelled it, and it needs only two, so where it stands follows from what they said. She says the same as Lena when she says
    /// much, and else differs in everything.
    pub async fn beside_two_voices(role: Role, says: Says) -> Self {
        let world = Self::unlabelled(3).await;
        let (set, store) = (&world.set, &world.app.store);
        set.complete(store, set.labeller, 0, 3, "So [1].").await;
        set.freeze(store).await;
        set.freeze(store).await;
        world.put_overlap(3).await;
        world.open(&world.app.member(role, "mona")).await;
        let (grade, answer) = if says == Says::Much { (3, "So [1].") } else { (0, "") };
        set.complete(store, labeller(store, CARLA).await, 0, grade, answer).await;
        world.put_overlap(2).await;
        world
    }
}
