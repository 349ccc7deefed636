//! Runs over a set's queries, the chunks' texts included where a log holds them.

use std::collections::{HashMap, HashSet};

use domain::chunk::NewChunk;
use domain::format::runs::{from_json, from_trec};
use domain::golden_set::{GoldenSet, Name};
use domain::id::{ChunkId, ChunkingId, QueryId, RunId, SetId};
use domain::report::Report;
use domain::run::{NewHit, QueryRef, RankedList, rank};
use store::{ListRow, NewRun, Store};

use super::reader::{Record, Records};
use crate::edge::Edge;
use crate::error::Error;
use crate::work::Context;

/// How many lists are kept in one go.
const BATCH: usize = 50;

/// What the run is called and what it ranks.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    pub retriever: &'a str,
    pub commit: Option<&'a str>,
    /// The corpus, when the set has none yet; else the set's name.
    pub corpus: Option<&'a Name>,
    /// The chunking, when the set has none yet; else `default`.
    pub chunking: Option<&'a Name>,
}

/// A list with the records that it came from.
struct Pending {
    list: RankedList,
    /// The line and offset of each of its records.
    places: Vec<(u64, u64)>,
}

struct Import<'a> {
    store: &'a Store,
    edge: Edge,
    set: GoldenSet,
    chunking: ChunkingId,
    run: RunId,
    seen: HashSet<QueryId>,
    report: Report,
}

/// Brings a run in, and its first k chunks into the pools.
pub async fn import_run(context: Context<'_>, records: &mut Records, set: SetId, named: Named<'_>) -> Result<Report, Error> {
    let Context { store, edge, progress } = context;
    let set = context.set(set).await?;
    let chunking = tie(store, edge, &set, named).await?;
    let run = NewRun {
        id: edge.new_id(),
        set: set.id,
        chunking,
        retriever: named.retriever.into(),
        commit: named.commit.unwrap_or_default().into(),
        created_at: edge.now(),
    };
    let run = store.ensure_run(run).await?;
    let json = records.peek()?.is_some_and(|first| first.text.as_deref().unwrap_or_default().trim_start().starts_with('{'));
    let report = Report { detected: if json { "run JSONL" } else { "TREC run" }.into(), ..Report::default() };
    let mut import = Import { store, edge, set, chunking, run, seen: HashSet::new(), report };
    loop {
        let lists = if json { import.json_lists(records)? } else { import.trec_lists(records)? };
        if lists.is_empty() && records.peek()?.is_none() {
            return Ok(import.report);
        }
        import.keep(lists).await?;
        progress.tell(records.done(), records.total())?;
    }
}

/// The chunking that the set's runs rank; the first run ties it.
async fn tie(store: &Store, edge: Edge, set: &GoldenSet, named: Named<'_>) -> Result<ChunkingId, Error> {
    if let Some(chunking) = set.chunking {
        return Ok(chunking);
    }
    let default: Name = "default".parse()?;
    let (corpus, chunking) = (named.corpus.unwrap_or(&set.name), named.chunking.unwrap_or(&default));
    let chunking = store.ensure_chunking(corpus, chunking, (edge.new_id(), edge.new_id()), edge.now()).await?;
    Ok(store.tie_chunking(set.id, chunking.id).await?)
}

impl Import<'_> {
    fn json_lists(&mut self, records: &mut Records) -> Result<Vec<Pending>, Error> {
        let mut lists = Vec::new();
        while lists.len() < BATCH {
            let Some(Record { line, offset, text, .. }) = records.next()? else { break };
            self.report.read += 1;
            match text.and_then(|text| from_json(&text).map_err(|error| error.0)) {
                Ok(list) => lists.push(Pending { list, places: vec![(line, offset)] }),
                Err(reason) => self.report.refuse(line, offset, reason),
            }
        }
        Ok(lists)
    }

    fn trec_lists(&mut self, records: &mut Records) -> Result<Vec<Pending>, Error> {
        let mut lists: Vec<Pending> = Vec::new();
        while let Some(record) = records.peek()? {
            let parsed = record.text.clone().and_then(|text| from_trec(&text).map_err(|error| error.0));
            let (line, offset) = (record.line, record.offset);
            let full = lists.len() == BATCH;
            match parsed {
                Err(reason) => {
                    self.report.read += 1;
                    self.report.refuse(line, offset, reason);
                }
                Ok((query, hit)) => match lists.last_mut() {
                    Some(last) if last.list.query == QueryRef::Id(query.clone()) => {
                        self.report.read += 1;
                        last.list.hits.push(hit);
                        last.places.push((line, offset));
                    }
                    _ if full => return Ok(lists),
                    _ => {
                        self.report.read += 1;
                        let list = RankedList { query: QueryRef::Id(query), hits: vec![hit], latency_ms: None, cost_usd: None };
                        lists.push(Pending { list, places: vec![(line, offset)] });
                    }
                },
            }
            records.next()?;
        }
        Ok(lists)
    }

    /// Keeps lists whose query and chunks are known; refuses the others with the first thing that is missing.
    async fn keep(&mut self, lists: Vec<Pending>) -> Result<(), Error> {
        self.add_texts(&lists).await?;
        let queries = self.queries(&lists).await?;
        let wanted: Vec<String> = lists.iter().flat_map(|pending| pending.list.hits.iter().map(|hit| hit.chunk.clone())).collect();
        let chunks = self.store.chunk_ids(self.chunking, &wanted).await?;
        for (pending, query) in lists.into_iter().zip(queries) {
            let resolved = query.and_then(|query| self.resolve(query, pending.list, &chunks));
            match resolved {
                Err(reason) => pending.places.iter().for_each(|(line, offset)| self.report.refuse(*line, *offset, reason.clone())),
                Ok(row) => {
                    let count = pending.places.len() as u64;
                    let new = self.store.add_lists(self.run, self.set.settings.k, vec![row]).await?;
                    *(if new > 0 { &mut self.report.accepted } else { &mut self.report.merged }) += count;
                }
            }
        }
        Ok(())
    }

    fn resolve(&mut self, query: QueryId, list: RankedList, chunks: &HashMap<String, ChunkId>) -> Result<ListRow, String> {
        if !self.seen.insert(query) {
            return Err("the file has a list for this query already; the lines of a query must stand together".into());
        }
        let known = |hit: NewHit| {
            let chunk = chunks
                .get(&hit.chunk)
                .ok_or_else(|| format!("the corpus has no chunk {:?}: import it first, or give its text", hit.chunk))?;
            Ok((*chunk, hit.score))
        };
        let hits = rank(list.hits).into_iter().map(known).collect::<Result<_, String>>()?;
        Ok(ListRow { query, hits, latency_ms: list.latency_ms, cost_usd: list.cost_usd })
    }

    async fn queries(&self, lists: &[Pending]) -> Result<Vec<Result<QueryId, String>>, Error> {
        let ids: Vec<String> = lists
            .iter()
            .filter_map(|pending| match &pending.list.query {
                QueryRef::Id(id) => Some(id.clone()),
                QueryRef::Text(_) => None,
            })
            .collect();
        let known = self.store.query_ids(self.set.id, &ids).await?;
        let mut found = Vec::with_capacity(lists.len());
        for pending in lists {
            found.push(match &pending.list.query {
                QueryRef::Id(id) => known.get(id).copied().ok_or_else(|| format!("the set has no query {id:?}: import queries first")),
                QueryRef::Text(text) => self
                    .store
                    .query_by_text(self.set.id, text)
                    .await?
                    .ok_or_else(|| "the set has no query of this text: import queries first".to_owned()),
            });
        }
        Ok(found)
    }

    /// Adds the chunks whose texts the lists hold.
    async fn add_texts(&self, lists: &[Pending]) -> Result<(), Error> {
        let with_text = lists
            .iter()
            .flat_map(|pending| &pending.list.hits)
            .filter_map(|hit| Some((hit, hit.text.clone().filter(|text| !text.trim().is_empty())?)));
        let chunk = |(hit, text): (&NewHit, String)| {
            let (doc_id, ordinal) = hit
                .chunk
                .split_once('#')
                .map_or((hit.chunk.as_str(), None), |(document, place)| (document, place.split('_').next().and_then(|n| n.parse().ok())));
            let chunk = NewChunk {
                external_id: hit.chunk.clone(),
                doc_id: doc_id.to_owned(),
                ordinal: ordinal.or(Some(0)),
                title: hit.title.clone().unwrap_or_default(),
                text,
                metadata: serde_json::Map::new(),
            };
            (self.edge.new_id(), chunk)
        };
        let chunks: Vec<(ChunkId, NewChunk)> = with_text.map(chunk).collect();
        if !chunks.is_empty() {
            self.store.add_chunks(self.chunking, chunks).await?;
        }
        Ok(())
    }
}
