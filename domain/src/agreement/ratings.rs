//! Who gave which grade to which item, and the counts that the measures need of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Ratings of items. Raters and grades are counted from 0; a missing rating is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratings {
    grades: usize,
    /// Who gave what, item by item, by rater.
    items: Vec<Vec<(usize, usize)>>,
}

/// How often each combination of grades was given to an item, whoever gave which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profiles {
    /// The combinations: how many raters gave each grade.
    pub profiles: Vec<Vec<u64>>,
    /// How many items have each combination.
    pub counts: Vec<u64>,
}

/// How often one rater gave one grade where another gave another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// How many grades there are.
    pub grades: usize,
    /// Row by row: the first rater's grade, then the second's.
    pub cells: Vec<u64>,
}

impl Ratings {
    /// No ratings yet, on a scale of so many grades.
    pub fn new(grades: usize) -> Self {
        Self { grades, items: Vec::new() }
    }

    /// Adds an item with what raters gave it: rater and grade. A rater who is there twice counts by the last.
    pub fn push(&mut self, ratings: impl IntoIterator<Item = (usize, usize)>) {
        let by_rater: BTreeMap<usize, usize> = ratings.into_iter().filter(|(_, grade)| *grade < self.grades).collect();
        self.items.push(by_rater.into_iter().collect());
    }

    /// How many items have two ratings or more.
    pub fn shared(&self) -> usize {
        self.items.iter().filter(|item| item.len() > 1).count()
    }

    /// How many items have one.
    pub fn single(&self) -> usize {
        self.items.iter().filter(|item| item.len() == 1).count()
    }

    /// How many raters rated an item that another rated too.
    pub fn raters(&self) -> usize {
        let shared = self.items.iter().filter(|item| item.len() > 1);
        shared.flatten().map(|(rater, _)| rater).collect::<BTreeSet<_>>().len()
    }

    /// The combinations of grades of the items with two ratings or more.
    pub fn profiles(&self) -> Profiles {
        let mut counted: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        for item in self.items.iter().filter(|item| item.len() > 1) {
            let mut profile = vec![0; self.grades];
            for (_, grade) in item {
                profile[*grade] += 1;
            }
            *counted.entry(profile).or_default() += 1;
        }
        let (profiles, counts) = counted.into_iter().unzip();
        Profiles { profiles, counts }
    }

    /// What each two raters gave to the items that both rated.
    pub fn confusions(&self) -> BTreeMap<(usize, usize), Confusion> {
        let mut found: BTreeMap<(usize, usize), Confusion> = BTreeMap::new();
        for item in &self.items {
            for (at, (a, first)) in item.iter().enumerate() {
                for (b, second) in &item[at + 1..] {
                    found.entry((*a, *b)).or_insert_with(|| Confusion::new(self.grades)).count(*first, *second);
                }
            }
        }
        found
    }
}

impl Confusion {
    pub fn new(grades: usize) -> Self {
        Self { grades, cells: vec![0; grades * grades] }
    }

    /// Counts an item to which the first rater gave one grade and the second another.
    pub fn count(&mut self, first: usize, second: usize) {
        self.cells[first * self.grades + second] += 1;
    }

    /// How many items both rated.
    pub fn n(&self) -> u64 {
        self.cells.iter().sum()
    }
}

impl Profiles {
    pub fn items(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Those with as many ratings as most items have; of sizes that are as common, the larger.
    #[must_use]
    pub fn of_commonest_size(&self) -> Self {
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        for (profile, count) in self.profiles.iter().zip(&self.counts) {
            *sizes.entry(profile.iter().sum()).or_default() += count;
        }
        let commonest = sizes.into_iter().max_by_key(|(size, items)| (*items, *size)).map(|(size, _)| size);
        let fits = |(profile, _): &(&Vec<u64>, &u64)| Some(profile.iter().sum()) == commonest;
        let (profiles, counts) =
            self.profiles.iter().zip(&self.counts).filter(fits).map(|(profile, count)| (profile.clone(), *count)).unzip();
        Self { profiles, counts }
    }

    /// Krippendorff's coincidences: how often two grades meet in an item, each item's pairs weighing as much as its ratings.
    pub fn coincidences(&self, counts: &[u64]) -> Vec<Vec<f64>> {
        let grades = self.profiles.first().map_or(0, Vec::len);
        let mut met = vec![vec![0.0; grades]; grades];
        for (profile, count) in self.profiles.iter().zip(counts).filter(|(_, count)| **count > 0) {
            let share = float(*count) / (float(profile.iter().sum::<u64>()) - 1.0);
            for (first, row) in met.iter_mut().enumerate() {
                for (second, cell) in row.iter_mut().enumerate() {
                    let pairs = profile[first] * (profile[second] - u64::from(first == second && profile[first] > 0));
                    *cell += share * float(pairs);
                }
            }
        }
        met
    }
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of labels are far below 2^52")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}
