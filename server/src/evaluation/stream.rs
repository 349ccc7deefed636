//! Scoring a TREC run while it is read: a run of many millions of lines is never kept.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use domain::Invalid;
use domain::evaluation::{Evaluation, Golden, QueryScore, Ranking, RunFacts, ScoredIds, Settings, score_query};
use domain::format::trec;

use super::blocks::in_blocks;
use super::files::{first_line, run_name};

/// What a block of lines holds: the queries that are whole in it are scored, those at its ends may go on in another block.
#[derive(Default)]
struct BlockScores {
    head: Option<(String, ScoredIds)>,
    scored: Vec<QueryScore>,
    unknown: Vec<String>,
    tail: Option<(String, ScoredIds)>,
}

/// Evaluates a TREC run. `None`: it is not TREC, or the lines of a query are scattered over the file, so it has to be read
/// whole.
pub fn score_trec(path: &Path, golden: &Golden, settings: &Settings) -> anyhow::Result<Option<Evaluation>> {
    if first_line(path)?.trim_start().starts_with('{') {
        return Ok(None);
    }
    let scoring = Scoring { golden, settings };
    let mut run = RunScores { scoring, pending: None, seen: HashSet::new(), scored: HashMap::new(), unknown: 0, scattered: false };
    in_blocks(path, |lines| scoring.score_block(lines), |block| run.add(block))?;
    run.flush();
    if run.scattered {
        return Ok(None);
    }
    let facts = RunFacts { name: run_name(path), unknown_queries: run.unknown, ..RunFacts::default() };
    let or_missing = |(query, known)| run.scored.remove(query).unwrap_or_else(|| score_query::<_, str>(query, known, None, settings));
    let queries = golden.averaged(settings).map(or_missing).collect();
    Ok(Some(Evaluation::new(golden, facts, settings, queries)))
}

#[derive(Clone, Copy)]
struct Scoring<'a> {
    golden: &'a Golden,
    settings: &'a Settings,
}

impl Scoring<'_> {
    fn score_block(self, lines: &mut dyn Iterator<Item = &str>) -> Result<BlockScores, Invalid> {
        let mut block = BlockScores::default();
        let mut at_hand: (&str, Vec<(f64, &str)>) = ("", Vec::new());
        for line in lines {
            let (query, chunk, score) = trec::hit(line)?;
            if query != at_hand.0 {
                let size = at_hand.1.len();
                let (done, hits) = std::mem::replace(&mut at_hand, (query, Vec::with_capacity(size)));
                self.add_list(&mut block, done, hits);
            }
            at_hand.1.push((score, chunk));
        }
        let (last, hits) = at_hand;
        let end = if block.head.is_none() { &mut block.head } else { &mut block.tail };
        *end = (!hits.is_empty()).then(|| owned_list(last, &hits));
        Ok(block)
    }

    fn add_list(self, block: &mut BlockScores, query: &str, hits: Vec<(f64, &str)>) {
        if hits.is_empty() {
            return;
        }
        if block.head.is_none() {
            block.head = Some(owned_list(query, &hits));
        } else {
            match self.score(query, hits) {
                Some(scores) => block.scored.push(scores),
                None => block.unknown.push(query.to_owned()),
            }
        }
    }

    /// The scores of a query that the golden set has.
    fn score(self, query: &str, hits: Vec<(f64, &str)>) -> Option<QueryScore> {
        let known = self.golden.queries.get(query)?;
        Some(score_query(query, known, Some(&Ranking::by_score(hits, self.settings.precision)), self.settings))
    }
}

fn owned_list(query: &str, hits: &[(f64, &str)]) -> (String, ScoredIds) {
    let mut ids = ScoredIds::default();
    for (score, id) in hits {
        ids.push(id, *score);
    }
    (query.to_owned(), ids)
}

/// The parts, put together in the file's order.
struct RunScores<'a> {
    scoring: Scoring<'a>,
    pending: Option<(String, ScoredIds)>,
    seen: HashSet<String>,
    scored: HashMap<String, QueryScore>,
    unknown: usize,
    scattered: bool,
}

impl RunScores<'_> {
    fn add(&mut self, block: BlockScores) {
        if let Some((query, hits)) = block.head {
            match &mut self.pending {
                Some((of, pending)) if *of == query => pending.append(&hits),
                _ => {
                    self.flush();
                    self.pending = Some((query, hits));
                }
            }
        }
        if block.tail.is_some() {
            self.flush();
            self.pending = block.tail;
        }
        for scores in block.scored {
            self.keep(scores);
        }
        for query in block.unknown {
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
