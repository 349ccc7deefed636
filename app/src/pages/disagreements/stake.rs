//! What a grade makes of a score.

use domain::scale::Grade;
use domain::text::counted;
use leptos::prelude::*;

use crate::api::disagreements::{SetStake, Stake};

/// A score as it is printed: `.667`, `1.00`.
fn score(value: f64) -> String {
    let printed = format!("{value:.3}");
    match printed.strip_prefix('0') {
        Some(part) => part.to_owned(),
        None => format!("{value:.2}"),
    }
}

/// A difference with its sign: `+.002`, `−.010`, `±.000`.
fn difference(value: f64) -> String {
    let size = score(value.abs());
    match size.as_str() {
        ".000" => "±.000".to_owned(),
        size if value < 0.0 => format!("−{size}"),
        size => format!("+{size}"),
    }
}

fn at<T: Copy>(values: &[T], grade: Grade) -> Option<T> {
    values.get(usize::try_from(grade.0).ok()?).copied()
}

/// What a grade makes of the query's score and of the set's.
pub fn numbers(stake: &Stake, grade: Grade) -> impl IntoView + use<> {
    let of_query = at(&stake.query, grade).map(score);
    let of_set = stake.set.as_ref().and_then(|set| at(&set.by_grade, grade).map(|mean| (mean, mean - set.now)));
    let of_set = of_set.map(|(mean, change)| {
        view! {
            <span class="number of-set">
                <span class="visually-hidden">"; of the set "</span>
                {score(mean)}
                " "
                <span class="dim">{difference(change)}</span>
            </span>
        }
    });
    let measure = domain::evaluation::stake::measure().title();
    view! {
        <span class="number">
            <span class="visually-hidden">{format!(", {measure} of this query ")}</span>
            {of_query}
        </span>
        {of_set}
    }
}

/// Of which run and which version the numbers are.
#[component]
pub fn StakeNote(stake: Stake, rank: Option<i32>) -> impl IntoView {
    let Stake { retriever, commit, set, .. } = stake;
    let commit = commit.map(|commit| {
        view! {
            " "
            <code>{domain::text::visible(&commit)}</code>
        }
    });
    let ranked = match rank {
        Some(rank) => format!(", which has this chunk at rank {rank}"),
        None => ", which does not have this chunk".to_owned(),
    };
    let of_set = set.map(|SetStake { version, queries, now, .. }| {
        format!(
            "; of the set on version {version} with this query as it would be: now {} over {}",
            score(now),
            counted(queries, "query", "queries")
        )
    });
    view! { <p class="facts stake-note">"Of " <bdi>{domain::text::visible(&retriever)}</bdi> {commit} {ranked} {of_set} "."</p> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_are_printed_without_a_zero_that_says_nothing() {
        assert_eq!([score(2.0 / 3.0), score(1.0), score(0.0)], [".667", "1.00", ".000"]);
        assert_eq!([difference(0.002), difference(-0.01), difference(0.000_01)], ["+.002", "−.010", "±.000"]);
    }
}
