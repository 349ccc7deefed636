//! A version that was exported elsewhere: the same set in a database that does not have it, and the same bytes when it is
//! exported again.

use std::collections::HashMap;
use std::path::Path;

use domain::answer::{citations, map_citations};
use domain::chunk::NewChunk;
use domain::doubt::Statement;
use domain::golden_set::{GoldenSet, Name, NewSet, Settings};
use domain::id::{ChunkId, ChunkingId, QueryId, UserId};
use domain::label::Span;
use domain::operation::{Action, Operation, Outcome};
use domain::query::NewQuery;
use domain::report::Report;
use domain::scale::{GradeName, Judgement, Scale};
use domain::version::{HashedItem, Head, Item};
use store::{AddedChunk, AddedLabel, AddedQuery, AddedVersion, NewLabel, NewOperation, Store};

use crate::edge::Edge;
use crate::error::Error;
use crate::verify::ExportedFolder;

const BATCH: usize = 200;

/// Brings a version into the set of this name, which is made when it is not there.
pub async fn import_version(store: &Store, edge: Edge, folder: &Path, set: &Name) -> Result<Report, Error> {
    let exported = ExportedFolder::open(folder)?;
    // Nothing is kept before all of it was verified; what is read again must be what was.
    let verified: Vec<String> = exported.items()?.map(|item| item.map(|hashed| hashed.hash)).collect::<Result<_, _>>()?;
    let head = exported.manifest.head.clone();
    let set = ensure_set(store, edge, set, &head).await?;
    let chunking = chunking(store, edge, &set, &head).await?;
    let name = format!("version {} of {}", head.version, head.set);
    let labeller = store.ensure_labeller(edge.new_id(), name, edge.now()).await?;
    let bringing = Bringing { store, edge, set: &set, chunking, labeller };
    let mut items = exported.items()?.zip(&verified).map(|(item, hash)| item.and_then(|item| unchanged(item, hash)));
    loop {
        let batch: Vec<HashedItem> = items.by_ref().take(BATCH).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            break;
        }
        bringing.batch(batch.into_iter().filter_map(|hashed| hashed.item).map(|(_, item)| item).collect()).await?;
    }
    let (read, number) = (u64::try_from(head.counts.queries).unwrap_or_default(), head.version);
    let items = exported.items()?.map(|item| item.map_err(|error| error.to_string()));
    let added = store.add_version(set.id, Some(chunking), edge.new_id(), head, Box::new(items)).await?;
    let (accepted, merged) = if added == AddedVersion::New { (read, 0) } else { (0, read) };
    Ok(Report { detected: format!("version {number}"), read, accepted, merged, ..Report::default() })
}

fn unchanged(item: HashedItem, verified: &str) -> Result<HashedItem, Error> {
    if item.hash == verified { Ok(item) } else { Err(Error::Input("the export was changed while it was read: bring it in again".into())) }
}

async fn ensure_set(store: &Store, edge: Edge, name: &Name, head: &Head) -> Result<GoldenSet, Error> {
    if let Some(set) = store.set(name.as_str()).await? {
        let (here, there) = (set.settings.scale.0.len(), head.scale.len());
        return if here == there {
            Ok(set)
        } else {
            Err(Error::Input(format!(
                "the version is on a scale of {there} grades, and the set {name} on one of {here}: use another --set"
            )))
        };
    }
    let grade = |name: &String| GradeName { name: name.clone(), description: String::new() };
    let scale = Scale(head.scale.iter().map(grade).collect());
    let settings = Settings { cutoff: head.cutoff, ..Settings::usual(head.title.clone(), scale) };
    settings.check()?;
    store.add_set(NewSet { id: edge.new_id(), name: name.clone(), settings, created_at: edge.now() }).await?;
    store.set(name.as_str()).await?.ok_or_else(|| Error::Input("the set is gone".into()))
}

async fn chunking(store: &Store, edge: Edge, set: &GoldenSet, head: &Head) -> Result<ChunkingId, Error> {
    let named = |name: &str, other: &str| if name.is_empty() { other.parse::<Name>() } else { name.parse() };
    let (corpus, chunking) = (named(&head.corpus, set.name.as_str())?, named(&head.chunking, "default")?);
    let wanted = store.ensure_chunking(&corpus, &chunking, (edge.new_id(), edge.new_id()), edge.now()).await?.id;
    let tied = store.tie_chunking(set.id, wanted).await?;
    if tied == wanted {
        Ok(wanted)
    } else {
        Err(Error::Input(format!("the set ranks another chunking than {corpus}/{chunking}, which the version's chunks are of")))
    }
}

/// Where a version goes.
struct Bringing<'a> {
    store: &'a Store,
    edge: Edge,
    set: &'a GoldenSet,
    chunking: ChunkingId,
    labeller: UserId,
}

impl Bringing<'_> {
    async fn batch(&self, items: Vec<Item>) -> Result<(), Error> {
        let chunks = self.chunks(&items).await?;
        let queries = self.queries(&items).await?;
        for item in items {
            let query =
                *queries.get(&item.query_id).ok_or_else(|| Error::Input(format!("the query {:?} could not be added", item.query_id)))?;
            self.item(item, query, &chunks).await?;
        }
        Ok(())
    }

    async fn chunks(&self, items: &[Item]) -> Result<HashMap<String, ChunkId>, Error> {
        let mut new = HashMap::new();
        for label in items.iter().flat_map(|item| &item.labels) {
            let chunk = NewChunk {
                external_id: label.chunk_id.clone(),
                doc_id: label.doc_id.clone(),
                ordinal: Some(label.ordinal),
                title: label.title.clone(),
                text: label.text.clone(),
                metadata: serde_json::Map::new(),
            };
            new.entry(label.chunk_id.clone()).or_insert(chunk);
        }
        // A chunk can be cited or disputed and not be judged; then nothing but its id is known.
        for name in items.iter().flat_map(|item| item.citations.iter().chain(&item.disputed)) {
            new.entry(name.clone()).or_insert_with(|| NewChunk::known_by_id(name));
        }
        let (names, new): (Vec<String>, Vec<_>) = new.into_iter().map(|(name, chunk)| (name, (self.edge.new_id(), chunk))).unzip();
        let texts: Vec<bool> = new.iter().map(|(_, chunk): &(ChunkId, NewChunk)| !chunk.text.is_empty()).collect();
        for ((outcome, name), has_text) in self.store.add_chunks(self.chunking, new).await?.into_iter().zip(&names).zip(texts) {
            if outcome == AddedChunk::Differs && has_text {
                return Err(Error::Input(format!("the chunk {name:?} is here with another text")));
            }
        }
        Ok(self.store.chunk_ids(self.chunking, &names).await?)
    }

    async fn queries(&self, items: &[Item]) -> Result<HashMap<String, QueryId>, Error> {
        let new = |item: &Item| NewQuery {
            external_id: Some(item.query_id.clone()),
            text: item.query.clone(),
            source: Some(item.source.clone()),
            seen: item.seen,
            style: Some(item.style),
            metadata: item.metadata.clone(),
        };
        let names: Vec<String> = items.iter().map(|item| item.query_id.clone()).collect();
        let rows = items.iter().map(|item| (self.edge.new_id(), new(item))).collect();
        for (outcome, name) in self.store.add_queries(self.set.id, rows, self.edge.now()).await?.into_iter().zip(&names) {
            if outcome == AddedQuery::Differs {
                return Err(Error::Input(format!("the query {name:?} is here with another text")));
            }
        }
        Ok(self.store.query_ids(self.set.id, &names).await?)
    }

    /// The cited chunks come first, so that their numbers are those of the citations.
    async fn item(&self, item: Item, query: QueryId, chunks: &HashMap<String, ChunkId>) -> Result<(), Error> {
        let missing = |name: &str| Error::Input(format!("the chunk {name:?} could not be added"));
        let find = |name: &str| chunks.get(name).copied().ok_or_else(|| missing(name));
        let mut labels = item.labels.iter().collect::<Vec<_>>();
        let place = |name: &str| item.citations.iter().position(|cited| cited == name).unwrap_or(usize::MAX);
        labels.sort_by_key(|label| place(&label.chunk_id));
        let label = |label: &domain::version::ItemLabel| {
            Ok::<_, Error>(NewLabel {
                operation: self.edge.new_id(),
                query,
                chunk: find(&label.chunk_id)?,
                judgement: Judgement::Grade(label.grade),
                mapped_from: None,
                evidence: label.evidence.iter().map(|evidence| Span { start: evidence.start, end: evidence.end }).collect(),
                note: String::new(),
            })
        };
        let labels: Vec<NewLabel> = labels.into_iter().map(label).collect::<Result<_, _>>()?;
        let cited = item.citations.iter().map(|name| find(name)).collect::<Result<Vec<ChunkId>, _>>()?;
        let numbers = self.store.pool_chunks(query, cited.clone()).await?;
        let added = self.store.add_labels(self.set.id, self.labeller, labels, self.edge.now()).await?;
        if self.store.has_completed(query, self.labeller).await? && !added.contains(&AddedLabel::New) {
            return Ok(());
        }
        let (answer, complete) = self.said(&item, &cited, &numbers);
        let operation = |action| NewOperation {
            set: self.set.id,
            actor: self.labeller,
            operation: Operation { id: self.edge.new_id(), query, action },
            at: self.edge.now(),
        };
        let outcomes = self.store.record_all(vec![operation(answer), operation(complete)]).await?;
        // An answer that the labeller gave before stays.
        match outcomes.iter().find_map(Outcome::refusal) {
            Some(reason) => Err(Error::Input(format!("the query {:?} could not be completed: {reason}", item.query_id))),
            None => Ok(()),
        }
    }

    /// The answer, which cites cards instead of places, and the completion. What was doubtful was confirmed before it was frozen.
    fn said(&self, item: &Item, cited: &[ChunkId], numbers: &[i32]) -> (Action, Action) {
        let at = |place: i32| usize::try_from(place - 1).ok();
        let number = |place: &i32| at(*place).and_then(|at| numbers.get(at)).copied().unwrap_or(*place).to_string();
        let text = map_citations(&item.answer, |places| places.iter().map(number).collect::<Vec<_>>().join(", "));
        let card = |number: i32| numbers.iter().position(|known| *known == number).and_then(|at| cited.get(at)).copied();
        let count = |count| i64::try_from(count).unwrap_or(i64::MAX);
        let statement = Statement {
            judged: count(item.labels.len()),
            relevant: count(item.relevant(self.set.settings.cutoff).count()),
            answerable: item.answerable,
            ..Statement::default()
        };
        let (citations, confirmed) = (citations(&text, card), statement.doubt_of_answer());
        let answer = Action::Answer { text, citations, answerable: item.answerable, confirmed, base: 0 };
        (answer, Action::Complete { confirmed: statement.doubt_of_completion() })
    }
}
