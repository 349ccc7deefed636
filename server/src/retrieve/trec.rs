//! A run of the database as a TREC file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use domain::id::{RunId, SetId};
use store::Store;

use crate::error::{Error, Result};

/// Writes a run as TREC lines `qid Q0 docid rank score tag`, query by query. The scores of a query fall strictly, in single
/// precision too: `trec_eval` goes by the score, and what ties for it is in an order that is its own.
pub async fn write_trec(store: &Store, set: SetId, run: RunId, out: &Path) -> Result<()> {
    let unwritable = Error::unwritable(out);
    let mut file = BufWriter::new(File::create(out).map_err(&unwritable)?);
    let mut after = None;
    loop {
        let batch = store.queries_after(set, after, 100).await?;
        let Some((last, _)) = batch.last() else { break };
        after = Some(*last);
        for (id, _) in batch {
            let query = store.query(set, id).await?.ok_or_else(|| Error::Input("a query is gone".into()))?;
            let query = column(&query.external_id)?;
            let mut before = f32::INFINITY;
            for ((chunk, score), rank) in store.named_hits(run, id).await?.iter().zip(1..) {
                before = falling(score.unwrap_or_default(), before);
                writeln!(file, "{query} Q0 {} {rank} {before} touchstone-bm25", column(chunk)?).map_err(&unwritable)?;
            }
        }
    }
    file.flush().map_err(&unwritable)
}

/// An id as a column.
fn column(id: &str) -> Result<&str> {
    if id.contains(|c: char| c.is_ascii_whitespace()) {
        let words = format!(
            "the id {id:?} holds white space, which separates the columns of a TREC run: the run is kept, and --out cannot write it. \
            Evaluate it on the set's page, or import ids without white space"
        );
        return Err(Error::Input(words));
    }
    Ok(id)
}

/// The score in single precision, below the one before.
fn falling(score: f64, before: f32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "what is written is read in single precision")]
    let score = score as f32;
    if score < before { score } else { before.next_down() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_are_written_as_falling_ones_that_single_precision_tells_apart() {
        let mut before = f32::INFINITY;
        let mut written = Vec::new();
        for score in [10.0, 10.0, 10.000_000_01, 9.999_999_9, 0.0, 0.0] {
            before = falling(score, before);
            written.push(before.to_string().parse::<f64>().expect("a number"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "as trec_eval reads")]
        let read: Vec<f32> = written.iter().map(|score| *score as f32).collect();
        assert!(written.is_sorted_by(|a, b| a > b) && read.is_sorted_by(|a, b| a > b), "{written:?}");
        assert!((written[2] - 10.0).abs() < 1e-5);
    }
}
