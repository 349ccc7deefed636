//! A job is advanced until it ends, once.

use domain::id::JobId;
use domain::job::{JobStatus, Work};
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{NOW, SetBuilder, id};

on_both_databases! {
    a_cancelled_job_stops_and_keeps_its_word,
    jobs_are_listed_the_newest_first,
}

async fn a_cancelled_job_stops_and_keeps_its_word(store: Store) {
    let set = SetBuilder::new().queries(0).chunks(0).create(&store).await;
    let job = id();
    store.add_job(job, Work::Retrieve { set: set.id, k: 20 }, 10, None, NOW).await.expect("added");
    assert!(store.advance_job(job, 5, 10).await.expect("advanced"));
    store.end_job(job, JobStatus::Cancelled, None, None).await.expect("ended");
    assert!(!store.advance_job(job, 6, 10).await.expect("advanced"));
    store.end_job(job, JobStatus::Done, None, None).await.expect("ended");
    assert_eq!(store.job(job).await.expect("read").expect("it").status, JobStatus::Cancelled);
}

async fn jobs_are_listed_the_newest_first(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let jobs: [JobId; 2] = [id(), id()];
    for (job, second) in jobs.into_iter().zip(0..) {
        store.add_job(job, Work::Retrieve { set: set.id, k: 20 }, 10, None, NOW.plus_seconds(second)).await.expect("added");
    }
    store.end_job(jobs[0], JobStatus::Failed, None, Some("it is broken".into())).await.expect("ended");
    let listed = store.jobs().await.expect("jobs");
    assert_eq!(
        listed.iter().map(|job| (job.id, job.status)).collect::<Vec<_>>(),
        [(jobs[1], JobStatus::Running), (jobs[0], JobStatus::Failed)]
    );
    assert_eq!(listed[1].error.as_deref(), Some("it is broken"));
}
