//! Uploads: the files of import jobs, in the data directory until the job is through.

use std::path::{Path, PathBuf};

use domain::id::JobId;

/// The folder of the uploads.
#[derive(Debug, Clone)]
pub struct Uploads(PathBuf);

impl Uploads {
    /// The uploads of a data directory.
    pub fn new(data: &Path) -> Self {
        Self(data.join("uploads"))
    }

    /// Where the file of a job lies.
    pub fn path(&self, job: JobId) -> PathBuf {
        self.0.join(job.to_string())
    }

    /// The jobs whose files are here.
    pub fn jobs(&self) -> Vec<JobId> {
        // Before the first upload there is no folder.
        let entries = std::fs::read_dir(&self.0).into_iter().flatten();
        entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect()
    }

    /// Removes a job's file, if it has one.
    pub fn remove(&self, job: JobId) {
        match std::fs::remove_file(self.path(job)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                tracing::warn!(%error, %job, "an upload could not be removed; it is tried again at the next start");
            }
            _ => {}
        }
    }
}
