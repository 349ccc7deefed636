//! The rules that look at all queries of a version together.

use super::Candidate;
use crate::finding::{Finding, Rule};
use crate::query::{Answerable, Style};
use crate::text::counted;

/// The least share of unanswerable queries, in percent: without them abstention cannot be measured.
const UNANSWERABLE_PERCENT: usize = 10;

/// What is counted of the queries that would be in the version.
#[derive(Debug, Default)]
pub(super) struct Totals {
    queries: usize,
    unanswerable: usize,
    one_retriever: usize,
    /// Queries without some of their chunks, because labellers differ on those.
    disputed_queries: usize,
    disputed_chunks: usize,
    /// Queries of each style, in the order of `Style::ALL`.
    styles: [usize; Style::ALL.len()],
}

impl Totals {
    pub(super) fn add(&mut self, Candidate { item, retrievers, .. }: Candidate) {
        self.queries += 1;
        self.unanswerable += usize::from(item.answerable == Answerable::No);
        self.one_retriever += usize::from(retrievers == 1);
        self.disputed_queries += usize::from(!item.disputed.is_empty());
        self.disputed_chunks += item.disputed.len();
        for (count, style) in self.styles.iter_mut().zip(Style::ALL) {
            *count += usize::from(style == item.style);
        }
    }

    /// What the rules find.
    pub(super) fn findings(&self) -> Vec<Finding> {
        if self.queries == 0 {
            return Vec::new();
        }
        let of_all = [self.few_unanswerable(), self.one_retriever(), self.disputed()];
        of_all.into_iter().flatten().chain(self.missing_styles()).collect()
    }

    fn few_unanswerable(&self) -> Option<Finding> {
        (self.unanswerable * 100 < self.queries * UNANSWERABLE_PERCENT).then(|| {
            let message = format!(
                "{} of {} queries are unanswerable; with fewer than {UNANSWERABLE_PERCENT} % abstention can hardly be measured",
                self.unanswerable, self.queries
            );
            Finding::about_set(Rule::FewUnanswerable, message)
        })
    }

    fn one_retriever(&self) -> Option<Finding> {
        (self.one_retriever > 0).then(|| {
            let message = format!(
                "{} pool(s) were fed by one retriever only: what it does not find nobody judged; add a run of another retriever",
                self.one_retriever
            );
            Finding::about_set(Rule::OneRetriever, message)
        })
    }

    fn disputed(&self) -> Option<Finding> {
        (self.disputed_queries > 0).then(|| {
            let chunks = counted(self.disputed_chunks, "chunk", "chunks");
            let queries = counted(self.disputed_queries, "query", "queries");
            let message = format!("frozen without {chunks} of {queries}, on which labellers differ: measures take them as not judged");
            Finding::about_set(Rule::DisputedChunks, message)
        })
    }

    fn missing_styles(&self) -> impl Iterator<Item = Finding> {
        let missing = Style::ALL.iter().zip(self.styles).filter(|(_, count)| *count == 0);
        missing.map(|(style, _)| Finding::about_set(Rule::StyleMissing, format!("no query is of the style {}", style.word())))
    }
}
