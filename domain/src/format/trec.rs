//! TREC's lines, read without copying: a run can have many millions.

use std::borrow::Cow;

use super::check_id;
use crate::Invalid;

/// Query id, chunk id and score of a run's line `qid Q0 docid rank score tag`; the second and fourth column are ignored.
pub fn hit(line: &str) -> Result<(&str, &str, f64), Invalid> {
    let [query, _, chunk, _, score, _] = columns(line).ok_or_else(|| {
        let count = line.split_ascii_whitespace().count();
        Invalid::new(format!("{count} columns where a TREC run has 6: qid Q0 docid rank score tag"))
    })?;
    check_id("docid", chunk)?;
    let number = score.parse::<f64>().ok().filter(|score| score.is_finite());
    let score = number.ok_or_else(|| Invalid::new(format!("the score {score:?} is not a number")))?;
    Ok((query, chunk, score))
}

/// Query id, chunk id and grade of a qrels line `qid iter docid grade`; the second column is ignored.
pub fn judgement(line: &str) -> Result<(&str, &str, i32), Invalid> {
    let [query, _, chunk, grade] = columns(line).ok_or_else(|| {
        let count = line.split_ascii_whitespace().count();
        Invalid::new(format!("{count} columns where qrels have 4: qid iter docid grade"))
    })?;
    check_id("docid", chunk)?;
    Ok((query, chunk, whole(grade)?))
}

/// The columns of a line, when it has so many.
fn columns<const N: usize>(line: &str) -> Option<[&str; N]> {
    // Most bytes are above the space, so most are told by one comparison.
    let is_space = |byte: u8| byte <= b' ' && byte.is_ascii_whitespace();
    let (bytes, mut found, mut count, mut at) = (line.as_bytes(), [""; N], 0, 0);
    while at < bytes.len() {
        if is_space(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().position(|byte| is_space(*byte)).unwrap_or(bytes.len() - at);
        *found.get_mut(count)? = &line[at..at + length];
        (count, at) = (count + 1, at + length + 1);
    }
    (count == N).then_some(found)
}

/// The header of BEIR's qrels.
pub const BEIR_HEADER: &str = "query-id\tcorpus-id\tscore";

/// Query id, chunk id and grade of a line of BEIR's qrels, `query-id TAB corpus-id TAB score`. BEIR reads it as CSV, so a
/// column that begins with a quote is quoted.
pub fn beir_judgement(line: &str) -> Result<(Cow<'_, str>, Cow<'_, str>, i32), Invalid> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [query, chunk, grade] = columns[..] else {
        return Err(Invalid::new(format!("{} columns where BEIR's qrels have 3: query-id, corpus-id, score", columns.len())));
    };
    let (query, chunk) = (unquoted(query)?, unquoted(chunk)?);
    check_id("corpus-id", &chunk)?;
    Ok((query, chunk, whole(&unquoted(grade.trim())?)?))
}

/// A column without its quotes; what follows the closing quote is kept, as CSV readers do.
fn unquoted(column: &str) -> Result<Cow<'_, str>, Invalid> {
    let Some(quoted) = column.strip_prefix('"') else { return Ok(Cow::Borrowed(column)) };
    let (mut text, mut rest) = (String::with_capacity(quoted.len()), quoted);
    loop {
        let open = || Invalid::new(format!("the quote that {column} begins with is not closed: write it as \"\" in a quoted column"));
        let (inside, after) = rest.split_once('"').ok_or_else(open)?;
        text.push_str(inside);
        let Some(more) = after.strip_prefix('"') else { return Ok(Cow::Owned(text + after)) };
        text.push('"');
        rest = more;
    }
}

fn whole(grade: &str) -> Result<i32, Invalid> {
    grade.parse().map_err(|_| Invalid::new(format!("the grade {grade:?} is not a whole number")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_may_be_parted_by_tabs_or_many_spaces() {
        assert_eq!(hit("301\tQ0\td7  104\t 2.5  T").expect("a hit"), ("301", "d7", 2.5));
        assert_eq!(judgement("301 0  d7\t-1").expect("a judgement"), ("301", "d7", -1));
        assert_eq!(beir_judgement("q 1\td 7\t2").expect("a judgement"), ("q 1".into(), "d 7".into(), 2));
    }

    #[test]
    fn a_quoted_column_of_beir_is_read_as_csv_readers_do() {
        // python3 -c 'import csv; print(next(csv.reader([line], delimiter="\t")))'
        for (column, id) in [
            ("\"\"\"intro\"\" part\"", "\"intro\" part"),
            ("\"plain\"", "plain"),
            ("\"intro\" part", "intro part"),
            ("5\" pipe", "5\" pipe"),
            ("\"\"\"\"", "\""),
        ] {
            assert_eq!(beir_judgement(&format!("q\t{column}\t2")).expect("a judgement"), ("q".into(), id.into(), 2));
        }
        assert!(beir_judgement("q\t\"open\t2").expect_err("open").0.contains("is not closed"));
    }

    #[test]
    fn a_line_with_another_count_of_columns_is_refused_with_what_it_should_have() {
        assert!(hit("q Q0 d 1 2.0").expect_err("five").0.starts_with("5 columns where a TREC run has 6"));
        assert!(judgement("q 0 d 1 1").expect_err("five").0.starts_with("5 columns where qrels have 4"));
        assert!(judgement("q 0 d 1.5").expect_err("a fraction").0.contains("not a whole number"));
        assert!(hit("q Q0 d 1 inf t").is_err());
    }
}
