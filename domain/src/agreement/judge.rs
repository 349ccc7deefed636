//! How far labellers agree with judges, split by whether a pre-label was in view when the label was given.

use serde::{Deserialize, Serialize};

use super::resample::{Value, estimates};
use super::rows::Rows;
use super::{AgreementFilter, Confusion, Heard, HeardQuery, ItemScale, Measured, NO_ITEM, TwoRaters};

/// How many judges are compared: the newest.
const JUDGES: usize = 10;
/// Why nothing is known where no label is of the kind.
const NO_LABEL: &str = "no label of a chunk that the judge graded was given so";

/// How far labellers agree with each judge, the newest first.
pub type JudgeAgreements = Vec<JudgeAgreement>;

/// How far labellers, the rows of its matrices, agree with a judge, the columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeAgreement {
    pub judge: String,
    pub prompt: String,
    /// Where no pre-label was in view: the labeller's own opinion.
    pub hidden: TwoRaters,
    /// Where a pre-label was in view.
    pub in_view: TwoRaters,
    /// By how much a pre-label in view raises the quadratic κ.
    pub anchoring: Measured,
    /// Of what is not relevant, the share that the judge calls relevant; where no pre-label was in view.
    pub false_relevant: Measured,
    /// Of what is relevant, the share that the judge calls not relevant; where no pre-label was in view.
    pub missed: Measured,
}

impl JudgeAgreement {
    pub(super) fn of_judges(heard: &Heard, filter: &AgreementFilter, scale: &ItemScale) -> JudgeAgreements {
        let judges = heard.judges.iter().enumerate().rev().take(JUDGES);
        judges.map(|(place, judge)| Self::of(&judge.name, &judge.prompt_version, &compare(heard, place, filter, scale), scale)).collect()
    }

    fn of(judge: &str, prompt: &str, compared: &Rows, scale: &ItemScale) -> Self {
        let grades = scale.grades.len();
        let sums = compared.sums();
        let (hidden, in_view) = sums.split_at(grades * grades);
        let [h0, h1, h2, h3, v0, v1, v2, v3, anchoring, false_relevant, missed] = estimates(compared, |cells| measures(cells, scale));
        let hidden = TwoRaters::new(hidden, grades, [h0, h1, h2, h3]);
        let in_view = TwoRaters::new(in_view, grades, [v0, v1, v2, v3]);
        let [not_relevant, relevant] = sides(&hidden.matrix, scale.cutoff);
        Self {
            judge: judge.to_owned(),
            prompt: prompt.to_owned(),
            anchoring: anchoring.over(hidden.n + in_view.n),
            false_relevant: false_relevant.over(not_relevant),
            missed: missed.over(relevant),
            hidden,
            in_view,
        }
    }

    /// How many of what is not relevant the judge calls relevant, and how many of what is relevant it misses.
    pub fn errors(&self, cutoff: usize) -> [u64; 2] {
        let count = |relevant: bool| -> u64 {
            let rows = self.hidden.matrix.0.iter().enumerate().filter(|(grade, _)| (*grade >= cutoff) == relevant);
            rows.flat_map(|(_, row)| if relevant { &row[..cutoff] } else { &row[cutoff..] }).sum()
        };
        [count(false), count(true)]
    }
}

/// What labellers gave where a judge gave what, one row a query: the matrix of what was given with the pre-label hidden, then that
/// of what was given with one in view, so that both are drawn together.
fn compare(heard: &Heard, judge: usize, filter: &AgreementFilter, scale: &ItemScale) -> Rows {
    let grades = scale.grades.len();
    let mut rows = Rows::new(2 * grades * grades);
    for (query, place) in heard.queries.iter().zip(0..).filter(|(query, _)| filter.takes_query(query)) {
        for (given, said, visible) in graded(query, judge, filter).filter(|(given, said, _)| given.max(said) < &grades) {
            rows.of(place)[usize::from(visible) * grades * grades + given * grades + said] += 1.0;
        }
    }
    rows
}

/// The measures of two raters where the pre-label was hidden, and where one was in view; the quadratic κ of these less that of the
/// former; and what the judge gets wrong where the pre-label was hidden.
fn measures(cells: &[f64], scale: &ItemScale) -> [Value; 11] {
    let grades = scale.grades.len();
    let (hidden, in_view) = cells.split_at(grades * grades);
    let [h0, h1, h2, h3] = TwoRaters::measures(hidden, grades).map(|value| value.map_err(no_label));
    let [v0, v1, v2, v3] = TwoRaters::measures(in_view, grades).map(|value| value.map_err(no_label));
    let anchoring = v3.and_then(|in_view| h3.map(|hidden| in_view - hidden));
    let [false_relevant, missed] = errors(hidden, grades, scale.cutoff);
    [h0, h1, h2, h3, v0, v1, v2, v3, anchoring, false_relevant, missed]
}

fn no_label(why: &'static str) -> &'static str {
    if why == NO_ITEM { NO_LABEL } else { why }
}

/// What each labeller gave to what a judge graded, what the judge gave, and whether a pre-label was in view.
pub(super) fn graded<'a>(
    query: &'a HeardQuery,
    judge: usize,
    filter: &'a AgreementFilter,
) -> impl Iterator<Item = (usize, usize, bool)> + use<'a> {
    let mut said: Vec<(u32, usize)> = Vec::new();
    let of_judge = query.prelabels.iter().filter(|prelabel| prelabel.judge as usize == judge);
    said.extend(of_judge.filter_map(|prelabel| Some((prelabel.item, prelabel.grade.place()?))));
    said.sort_unstable();
    query.labels.iter().filter(|label| filter.takes(label)).filter_map(move |label| {
        let at = said.binary_search_by_key(&label.item, |(item, _)| *item).ok()?;
        Some((label.grade()?, said[at].1, label.prelabel_visible))
    })
}

/// The shares of what is not relevant that the judge calls relevant, and of what is relevant that it misses.
fn errors(cells: &[f64], grades: usize, cutoff: usize) -> [Value; 2] {
    let mut met = [[0.0; 2]; 2];
    for (first, row) in cells.chunks(grades).enumerate() {
        for (second, count) in row.iter().enumerate() {
            met[usize::from(first >= cutoff)][usize::from(second >= cutoff)] += count;
        }
    }
    let share = |wrong: f64, right: f64| if wrong + right > 0.0 { Ok(wrong / (wrong + right)) } else { Err(NO_LABEL) };
    [share(met[0][1], met[0][0]), share(met[1][0], met[1][1])]
}

/// How many labels say not relevant, and how many relevant.
fn sides(matrix: &Confusion, cutoff: usize) -> [u64; 2] {
    let count = |rows: &[Vec<u64>]| rows.iter().flatten().sum();
    let (not_relevant, relevant) = matrix.0.split_at(cutoff.min(matrix.0.len()));
    [count(not_relevant), count(relevant)]
}
