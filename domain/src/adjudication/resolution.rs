//! How the labels of a chunk become one grade.

use serde::{Deserialize, Serialize};

use super::said::unanimous;
use crate::Invalid;
use crate::scale::Grade;

/// How the labels of a chunk become one grade where labellers differ. Who can't tell gave no grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// They don't: a reviewer settles it.
    #[default]
    Agreed,
    /// The grade that more than half of those gave who gave one; where there is none, a reviewer settles it.
    Majority,
    /// The grade in the middle; between two, the middle of both, half rounded down.
    Median,
}

impl Resolution {
    pub const ALL: [Self; 3] = [Self::Agreed, Self::Majority, Self::Median];

    /// As it stands in addresses, on the command line and in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Majority => "majority",
            Self::Median => "median",
        }
    }

    /// What it means, in a sentence.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Agreed => "A reviewer settles every chunk on whose grade labellers differ.",
            Self::Majority => "The grade that more than half gave counts; a reviewer settles what is left.",
            Self::Median => "The grade in the middle counts, half rounded down; a reviewer settles answers only.",
        }
    }

    /// The grade that these grades come to; none where a reviewer has to settle it.
    pub fn grade(self, grades: &[Grade]) -> Option<Grade> {
        match self {
            Self::Agreed => unanimous(grades),
            Self::Majority => majority(grades),
            Self::Median => median(grades),
        }
    }
}

fn majority(grades: &[Grade]) -> Option<Grade> {
    let votes = |grade: Grade| grades.iter().filter(|given| **given == grade).count();
    grades.iter().copied().find(|grade| 2 * votes(*grade) > grades.len())
}

fn median(grades: &[Grade]) -> Option<Grade> {
    let mut grades: Vec<i16> = grades.iter().map(|grade| grade.0).collect();
    grades.sort_unstable();
    let (low, high) = (grades.get(grades.len().checked_sub(1)? / 2)?, grades.get(grades.len() / 2)?);
    Some(Grade(low + (high - low) / 2))
}

impl std::fmt::Display for Resolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

impl std::str::FromStr for Resolution {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        let unknown = || Invalid::new(format!("there is no resolution {word:?}: use agreed, majority or median"));
        Self::ALL.into_iter().find(|resolution| resolution.word() == word).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(of: &[i16]) -> Vec<Grade> {
        of.iter().copied().map(Grade).collect()
    }

    #[test]
    fn a_majority_is_more_than_half_of_those_who_gave_a_grade() {
        let of = |given: &[i16]| Resolution::Majority.grade(&grades(given)).map(|grade| grade.0);
        assert_eq!([of(&[3, 0, 3]), of(&[0, 3, 3]), of(&[2])], [Some(3), Some(3), Some(2)]);
        assert_eq!([of(&[3, 0]), of(&[3, 3, 0, 0]), of(&[0, 1, 2]), of(&[])], [None; 4], "half is not more than half");
    }

    #[test]
    fn a_median_is_on_the_scale_and_half_is_rounded_down() {
        let of = |given: &[i16]| Resolution::Median.grade(&grades(given)).map(|grade| grade.0);
        assert_eq!(
            [of(&[3, 0, 1]), of(&[3, 2]), of(&[0, 3]), of(&[3, 1]), of(&[0, 0, 1, 3])],
            [Some(1), Some(2), Some(1), Some(2), Some(0)]
        );
        assert_eq!((of(&[2]), of(&[])), (Some(2), None));
    }

    #[test]
    fn agreed_is_what_all_gave() {
        let of = |given: &[i16]| Resolution::Agreed.grade(&grades(given)).map(|grade| grade.0);
        assert_eq!([of(&[2, 2]), of(&[2, 3]), of(&[])], [Some(2), None, None]);
    }

    #[test]
    fn a_resolution_is_found_by_its_word() {
        for resolution in Resolution::ALL {
            assert_eq!(resolution.word().parse(), Ok(resolution));
            assert_eq!(serde_json::to_value(resolution).expect("JSON"), resolution.word());
        }
        assert!("mean".parse::<Resolution>().is_err());
    }
}
