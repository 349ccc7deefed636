//! Average precision is a sum over pairs of relevant chunks of 1 ÷ the rank of the later one, a chunk paired with itself
//! included, ÷ all relevant chunks.

use crate::metric::list_pair::greatest;
use crate::metric::{Hole, JudgedList, ListPair, as_float, share};

/// With more holes than this the lists are taken apart: looking at each two of them would take too long.
const TOGETHER: usize = 100;

/// The most that the second list could be better by; exact where one of the lists is empty.
pub fn most_average_precision(pair: &ListPair, k: usize) -> f64 {
    let holes = pair.candidates(k);
    let apart = greatest_alone(pair, &holes, k) - least_alone(pair, &holes, k);
    if holes.len() > TOGETHER { apart } else { apart.min(most_together(pair, &holes, k)) }
}

/// The most that the second list can have: some of its first holes are relevant.
fn greatest_alone(pair: &ListPair, holes: &[Hole], k: usize) -> f64 {
    let mut ranks: Vec<usize> = holes.iter().filter_map(|hole| hole.to).collect();
    ranks.sort_unstable();
    greatest(growing(pair.to, &ranks, k).map(|(count, sum)| divide(sum, pair.to.relevant + count)))
}

/// The least that the first list can have: some of its last holes are relevant, and all that only the second list has.
fn least_alone(pair: &ListPair, holes: &[Hole], k: usize) -> f64 {
    let mut ranks: Vec<usize> = holes.iter().filter_map(|hole| hole.from).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let others = pair.from.relevant + holes.len() - ranks.len();
    growing(pair.from, &ranks, k).map(|(count, sum)| divide(sum, others + count)).reduce(f64::min).unwrap_or_default()
}

fn divide(sum: f64, relevant: usize) -> f64 {
    if relevant == 0 { 0.0 } else { sum / as_float(relevant) }
}

/// The sum over pairs when the first 0, 1, 2 … of some holes are relevant.
fn growing(list: &JudgedList, ranks: &[usize], k: usize) -> impl Iterator<Item = (usize, f64)> {
    let mut relevant = relevant_ranks(list, k);
    let mut sums = vec![relevant.iter().zip(1..).map(|(rank, found)| share(found, *rank)).sum::<f64>()];
    for rank in ranks {
        let before = relevant.partition_point(|other| other < rank);
        let after: f64 = relevant[before..].iter().map(|other| share(1, *other)).sum();
        sums.push(sums[sums.len() - 1] + share(before + 1, *rank) + after);
        relevant.insert(before, *rank);
    }
    sums.into_iter().enumerate()
}

fn relevant_ranks(list: &JudgedList, k: usize) -> Vec<usize> {
    list.top(k).zip(1..).filter_map(|(relevant, rank)| relevant.then_some(rank)).collect()
}

/// A bound that takes both lists together: of each hole what it adds with the judged chunks, and half of what it adds with
/// the best others. It is 0 for equal lists.
fn most_together(pair: &ListPair, holes: &[Hole], k: usize) -> f64 {
    let (to, from) = (relevant_ranks(pair.to, k), relevant_ranks(pair.from, k));
    let judged = |ranks: &[usize]| ranks.iter().zip(1..).map(|(rank, found)| share(found, *rank)).sum::<f64>();
    let alone = |hole: &Hole| with_judged(hole.to, &to) - with_judged(hole.from, &from);
    let partners = |at: usize| {
        let others = holes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        let mut sums: Vec<f64> = others.map(|other| with_hole(holes[at].to, other.to) - with_hole(holes[at].from, other.from)).collect();
        sums.sort_unstable_by(|a, b| b.total_cmp(a));
        sums.insert(0, 0.0);
        for other in 1..sums.len() {
            sums[other] += sums[other - 1];
        }
        sums
    };
    let parts: Vec<(f64, Vec<f64>)> = holes.iter().enumerate().map(|(at, hole)| (alone(hole), partners(at))).collect();
    let most = |count: usize| {
        let mut added: Vec<f64> = parts.iter().map(|(alone, partners)| alone + partners[count.saturating_sub(1)] / 2.0).collect();
        added.sort_unstable_by(|a, b| b.total_cmp(a));
        divide(judged(&to) - judged(&from) + added.iter().take(count).sum::<f64>(), pair.to.relevant + count)
    };
    greatest((0..=holes.len()).map(most))
}

/// What a hole adds by itself and with the judged relevant chunks of its list.
fn with_judged(hole: Option<usize>, judged: &[usize]) -> f64 {
    hole.map_or(0.0, |hole| share(1, hole) + judged.iter().map(|rank| share(1, hole.max(*rank))).sum::<f64>())
}

/// What two holes of a list add with each other.
fn with_hole(a: Option<usize>, b: Option<usize>) -> f64 {
    a.zip(b).map_or(0.0, |(a, b)| share(1, a.max(b)))
}
