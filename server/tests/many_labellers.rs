//! Fifty people at two servers on one PostgreSQL label a thousand queries, each query twice, and every tenth time somebody leaves with
//! a query and never comes back.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::assignment::AssignmentStatus;
use domain::id::UserId;
use domain::role::Role;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{Location, NewSession, NewUser, Store};
use uuid::Uuid;

use crate::seed::{SetBuilder, id};
use crate::serving::Serving;
use crate::test_app::now;
use crate::touchstone::Touchstone;

const LABELLERS: usize = 50;
const QUERIES: usize = 1000;
/// Who got so many queries leaves with the last of them.
const STAYS_FOR: usize = 10;
/// More people than can be needed: those who leave are followed by somebody new.
const PEOPLE: usize = 400;

/// Two servers, and those who label at them.
struct Team {
    touchstone: Touchstone,
    servers: [Serving; 2],
    people: Vec<(UserId, String)>,
    came: AtomicUsize,
    acknowledged: AtomicUsize,
}

impl Team {
    /// The next person, and the cookie of their session.
    fn newcomer(&self) -> &(UserId, String) {
        &self.people[self.came.fetch_add(1, Ordering::SeqCst)]
    }

    /// Labels at a server until nothing is left.
    fn label(&self, server: &Serving) {
        let (mut person, mut taken) = (self.newcomer(), 0);
        while !self.is_done() {
            let answer = server.post_as(&person.1, "/api/next_assignment", &json!({ "set": "x", "in_hand": [] }));
            let query = serde_json::from_str::<Value>(&answer).expect("JSON")["query"]["id"].clone();
            if query.is_null() {
                std::thread::sleep(Duration::from_millis(200));
                continue;
            }
            taken += 1;
            if taken == STAYS_FOR {
                let leased = format!("status = 'leased' AND labeller_id = '{}'", person.0);
                self.touchstone.sql(&format!("UPDATE assignments SET lease_ends = 1 WHERE {leased}"));
                (person, taken) = (self.newcomer(), 0);
            } else {
                let complete = json!({ "complete": { "confirmed": "nothing_judged" } });
                let operation = json!({ "id": id::<Uuid>(), "query": query, "action": complete });
                let answer = server.post_as(&person.1, "/api/record", &json!({ "set": "x", "operations": [operation] }));
                assert!(answer.contains("saved"), "{answer}");
                self.acknowledged.fetch_add(1, Ordering::SeqCst);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.acknowledged.load(Ordering::SeqCst) >= 2 * QUERIES
    }
}

/// Somebody who is signed in.
async fn sign_in(store: &Store, n: usize) -> (UserId, String) {
    let (user, token) = (id(), id::<Uuid>().to_string());
    let new = NewUser { id: user, name: format!("labeller {n}"), password_hash: "a hash".into(), role: Role::Labeller, created_at: now() };
    store.add_user(new).await.expect("a user");
    let token_hash = Sha256::digest(token.as_bytes()).to_vec();
    let session = NewSession { token_hash, user, created_at: now(), expires_at: now().plus_seconds(3600) };
    store.add_session(session).await.expect("a session");
    (user, format!("touchstone={token}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_labellers_at_two_servers_meet_the_overlap_although_every_tenth_assignment_vanishes() {
    let touchstone = Touchstone::postgres("many");
    let store = Store::open(&Location::Postgres(touchstone.database_url())).await.expect("a store");
    let mut people = Vec::with_capacity(PEOPLE);
    for n in 0..PEOPLE {
        people.push(sign_in(&store, n).await);
    }
    let set = SetBuilder::new().named("x").queries(QUERIES).overlap(2).create(&store).await;
    let servers = [Serving::start(&touchstone).listening(), Serving::start(&touchstone).listening()];
    let team = Team { touchstone, servers, people, came: 0.into(), acknowledged: 0.into() };
    let team = tokio::task::spawn_blocking(move || {
        std::thread::scope(|scope| {
            for n in 0..LABELLERS {
                let team = &team;
                scope.spawn(move || team.label(&team.servers[n % 2]));
            }
        });
        team
    });
    let team = team.await.expect("joined");
    for query in &set.queries {
        let assignments = store.assignments(set.id, *query).await.expect("read");
        let completed = assignments.iter().filter(|known| known.status == AssignmentStatus::Completed).count();
        assert_eq!(completed, 2, "over- or under-assigned: {assignments:?}");
    }
    assert_eq!(team.acknowledged.load(Ordering::SeqCst), 2 * QUERIES, "nothing that was acknowledged is lost");
    assert!(team.came.load(Ordering::SeqCst) > LABELLERS + 150);
}
