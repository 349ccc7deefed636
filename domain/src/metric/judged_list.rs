/// One query's ranked list, with what is known about its chunks: all that a measure needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedList {
    /// The grade of each hit, the best rank first; none where the chunk was not judged.
    pub(super) grades: Vec<Option<i32>>,
    /// The positive grades of all judged chunks of the query, the highest first.
    pub(super) ideal: Vec<i32>,
    /// The lowest grade that counts as relevant.
    pub(super) cutoff: i32,
    /// How many judged chunks are relevant, retrieved or not.
    pub(super) relevant: usize,
    /// How many judged chunks are not; a negative grade counts as not judged, as in `trec_eval`.
    pub(super) not_relevant: usize,
}

impl JudgedList {
    /// The list whose hits have these grades, for a query whose judged chunks have those.
    pub fn new(grades: Vec<Option<i32>>, judged: impl IntoIterator<Item = i32>, cutoff: i32) -> Self {
        let (mut ideal, mut relevant, mut not_relevant) = (Vec::new(), 0, 0);
        for grade in judged {
            relevant += usize::from(grade >= cutoff);
            not_relevant += usize::from((0..cutoff).contains(&grade));
            if grade > 0 {
                ideal.push(grade);
            }
        }
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        Self { grades, ideal, cutoff, relevant, not_relevant }
    }

    /// The list of a run that found nothing, for the same query.
    #[must_use]
    pub fn without_hits(&self) -> Self {
        Self { grades: Vec::new(), ..self.clone() }
    }

    /// The grade of each hit, the best rank first; none where the chunk was not judged.
    pub fn grades(&self) -> &[Option<i32>] {
        &self.grades
    }

    /// How many judged chunks of the query are relevant, retrieved or not.
    pub fn relevant(&self) -> usize {
        self.relevant
    }

    /// Whether each hit of the top k is relevant.
    pub(super) fn top(&self, k: usize) -> impl Iterator<Item = bool> + '_ {
        self.grades.iter().take(k).map(|grade| grade.is_some_and(|grade| grade >= self.cutoff))
    }

    /// How many hits of the top k are relevant.
    pub(super) fn found(&self, k: usize) -> usize {
        self.top(k).filter(|relevant| *relevant).count()
    }
}
