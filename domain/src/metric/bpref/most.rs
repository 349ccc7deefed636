//! What bpref could be. A relevant chunk of a list counts `1 − min(n, R) / min(N, R)`, where `n` chunks that are not relevant
//! stand before it; a hole is one of them, or is relevant itself.

use crate::metric::list_pair::greatest;
use crate::metric::{Hole, JudgedList, ListPair, as_float, share};

/// The most that the second list could be better by: a bound, and 0 for equal lists.
pub fn most_bpref(pair: &ListPair, _: usize) -> f64 {
    let holes: Vec<Hole> = pair.holes(usize::MAX).collect();
    let (to, from) = (Standing::of_list(pair.to), Standing::of_list(pair.from));
    // The chunks of both lists stand against each other in their order, those that one list has more of against nothing.
    let judged: Vec<Chunk> = (0..to.relevant.len().max(from.relevant.len()))
        .map(|at| Chunk::new(to.relevant.get(at).copied(), from.relevant.get(at).copied(), &holes))
        .collect();
    let unjudged: Vec<Chunk> = holes.iter().map(|hole| Chunk::new(to.at(hole.to), from.at(hole.from), &holes)).collect();
    let most = |relevant: usize| {
        let counts = Counts {
            relevant: pair.to.relevant + relevant,
            not_relevant: pair.to.not_relevant + holes.len() - relevant,
            holes: holes.len(),
            holes_relevant: relevant,
        };
        let mut added: Vec<f64> = unjudged.iter().map(|chunk| chunk.most(counts)).collect();
        added.sort_unstable_by(|a, b| b.total_cmp(a));
        let sum = judged.iter().map(|chunk| chunk.most(counts)).sum::<f64>() + added.iter().take(relevant).sum::<f64>();
        if counts.relevant == 0 { 0.0 } else { sum / as_float(counts.relevant) }
    };
    greatest((0..=pair.candidates(usize::MAX).len()).map(most))
}

/// What stands before a chunk of a list.
#[derive(Clone, Copy)]
struct Place {
    rank: usize,
    /// How many chunks before it are judged not relevant.
    not_relevant: usize,
}

/// The relevant chunks of a list, and how many chunks that are not stand before each rank.
struct Standing {
    relevant: Vec<Place>,
    not_relevant: Vec<usize>,
}

impl Standing {
    fn of_list(list: &JudgedList) -> Self {
        let (mut standing, mut before) = (Self { relevant: Vec::new(), not_relevant: Vec::new() }, 0);
        for (grade, rank) in list.grades.iter().zip(1..) {
            standing.not_relevant.push(before);
            match grade {
                Some(grade) if *grade >= list.cutoff => standing.relevant.push(Place { rank, not_relevant: before }),
                Some(grade) if *grade >= 0 => before += 1,
                _ => {}
            }
        }
        standing
    }

    fn at(&self, rank: Option<usize>) -> Option<Place> {
        let rank = rank?;
        Some(Place { rank, not_relevant: *self.not_relevant.get(rank - 1)? })
    }
}

/// How many chunks there are, when some holes are relevant and the others are not.
#[derive(Clone, Copy)]
struct Counts {
    relevant: usize,
    not_relevant: usize,
    holes: usize,
    holes_relevant: usize,
}

/// Two relevant chunks, or the same, at their places in the lists.
struct Chunk {
    to: Option<(Place, usize)>,
    from: Option<(Place, usize)>,
    /// How many holes stand before it in the first list and not in the second.
    only_from: usize,
}

impl Chunk {
    /// With the number of holes before each place.
    fn new(to: Option<Place>, from: Option<Place>, holes: &[Hole]) -> Self {
        let before = |hole: Option<usize>, place: Option<Place>| hole.zip(place).is_some_and(|(hole, place)| hole < place.rank);
        let count = |stands: &dyn Fn(&&Hole) -> bool| holes.iter().filter(stands).count();
        Self {
            to: to.map(|place| (place, count(&|hole| before(hole.to, Some(place))))),
            from: from.map(|place| (place, count(&|hole| before(hole.from, Some(place))))),
            only_from: count(&|hole| before(hole.from, from) && !before(hole.to, to)),
        }
    }

    /// The most that it counts in the second list above what it counts in the first.
    fn most(&self, counts: Counts) -> f64 {
        let Counts { relevant, not_relevant, holes, holes_relevant } = counts;
        let part = |before: usize| share(before.min(relevant), not_relevant.min(relevant));
        let least = |(place, before): (Place, usize)| part(place.not_relevant + before.saturating_sub(holes_relevant));
        let greatest = |(place, before): (Place, usize)| part(place.not_relevant + before.min(holes - holes_relevant));
        match (self.to, self.from) {
            (Some(to), Some(from)) => {
                let more = (from.0.not_relevant + self.only_from).saturating_sub(to.0.not_relevant);
                (greatest(from) - least(to)).min(part(more))
            }
            (Some(to), None) => 1.0 - least(to),
            (None, Some(from)) => greatest(from) - 1.0,
            (None, None) => 0.0,
        }
    }
}
