//! Grades of a file that are not on a set's scale: they are refused together, or each becomes a grade of the scale.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Grade, Scale};
use crate::Invalid;

/// How many different grades off a scale are told apart.
const TOLD: usize = 20;

/// What grades of a file become, as `4=3,-1=0`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GradeMap(BTreeMap<i64, Grade>);

impl GradeMap {
    /// The grade as it is kept.
    pub fn map(&self, grade: i64) -> i64 {
        self.0.get(&grade).map_or(grade, |mapped| mapped.0.into())
    }

    /// Every grade must become one of the scale.
    pub fn check(&self, scale: &Scale) -> Result<(), Invalid> {
        self.0.values().try_for_each(|grade| scale.parse(grade.0.into()).map(drop))
    }

    /// Both maps in one; a grade has one target.
    pub fn join(mut self, other: Self) -> Result<Self, Invalid> {
        other.0.into_iter().try_for_each(|(from, to)| self.insert(from, to))?;
        Ok(self)
    }

    fn insert(&mut self, from: i64, to: Grade) -> Result<(), Invalid> {
        match self.0.insert(from, to) {
            Some(other) if other != to => Err(Invalid::new(format!("the grade {from} cannot become both {other} and {to}"))),
            _ => Ok(()),
        }
    }
}

impl std::str::FromStr for GradeMap {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut map = Self::default();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let grades = pair.split_once('=').and_then(|(from, to)| Some((from.trim().parse().ok()?, Grade(to.trim().parse().ok()?))));
            let (from, to) =
                grades.ok_or_else(|| Invalid::new(format!("{pair:?} maps no grade: write the file's grade and the set's, as 4=3")))?;
            map.insert(from, to)?;
        }
        Ok(map)
    }
}

impl TryFrom<String> for GradeMap {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        text.parse()
    }
}

impl From<GradeMap> for String {
    fn from(map: GradeMap) -> Self {
        map.0.iter().map(|(from, to)| format!("{from}={to}")).collect::<Vec<_>>().join(",")
    }
}

/// A grade of files that became another when they were imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
#[serde(deny_unknown_fields)]
pub struct MappedGrade {
    /// As the files have it.
    #[cfg_attr(feature = "sqlx", sqlx(rename = "from_grade"))]
    pub from: i64,
    /// As it was kept.
    #[cfg_attr(feature = "sqlx", sqlx(rename = "to_grade"))]
    pub to: Grade,
    /// How many labels came in so.
    pub labels: i64,
}

/// Counts a file's grades that a scale does not have, after a map.
#[derive(Debug)]
pub struct OffScale<'a> {
    scale: &'a Scale,
    map: &'a GradeMap,
    counts: BTreeMap<i64, u64>,
    /// Records with a grade that is not told apart.
    others: u64,
}

impl<'a> OffScale<'a> {
    pub fn new(scale: &'a Scale, map: &'a GradeMap) -> Self {
        Self { scale, map, counts: BTreeMap::new(), others: 0 }
    }

    /// Counts the grade of a record.
    pub fn see(&mut self, grade: i64) {
        if self.scale.parse(self.map.map(grade)).is_ok() {
            return;
        }
        if self.counts.len() < TOLD || self.counts.contains_key(&grade) {
            *self.counts.entry(grade).or_default() += 1;
        } else {
            self.others += 1;
        }
    }

    /// Refuses the file if the scale lacks one of its grades, and says how to bring it in.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.counts.is_empty() {
            return Ok(());
        }
        let told: Vec<String> = self.counts.iter().map(|(grade, count)| format!("{grade} ({count}×)")).collect();
        let others = if self.others > 0 { format!(" and others ({}×)", self.others) } else { String::new() };
        let top = self.scale.top();
        let nearest = |grade: &i64| if *grade > top.0.into() { top } else { Grade(0) };
        let map: Vec<String> = self.counts.keys().map(|grade| format!("{grade}={}", nearest(grade))).collect();
        Err(Invalid::new(format!(
            "nothing was imported: the scale is 0 to {top}, and the file has the grade {}{others}. \
             Map what is off the scale, as --map={}, or make a set whose scale has these grades (set create --scale)",
            told.join(", "),
            map.join(",")
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_and_written_and_a_grade_has_one_target() {
        let map: GradeMap = "4=3, -1=0".parse().expect("a map");
        assert_eq!((map.map(4), map.map(-1), map.map(2)), (3, 0, 2));
        assert_eq!(String::from(map.clone()), "-1=0,4=3");
        assert!(map.join("4=2".parse().expect("a map")).is_err());
        for bad in ["4", "4=", "=3", "4=3=2", "a=1", "4=1,4=2"] {
            assert!(bad.parse::<GradeMap>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_map_to_a_grade_off_the_scale_is_refused() {
        let map: GradeMap = "9=4".parse().expect("a map");
        assert_eq!(map.check(&Scale::graded()).expect_err("4").0, "grade 4 is not on the scale 0 to 3");
    }

    #[test]
    fn a_file_with_grades_off_the_scale_is_refused_as_a_whole_with_what_to_do() {
        let (scale, map) = (Scale::graded(), GradeMap::default());
        let mut off = OffScale::new(&scale, &map);
        for grade in [0, 3, 4, 4, -1] {
            off.see(grade);
        }
        let refusal = off.check().expect_err("4 and -1").0;
        assert!(refusal.starts_with("nothing was imported: the scale is 0 to 3, and the file has the grade -1 (1×), 4 (2×)."));
        assert!(refusal.contains("--map=-1=0,4=3") && refusal.contains("--scale"), "{refusal}");
    }

    #[test]
    fn a_file_whose_grades_are_all_mapped_is_taken() {
        let (scale, map) = (Scale::graded(), "4=3".parse().expect("a map"));
        let mut off = OffScale::new(&scale, &map);
        for grade in [0, 4] {
            off.see(grade);
        }
        assert_eq!(off.check(), Ok(()));
    }

    #[test]
    fn the_message_stays_short_however_many_grades_are_off() {
        let (scale, map) = (Scale::graded(), GradeMap::default());
        let mut off = OffScale::new(&scale, &map);
        for grade in 100..10_000 {
            off.see(grade);
        }
        assert!(off.check().expect_err("all").0.len() < 700);
    }
}
