//! A job belongs to one server at a time, is never lost, and ends once.

use domain::id::{JobId, ServerId, SetId};
use domain::job::{Ending, Job, JobKind, JobStatus, Work};
use domain::report::Report;
use domain::timestamp::Timestamp;
use store::{Lease, Store};

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id};

const LATER: Timestamp = NOW.plus_seconds(300);

fn lease(owner: ServerId, now: Timestamp) -> Lease {
    Lease { owner, ends_at: now.plus_seconds(300) }
}

async fn job(store: &Store, set: SetId, at: Timestamp) -> JobId {
    let job = id();
    store.add_job(job, Work::Retrieve { set, k: 20 }, None, at).await.expect("added");
    job
}

async fn claim(store: &Store, job: JobId, owner: ServerId, now: Timestamp) -> Option<Job> {
    store.claim_job(job, lease(owner, now), now).await.expect("asked")
}

async fn free(store: &Store, now: Timestamp) -> Vec<JobId> {
    store.free_jobs(JobKind::Retrieve, now).await.expect("read").into_iter().map(|job| job.id).collect()
}

async fn read(store: &Store, job: JobId) -> Job {
    store.job(job).await.expect("read").expect("the job")
}

on_both_databases! {
    a_cancelled_job_stops_and_keeps_its_word,
    of_two_servers_one_gets_a_job,
    a_job_of_a_server_that_died_is_taken_up_when_its_lease_ended_and_not_before,
    a_lease_that_is_prolonged_does_not_end,
    a_job_that_fifty_newer_ones_followed_is_still_found,
    what_a_stopping_server_lets_go_is_free_at_once_and_the_attempt_does_not_count,
    a_job_that_is_put_off_is_free_later_and_the_attempt_counts,
    a_job_that_no_server_takes_up_is_said_to_be_left_unless_one_is_busy_with_its_kind,
    jobs_are_listed_the_newest_first,
}

async fn a_cancelled_job_stops_and_keeps_its_word(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (server, job) = (id(), job(&store, set.id, NOW).await);
    claim(&store, job, server, NOW).await.expect("claimed");
    assert!(store.advance_job(job, lease(server, NOW), 5, 10).await.expect("advanced"));
    assert!(store.cancel_job(job).await.expect("cancelled"));
    assert!(!store.advance_job(job, lease(server, NOW), 6, 10).await.expect("advanced"));
    assert!(!store.end_job(job, server, Ending::Done(Report::default())).await.expect("ended"));
    assert!(!store.cancel_job(job).await.expect("cancelled"));
    assert_eq!(read(&store, job).await.status, JobStatus::Cancelled);
}

async fn of_two_servers_one_gets_a_job(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let job = job(&store, set.id, NOW).await;
    let claims = (0..8).map(|_| claim(&store, job, id(), NOW));
    let claimed = futures_util::future::join_all(claims).await.into_iter().flatten().count();
    assert_eq!((claimed, read(&store, job).await.attempts), (1, 1));
    assert!(free(&store, NOW).await.is_empty());
}

async fn a_job_of_a_server_that_died_is_taken_up_when_its_lease_ended_and_not_before(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (dead, other, job) = (id(), id(), job(&store, set.id, NOW).await);
    claim(&store, job, dead, NOW).await.expect("claimed");
    let before = Timestamp(LATER.0 - 1);
    assert!(free(&store, before).await.is_empty() && claim(&store, job, other, before).await.is_none());
    assert_eq!(free(&store, LATER).await, [job]);
    assert_eq!(claim(&store, job, other, LATER).await.expect("taken up").attempts, 2);
    // The dead one comes back, and finds that the job is not its own any more.
    assert!(!store.advance_job(job, lease(dead, LATER), 1, 1).await.expect("asked"));
    assert!(!store.end_job(job, dead, Ending::Failed("late".into())).await.expect("asked"));
    assert!(store.end_job(job, other, Ending::Done(Report::default())).await.expect("ended"));
    assert_eq!(read(&store, job).await.status, JobStatus::Done);
}

async fn a_lease_that_is_prolonged_does_not_end(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (server, job) = (id(), job(&store, set.id, NOW).await);
    claim(&store, job, server, NOW).await.expect("claimed");
    assert!(store.advance_job(job, lease(server, LATER), 5, 10).await.expect("advanced"));
    assert!(free(&store, LATER).await.is_empty());
    assert_eq!((read(&store, job).await.done, read(&store, job).await.total), (5, 10));
}

async fn a_job_that_fifty_newer_ones_followed_is_still_found(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let oldest = job(&store, set.id, NOW).await;
    for n in 1..=60 {
        let newer = job(&store, set.id, NOW.plus_seconds(n)).await;
        store.cancel_job(newer).await.expect("cancelled");
    }
    assert_eq!(free(&store, LATER).await, [oldest]);
    assert!(store.jobs(LATER).await.expect("listed").iter().all(|job| job.id != oldest));
}

async fn what_a_stopping_server_lets_go_is_free_at_once_and_the_attempt_does_not_count(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (server, job) = (id(), job(&store, set.id, NOW).await);
    claim(&store, job, server, NOW).await.expect("claimed");
    store.release_jobs(server, NOW).await.expect("released");
    assert_eq!(free(&store, NOW).await, [job]);
    assert_eq!(read(&store, job).await.attempts, 0);
}

async fn a_job_that_is_put_off_is_free_later_and_the_attempt_counts(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (server, job) = (id(), job(&store, set.id, NOW).await);
    claim(&store, job, server, NOW).await.expect("claimed");
    store.postpone_job(job, lease(server, NOW)).await.expect("put off");
    assert!(free(&store, NOW).await.is_empty());
    assert_eq!(free(&store, LATER).await, [job]);
    assert_eq!(read(&store, job).await.attempts, 1);
}

async fn a_job_that_no_server_takes_up_is_said_to_be_left_unless_one_is_busy_with_its_kind(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (left, held) = (job(&store, set.id, NOW).await, job(&store, set.id, NOW).await);
    let is_left = async |now: Timestamp| store.jobs(now).await.expect("listed").iter().any(|job| job.id == left && job.left);
    let late = NOW.plus_seconds(601);
    assert!(!is_left(NOW.plus_seconds(600)).await);
    assert!(is_left(late).await);
    claim(&store, held, id(), late).await.expect("claimed");
    assert!(!is_left(late).await);
}

async fn jobs_are_listed_the_newest_first(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let (first, second) = (job(&store, set.id, NOW).await, job(&store, set.id, NOW.plus_seconds(1)).await);
    let listed: Vec<JobId> = store.jobs(NOW).await.expect("read").into_iter().map(|job| job.id).collect();
    assert_eq!(listed, [second, first]);
}

#[tokio::test]
async fn on_sqlite_a_restart_frees_what_the_crashed_server_held() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = crate::databases::sqlite(&directory).await;
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let job = job(&store, set.id, NOW).await;
    claim(&store, job, id(), NOW).await.expect("claimed");
    assert!(free(&store, NOW).await.is_empty());
    store.free_jobs_of_the_dead(NOW).await.expect("freed");
    assert_eq!(free(&store, NOW).await, [job]);
    assert_eq!(read(&store, job).await.attempts, 1);
}
