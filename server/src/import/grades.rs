//! Grades that a set's scale does not have refuse a file before anything of it is kept.

use std::path::Path;

use domain::scale::{GradeMap, OffScale, Scale};

use super::reader::Records;
use crate::error::{Error, Result};

/// A file that is read twice: for its grades first.
#[derive(Clone, Copy)]
pub struct GradedFile<'a> {
    pub path: &'a Path,
    /// What the person calls it.
    pub name: &'a str,
    /// What grades off the scale become.
    pub map: &'a GradeMap,
}

impl GradedFile<'_> {
    /// Refuses the file if the scale lacks a grade of one of its records. A record that cannot be read has none.
    pub async fn check(self, scale: &Scale, grade: impl Fn(&str) -> Option<i64> + Send + 'static) -> Result<()> {
        self.map.check(scale)?;
        if !self.path.metadata().map_err(Error::unreadable(Path::new(self.name)))?.is_file() {
            return Err(Error::Input(format!("{}: it is no regular file, and must be read twice: save it first", self.name)));
        }
        let mut records = Records::open_as(self.path, self.name)?;
        let (scale, map) = (scale.clone(), self.map.clone());
        let read = move || -> Result<()> {
            let mut off = OffScale::new(&scale, &map);
            while let Some(record) = records.next()? {
                if let Some(grade) = record.text.ok().and_then(|text| grade(&text)) {
                    off.see(grade);
                }
            }
            Ok(off.check()?)
        };
        tokio::task::spawn_blocking(read).await?
    }
}
