//! Scoring a TREC run while it is read: a run of many millions of lines is never kept.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use domain::Invalid;
use domain::evaluation::{Evaluation, Golden, QueryScore, Ranking, RunFacts, ScoredIds, Settings, score_query};
use domain::format::trec;

use super::blocks::in_blocks;
use super::files::{first_line, run_name};
use crate::error::Error;

/// What a block of lines holds: the queries that are whole in it are scored, those at its ends may go on in another block.
#[derive(Default)]
struct Part {
    head: Option<(String, ScoredIds)>,
    scored: Vec<QueryScore>,
    unknown: Vec<String>,
    tail: Option<(String, ScoredIds)>,
}

/// Evaluates a TREC run. `None`: it is not TREC, or the lines of a query are scattered over the file, so it has to be read
/// whole.
pub fn score_trec(path: &Path, golden: &Golden, settings: &Settings) -> Result<Option<Evaluation>, Error> {
    if first_line(path)?.trim_start().starts_with('{') {
        return Ok(None);
    }
    let scoring = Scoring { golden, settings };
    let mut all = All { scoring, pending: None, seen: HashSet::new(), scored: HashMap::new(), unknown: 0, scattered: false };
    in_blocks(path, |lines| scoring.part(lines), |part| all.add(part))?;
    all.flush();
    if all.scattered {
        return Ok(None);
    }
    let facts = RunFacts { name: run_name(path), unknown_queries: all.unknown, ..RunFacts::default() };
    let or_missing = |(query, known)| all.scored.remove(query).unwrap_or_else(|| score_query::<_, str>(query, known, None, settings));
    let queries = golden.averaged(settings).map(or_missing).collect();
    Ok(Some(Evaluation::new(golden, facts, settings, queries)))
}

#[derive(Clone, Copy)]
struct Scoring<'a> {
    golden: &'a Golden,
    settings: &'a Settings,
}

impl Scoring<'_> {
    fn part(self, lines: &mut dyn Iterator<Item = &str>) -> Result<Part, Invalid> {
        let mut part = Part::default();
        let mut at_hand: (&str, Vec<(f64, &str)>) = ("", Vec::new());
        for line in lines {
            let (query, chunk, score) = trec::hit(line)?;
            if query != at_hand.0 {
                let size = at_hand.1.len();
                let (done, hits) = std::mem::replace(&mut at_hand, (query, Vec::with_capacity(size)));
                self.add_list(&mut part, done, hits);
            }
            at_hand.1.push((score, chunk));
        }
        let (last, hits) = at_hand;
        let end = if part.head.is_none() { &mut part.head } else { &mut part.tail };
        *end = (!hits.is_empty()).then(|| owned(last, &hits));
        Ok(part)
    }

    fn add_list(self, part: &mut Part, query: &str, hits: Vec<(f64, &str)>) {
        if hits.is_empty() {
            return;
        }
        if part.head.is_none() {
            part.head = Some(owned(query, &hits));
        } else {
            match self.score(query, hits) {
                Some(scores) => part.scored.push(scores),
                None => part.unknown.push(query.to_owned()),
            }
        }
    }

    /// The scores of a query that the golden set has.
    fn score(self, query: &str, hits: Vec<(f64, &str)>) -> Option<QueryScore> {
        let known = self.golden.queries.get(query)?;
        Some(score_query(query, known, Some(&Ranking::by_score(hits, self.settings.precision)), self.settings))
    }
}

fn owned(query: &str, hits: &[(f64, &str)]) -> (String, ScoredIds) {
    let mut ids = ScoredIds::default();
    for (score, id) in hits {
        ids.push(id, *score);
    }
    (query.to_owned(), ids)
}

/// The parts, put together in the file's order.
struct All<'a> {
    scoring: Scoring<'a>,
    pending: Option<(String, ScoredIds)>,
    seen: HashSet<String>,
    scored: HashMap<String, QueryScore>,
    unknown: usize,
    scattered: bool,
}

impl All<'_> {
    fn add(&mut self, part: Part) {
        if let Some((query, hits)) = part.head {
            match &mut self.pending {
                Some((of, pending)) if *of == query => pending.append(&hits),
                _ => {
                    self.flush();
                    self.pending = Some((query, hits));
                }
            }
        }
        if part.tail.is_some() {
            self.flush();
            self.pending = part.tail;
        }
        for scores in part.scored {
            self.keep(scores);
        }
        for query in part.unknown {
            self.pass_over(query);
        }
    }

    fn flush(&mut self) {
        let Some((query, hits)) = self.pending.take() else { return };
        match self.scoring.score(&query, hits.hits()) {
            Some(scores) => self.keep(scores),
            None => self.pass_over(query),
        }
    }

    fn keep(&mut self, scores: QueryScore) {
        self.scattered |= self.scored.insert(scores.query_id.clone(), scores).is_some();
    }

    /// A query that the golden set does not have is counted once.
    fn pass_over(&mut self, query: String) {
        self.unknown += usize::from(self.seen.insert(query));
    }
}
