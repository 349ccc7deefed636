//! The test data beside the project, which has other licences.

use std::path::PathBuf;

/// A folder of it, where it is there; without it the test says so and ends.
pub fn test_data(folder: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(folder);
    if !path.is_dir() {
        eprintln!("skipped: the test data {folder} is not beside the project");
        return None;
    }
    Some(path)
}

/// A file's text.
pub fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
