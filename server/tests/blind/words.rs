//! No answer holds a word of what others said.

use domain::operation::Action;
use domain::role::Role;

use super::asked::Asked;
use super::walk::{Told, says};
use super::world::{CARLA, EVIDENCE, WORD, World};
use crate::client::Client;
use crate::seed::{NOW, keep, labeller};

impl World {
    /// Asks everything as a member, who is told nothing of what Carla said of the query.
    async fn shows_nothing_to(&self, member: &Client<'_>) {
        for Told { of_query, answer } in self.ask_all(member).await {
            assert!(!answer.status.is_server_error(), "{answer}");
            // Who the members are is no secret of a query; that one of them labelled it is.
            let answer = if of_query { answer.lacks(CARLA) } else { answer };
            let answer = answer.lacks("CANARY note").lacks("CANARY answer").lacks("CANARY flag").lacks("missing field");
            let answer = answer.lacks(r#""status":"flagged""#).lacks("<td>flagged</td>").lacks("flagged · ");
            EVIDENCE.iter().fold(answer, |answer, evidence| answer.lacks(evidence));
        }
    }

    /// Reads every stream while Carla labels on.
    async fn listen(&self, member: &Client<'_>) {
        let carla = labeller(&self.app.store, CARLA).await;
        for path in server::stream_paths() {
            let mut stream = member.listen(&self.filled(path, "1")).await;
            keep(&self.app.store, self.set.operation(carla, self.set.queries[0], Action::Flag { note: WORD.into() }, NOW)).await;
            assert_eq!(stream.within(4).await, "event: changed\ndata: {}", "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_endpoint_shows_others_work_on_a_query_that_one_is_asked_to_label() {
    for (role, asked) in Asked::ALL {
        let world = World::start().await;
        let member = world.asked(role, asked).await;
        world.shows_nothing_to(&member).await;
        world.listen(&member).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_labels_nothing_or_is_through_with_it_sees_the_versions() {
    let world = World::start().await;
    let seen = world.ask_all(&world.app.viewer()).await;
    assert!(says(&seen, WORD) > 4, "who labels nothing sees the versions");
    assert!(EVIDENCE.iter().any(|evidence| says(&seen, evidence) > 0), "and the evidence");
    let dana = world.app.labeller("dana");
    dana.get("/").await.ok();
    world.set.complete(&world.app.store, world.app.user_id("dana").await, 0, 0, "It is otherwise [1].").await;
    assert!(says(&world.ask_all(&dana).await, WORD) > 4, "who completed it sees what others said");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_asked_a_question_reads_it_and_nothing_else() {
    let world = World::start().await;
    let member = world.asked(Role::Labeller, Asked::SentBack).await;
    member.get(&format!("/sets/x/label?q={}", world.set.queries[0])).await.ok().contains("Is it so?").lacks(WORD);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_given_it_by_hand_reads_nothing_before_they_open_it() {
    for role in [Role::Labeller, Role::Reviewer] {
        let world = World::start().await;
        let member = world.asked(role, Asked::ByHand).await;
        for told in world.call_functions(&member).await {
            told.answer.lacks("CANARY note").lacks("CANARY answer").lacks("CANARY flag");
        }
    }
}
