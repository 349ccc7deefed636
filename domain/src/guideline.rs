//! Guidelines: how a set is to be labelled. They come in versions, and each label knows under which it was given.

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::format::storable;
use crate::timestamp::Timestamp;

/// The longest text, in code points.
const LONGEST: usize = 50_000;

/// A version of a set's guidelines. They are numbered from 1; what was labelled before the first has the number 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guideline {
    pub number: i32,
    /// In markdown.
    pub text: String,
    /// Who wrote it; none when it came from the command line.
    pub author: Option<String>,
    pub at: Timestamp,
}

/// What became of a text that was to be the next version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddedGuideline {
    /// It is the version of this number.
    New(i32),
    /// The version in force says the same already.
    Known(i32),
    /// Somebody added this version since its writer looked; nothing was written. Without one there is no version at all.
    Outdated(Option<Guideline>),
}

/// A text as it is kept, so that the same words from a form and from a file are the same version.
pub fn kept_text(text: &str) -> Result<String, Invalid> {
    let (text, _) = storable(&text.replace("\r\n", "\n"));
    let length = text.chars().count();
    if length > LONGEST {
        return Err(Invalid::new(format!("the guidelines have {length} characters, and at most {LONGEST} are kept: shorten them")));
    }
    Ok(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_from_a_form_and_from_a_file_is_the_same() {
        assert_eq!(kept_text("Grade it.\r\n\r\n- so\r\n"), kept_text("Grade it.\n\n- so\n\n"));
        assert_eq!(kept_text(" \n").expect("kept"), "");
    }

    #[test]
    fn a_text_that_is_too_long_is_refused_with_its_length() {
        let error = kept_text(&"ä".repeat(LONGEST + 1)).expect_err("too long");
        assert_eq!(error.to_string(), "the guidelines have 50001 characters, and at most 50000 are kept: shorten them");
    }
}
