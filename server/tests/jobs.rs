//! Jobs of different kinds run side by side; what a dead server left is taken up; what is cancelled stops.

use std::fmt::Write;
use std::time::Duration;

use domain::id::{JobId, ServerId, SetId};
use domain::job::{ImportTarget, Job, JobStatus, MOST_ATTEMPTS, Work};
use domain::scale::GradeMap;
use domain::timestamp::Timestamp;
use server::{Edge, ServerServices};
use store::{Lease, Location, Store};
use tempfile::TempDir;

use crate::seed::{NOW, SetBuilder, id, labeller};

/// The clock of these servers stands; a test asks for later moments by name instead of moving it.
const EDGE: Edge = Edge { clock: || NOW, ..Edge::MACHINE };

/// A server with a set in which a run can be made.
struct Running {
    services: ServerServices,
    set: SetId,
    _directory: TempDir,
}

async fn running() -> Running {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::open(&Location::Directory(directory.path().into())).await.expect("a store");
    let set = SetBuilder::new().create(&store).await;
    std::fs::create_dir(directory.path().join("uploads")).expect("a folder");
    let services = ServerServices::new(store, directory.path().into(), EDGE);
    Running { services, set: set.id, _directory: directory }
}

impl Running {
    /// Begins an import of so many chunks.
    async fn import(&self, chunks: usize) -> JobId {
        let job = id();
        let mut text = String::new();
        for n in 0..chunks {
            writeln!(text, "{{\"id\":\"{job}-{n}\",\"text\":\"part {n}\"}}").expect("written");
        }
        std::fs::write(self.services.jobs.uploads.path(job), text).expect("written");
        self.services.jobs.begin(job, import(), None).await.expect("begun")
    }

    fn retrieve(&self) -> Work {
        Work::Retrieve { set: self.set, k: 20 }
    }

    /// A job that is kept and that nobody began.
    async fn kept(&self, work: Work, at: Timestamp) -> JobId {
        let job = id();
        self.services.store.add_job(job, work, None, at).await.expect("kept");
        job
    }

    async fn claim(&self, job: JobId, ends_at: Timestamp) {
        let lease = Lease { owner: id::<ServerId>(), ends_at };
        self.services.store.claim_job(job, lease, NOW).await.expect("asked").expect("claimed");
    }

    async fn job(&self, job: JobId) -> Job {
        self.services.store.job(job).await.expect("read").expect("the job")
    }

    /// The job once it ended.
    async fn ended(&self, job: JobId) -> Job {
        for _ in 0..600 {
            let job = self.job(job).await;
            if job.status != JobStatus::Running {
                return job;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the job does not end: {:?}", self.job(job).await);
    }

    /// The job after the server had time to take it up.
    async fn after_a_while(&self, job: JobId) -> Job {
        self.services.jobs.take_up();
        tokio::time::sleep(Duration::from_millis(500)).await;
        self.job(job).await
    }
}

fn import() -> Work {
    let (corpus, chunking) = ("imported".parse().expect("a name"), "default".parse().expect("a name"));
    Work::Import { file: "chunks.jsonl".into(), target: ImportTarget::Corpus { corpus, chunking } }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_import_does_not_hold_up_a_run_and_stops_when_it_is_cancelled() {
    let running = running().await;
    let import = running.import(400_000).await;
    let run = running.services.jobs.begin(id(), running.retrieve(), None).await.expect("begun");
    let done = running.ended(run).await;
    assert_eq!((done.status, done.report.expect("a report").accepted), (JobStatus::Done, 1));
    assert_eq!(running.job(import).await.status, JobStatus::Running);
    // The next import begins when the first has stopped: it would wait for minutes otherwise.
    let next = running.import(10).await;
    assert!(running.services.jobs.cancel(import).await.expect("cancelled"));
    let done = running.ended(next).await;
    assert_eq!((done.status, done.report.expect("a report").accepted), (JobStatus::Done, 10));
    assert_eq!(running.job(import).await.status, JobStatus::Cancelled);
    assert!(!running.services.jobs.uploads.path(import).exists() && !running.services.jobs.uploads.path(next).exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_of_a_dead_server_is_taken_up_once_its_lease_ended() {
    let running = running().await;
    let (dead, alive) = (running.kept(running.retrieve(), NOW).await, running.kept(running.retrieve(), NOW).await);
    running.claim(dead, NOW).await;
    running.claim(alive, NOW.plus_seconds(1)).await;
    running.services.jobs.take_up();
    let done = running.ended(dead).await;
    assert_eq!((done.status, done.attempts), (JobStatus::Done, 2));
    let held = running.after_a_while(alive).await;
    assert_eq!((held.status, held.attempts), (JobStatus::Running, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_stopped_the_server_again_and_again_is_ended() {
    let running = running().await;
    let job = running.kept(running.retrieve(), NOW).await;
    for _ in 0..MOST_ATTEMPTS {
        running.claim(job, NOW).await;
    }
    running.services.jobs.take_up();
    let failed = running.ended(job).await;
    assert_eq!(failed.status, JobStatus::Failed);
    assert!(failed.error.as_deref().is_some_and(|words| words.contains("it was begun 5 times")), "{failed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_whose_file_is_elsewhere_is_left_to_the_server_that_has_it() {
    let running = running().await;
    let job = running.kept(import(), NOW).await;
    let waits = running.after_a_while(job).await;
    assert_eq!((waits.status, waits.attempts), (JobStatus::Running, 0));
    let listed = running.services.store.jobs(NOW.plus_seconds(3600)).await.expect("listed");
    assert!(listed.iter().any(|listed| listed.id == job && listed.left));
    std::fs::write(running.services.jobs.uploads.path(job), "{\"id\":\"a\",\"text\":\"it came\"}\n").expect("written");
    running.services.jobs.take_up();
    assert_eq!(running.ended(job).await.status, JobStatus::Done);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_takes_up_a_job_that_fifty_newer_ones_followed() {
    let running = running().await;
    let oldest = running.kept(running.retrieve(), NOW).await;
    running.claim(oldest, NOW.plus_seconds(300)).await;
    for n in 1..=60 {
        let newer = running.kept(running.retrieve(), NOW.plus_seconds(n)).await;
        running.services.store.cancel_job(newer).await.expect("cancelled");
    }
    running.services.jobs.start().await.expect("started");
    assert_eq!(running.ended(oldest).await.status, JobStatus::Done);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_server_lets_go_of_its_jobs() {
    let running = running().await;
    let import = running.import(400_000).await;
    while running.job(import).await.attempts == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    running.services.jobs.stop().await.expect("stopped");
    let free = running.job(import).await;
    assert_eq!((free.status, free.attempts, free.lease_ends_at), (JobStatus::Running, 0, NOW));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(running.job(import).await.attempts, 0);
    assert!(running.services.jobs.uploads.path(import).exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn labels_of_a_file_complete_no_query_that_their_labeller_has_at_hand() {
    let running = running().await;
    let store = &running.services.store;
    let (lena, omar) = (labeller(store, "lena").await, labeller(store, "omar").await);
    let query = store.next_query(running.set, lena, vec![], NOW).await.expect("read").expect("a query");
    let lines = ["lena", "omar"].map(|name| format!(r#"{{"query_id":"q0","chunk_id":"x","grade":3,"labeller":"{name}"}}"#));
    let job = id();
    std::fs::write(running.services.jobs.uploads.path(job), lines.join("\n")).expect("written");
    let target = ImportTarget::Labels { set: running.set, labeller: "bot".into(), map: GradeMap::default() };
    running.services.jobs.begin(job, Work::Import { file: "l.jsonl".into(), target }, None).await.expect("begun");
    assert_eq!(running.ended(job).await.report.expect("a report").accepted, 2);
    assert!(!store.has_completed(query, lena).await.expect("read"), "she says herself when she is through");
    assert!(store.has_completed(query, omar).await.expect("read"));
}
