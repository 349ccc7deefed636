//! What is at stake in a grade: what each grade that a chunk could get makes of a query's score.

use super::{Golden, GoldenQuery, Ranking, Settings, score_query};
use crate::id::ChunkId;
use crate::metric::Measure;
use crate::scale::{Grade, Scale};

/// The measure that is looked at.
pub fn measure() -> Measure {
    let [first, ..] = Measure::plotted();
    first
}

/// What a list scores on a query for each grade that one of its chunks could get, from 0 up. `others` are the grades of the
/// query's other chunks.
pub fn scores_by_grade(others: &[(ChunkId, Grade)], chunk: ChunkId, list: &[ChunkId], scale: &Scale, cutoff: Grade) -> Vec<f64> {
    let golden: Golden = Golden { cutoff: cutoff.0.into(), scale_top: Some(scale.top().0.into()), ..Golden::default() };
    let settings = Settings { measures: vec![measure()], ..Settings::of_pages(&golden) };
    let ranking = Ranking::in_order(list);
    let with = |grade: i16| {
        let others = others.iter().filter(|(other, _)| *other != chunk).copied();
        let grades = others.chain([(chunk, Grade(grade))]).map(|(chunk, grade)| (chunk, grade.0.into())).collect();
        let known = GoldenQuery { unanswerable: false, style: None, grades };
        score_query("", &known, Some(&ranking), &settings).scores.get(measure()).copied().unwrap_or_default()
    };
    (0..=scale.top().0).map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::uuid_v7;

    fn chunk(n: u64) -> ChunkId {
        uuid_v7(n, &[0; 10]).into()
    }

    #[test]
    fn a_grade_from_the_cutoff_on_changes_what_there_is_to_find() {
        // The list finds one of one relevant chunk; the disputed one is not in its first five.
        let others = [(chunk(1), Grade(3)), (chunk(2), Grade(0))];
        let list = [1, 2, 3, 4, 5, 6].map(chunk);
        let scores = scores_by_grade(&others, chunk(6), &list, &Scale::graded(), Grade(2));
        assert_eq!(scores, [1.0, 1.0, 0.5, 0.5]);
    }

    #[test]
    fn a_disputed_chunk_that_is_all_there_is_decides_between_nothing_and_everything() {
        assert_eq!(scores_by_grade(&[], chunk(1), &[chunk(1)], &Scale::binary(), Grade(1)), [0.0, 1.0]);
    }
}
