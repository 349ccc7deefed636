//! A data directory belongs to one process.

use store::{Error, Location, Store};

#[tokio::test]
async fn a_second_process_on_the_same_directory_is_refused_in_words() {
    let directory = tempfile::tempdir().expect("a directory");
    let location = Location::Directory(directory.path().into());
    let first = Store::open(&location).await.expect("opened");
    let Err(Error::Unusable(words)) = Store::open(&location).await else { panic!("a second one was let in") };
    assert!(words.contains("another Touchstone is using"), "{words}");
    drop(first);
}
