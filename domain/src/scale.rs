//! Grades and the scale they are on.

use serde::{Deserialize, Serialize};

use crate::Invalid;

mod grade_map;

pub use grade_map::{GradeMap, MappedGrade, OffScale};

/// How long a grade's name may be, in characters.
const LONGEST_NAME: usize = 40;

/// A grade of relevance; what it means is the scale's to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
#[serde(transparent)]
pub struct Grade(pub i16);

impl Grade {
    /// Its place on its scale, counted from 0.
    pub fn place(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The grades of a set, from 0 up, each in the labeller's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scale(pub Vec<GradeName>);

/// What one grade is called and when to give it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeName {
    /// As on the button, a word or two.
    pub name: String,
    /// When to give it, a sentence.
    pub description: String,
}

/// A judgement of (query, chunk). Not judged yet is its absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The labeller's grade.
    Grade(Grade),
    /// The labeller looked and cannot tell; missing in every measure, and counted.
    CantTell,
}

impl Judgement {
    /// The grade, if one was given.
    pub fn grade(self) -> Option<Grade> {
        match self {
            Self::Grade(grade) => Some(grade),
            Self::CantTell => None,
        }
    }
}

impl Scale {
    /// 0 not relevant · 1 related, does not answer · 2 answers in part · 3 answers.
    pub fn graded() -> Self {
        Self::of(&[
            ("Not relevant", "Has nothing to do with what was asked."),
            ("Related", "About the topic, but answers no part of the question."),
            ("In part", "Answers a part of it, or answers it only together with another chunk."),
            ("Answers", "A reader of this chunk alone can answer the question."),
        ])
    }

    /// 0 not relevant · 1 relevant.
    pub fn binary() -> Self {
        Self::of(&[("Not relevant", "Does not help to answer the question."), ("Relevant", "Helps to answer the question.")])
    }

    fn of(names: &[(&str, &str)]) -> Self {
        Self(names.iter().map(|(name, description)| GradeName { name: (*name).into(), description: (*description).into() }).collect())
    }

    /// The highest grade.
    pub fn top(&self) -> Grade {
        Grade(i16::try_from(self.0.len()).unwrap_or(i16::MAX) - 1)
    }

    /// The grade, when the scale has it.
    pub fn parse(&self, grade: i64) -> Result<Grade, Invalid> {
        match i16::try_from(grade) {
            Ok(grade) if (0..=self.top().0).contains(&grade) => Ok(Grade(grade)),
            _ => Err(Invalid::new(format!("grade {grade} is not on the scale 0 to {}", self.top()))),
        }
    }

    /// The cut-off that fits when nobody chose one: the middle of the scale, 2 on 0–3 and 1 on binary.
    pub fn usual_cutoff(&self) -> Grade {
        Grade((self.top().0 + 1) / 2)
    }

    /// A scale has two to ten grades, each with a name of its own. There are as many digits as keys.
    pub fn check(&self) -> Result<(), Invalid> {
        if !(2..=10).contains(&self.0.len()) {
            return Err(Invalid::new(format!("a scale has 2 to 10 grades, and this has {}", self.0.len())));
        }
        let mut names = std::collections::BTreeMap::new();
        for (grade, GradeName { name, description }) in self.0.iter().enumerate() {
            if name.chars().any(char::is_control) || description.contains('\0') {
                return Err(Invalid::new(format!("grade {grade} is named or described with a control character")));
            }
            match name.trim() {
                "" => return Err(Invalid::new(format!("grade {grade} has no name"))),
                long if long.chars().count() > LONGEST_NAME => {
                    return Err(Invalid::new(format!("the name of grade {grade} is longer than {LONGEST_NAME} characters")));
                }
                name => {
                    if let Some(first) = names.insert(name.to_lowercase(), grade) {
                        return Err(Invalid::new(format!("the grades {first} and {grade} are both called {name:?}")));
                    }
                }
            }
        }
        Ok(())
    }
}

/// `0-3`, `binary`, or the names of the grades from 0 up, as `Not relevant,Related,In part,Answers,Perfect`.
impl std::str::FromStr for Scale {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let scale = match text.trim() {
            "0-3" => Self::graded(),
            "binary" => Self::binary(),
            names if names.contains(',') => {
                Self(names.split(',').map(|name| GradeName { name: name.trim().into(), description: String::new() }).collect())
            }
            other => {
                return Err(Invalid::new(format!(
                    "there is no scale {other:?}: use 0-3, binary, or the names of 2 to 10 grades from 0 up, separated by commas"
                )));
            }
        };
        scale.check().map(|()| scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_cutoff_is_2_on_four_grades_and_1_on_two() {
        assert_eq!(Scale::graded().usual_cutoff(), Grade(2));
        assert_eq!(Scale::binary().usual_cutoff(), Grade(1));
    }

    #[test]
    fn a_grade_off_the_scale_is_refused_with_the_scale() {
        let refusal = Scale::binary().parse(2).expect_err("2 is not binary");
        assert_eq!(refusal.to_string(), "grade 2 is not on the scale 0 to 1");
        assert!(Scale::graded().parse(-1).is_err());
    }

    #[test]
    fn a_scale_is_named_or_spelled_out_from_the_lowest_grade_up() {
        let own: Scale = "Bad, Fair,Good,Excellent,Perfect".parse().expect("five grades");
        assert_eq!((own.top(), own.usual_cutoff(), own.0[1].name.as_str()), (Grade(4), Grade(2), "Fair"));
        assert_eq!("0-3".parse(), Ok(Scale::graded()));
        assert_eq!("a,b,c,d,e,f,g,h,i,j".parse::<Scale>().expect("ten grades").top(), Grade(9));
        for bad in ["", "0-4", "one", "a,b,c,d,e,f,g,h,i,j,k", "a,,c", "Yes,yes", &format!("a,{}", "b".repeat(41))] {
            assert!(bad.parse::<Scale>().is_err(), "{bad:?}");
        }
    }
}
