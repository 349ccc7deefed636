//! Labels that exist already. What a labeller said here before is never overwritten.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use domain::Invalid;
use domain::chunk::NewChunk;
use domain::format::labels::{FileEvidence, FileLabel, QuepidBook, QuepidPair, from_beir, from_json, from_qrels};
use domain::format::storable;
use domain::format::trec::BEIR_HEADER;
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, ChunkingId, OperationId, QueryId, SetId, UserId};
use domain::label::{Span, find_quote, normalise};
use domain::report::Report;
use domain::run::QueryRef;
use domain::scale::{GradeMap, Judgement, OffScale, Scale};
use store::{AddedLabel, NewLabel};

use super::grades::GradedFile;
use super::reader::{Position, Record, Records};
use crate::error::Error;
use crate::work::Context;

type ParseLine = fn(&str) -> Result<FileLabel, Invalid>;
type Placed = (Position, FileLabel);
type NewLabelAt = (Position, NewLabel);

/// Who and where the labels are for.
pub struct Labels<'a> {
    context: Context<'a>,
    set: GoldenSet,
    chunking: ChunkingId,
    labeller: &'a str,
    map: &'a GradeMap,
    labellers: HashMap<String, UserId>,
    report: Report,
}

/// Brings labels into a set.
pub async fn import_labels(
    context: Context<'_>,
    file: GradedFile<'_>,
    records: &mut Records,
    set: SetId,
    labeller: &str,
) -> Result<Report, Error> {
    let set = context.set(set).await?;
    let chunking = set.chunking.ok_or_else(|| Error::Input("the set ranks no chunking yet: bring a run in first, or make one".into()))?;
    let first = records.peek()?.and_then(|record| record.text.clone().ok()).unwrap_or_default();
    let mut labels = Labels { context, set, chunking, labeller, map: file.map, labellers: HashMap::new(), report: Report::default() };
    if first.trim_start().starts_with('{') && is_book(file.path) {
        labels.report.detected = "Quepid book".into();
        labels.book(file.path).await?;
    } else {
        labels.lines(file, records, &first).await?;
    }
    Ok(labels.report)
}

/// Whether a file is one JSON object that says it holds a book, and not a line an object.
fn is_book(path: &Path) -> bool {
    use std::io::Read;
    let mut start = String::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(1 << 16).read_to_string(&mut start).or(Ok(0)));
    read.is_ok() && start.contains("\"query_doc_pairs\"")
}

impl Labels<'_> {
    async fn book(&mut self, path: &Path) -> Result<(), Error> {
        let file = std::io::BufReader::new(std::fs::File::open(path).map_err(Error::unreadable(path))?);
        let unreadable = |error: serde_json::Error| Error::Input(format!("the book cannot be read: {error}"));
        let book: QuepidBook = serde_json::from_reader(file).map_err(unreadable)?;
        self.map.check(&self.set.settings.scale)?;
        let mut off = OffScale::new(&self.set.settings.scale, self.map);
        let mut batch = Vec::new();
        for (pair, at) in book.query_doc_pairs.into_iter().flat_map(QuepidPair::labels).zip(1..) {
            self.report.read += 1;
            match pair {
                Ok(label) => {
                    if let Some(grade) = label.grade {
                        off.see(grade);
                    }
                    batch.push(((at, 0), label));
                }
                Err(reason) => self.report.refuse(at, 0, reason.0),
            }
        }
        off.check()?;
        for part in batch.chunks(500) {
            self.add(part.to_vec()).await?;
        }
        Ok(())
    }

    async fn lines(&mut self, file: GradedFile<'_>, records: &mut Records, first: &str) -> Result<(), Error> {
        let (detected, parse): (&str, ParseLine) = if first.trim_start().starts_with('{') {
            ("labels JSONL", from_json)
        } else if first.trim_end() == BEIR_HEADER {
            records.next()?;
            ("BEIR qrels", from_beir)
        } else {
            ("TREC qrels", from_qrels)
        };
        self.report.detected = detected.into();
        file.check(&self.set.settings.scale, move |text| parse(text).ok()?.grade).await?;
        loop {
            let batch = records.batch()?;
            if batch.is_empty() {
                return Ok(());
            }
            let mut parsed = Vec::with_capacity(batch.len());
            for Record { line, offset, text, .. } in batch {
                self.report.read += 1;
                match text.and_then(|text| parse(&text).map_err(|error| error.0)) {
                    Ok(label) => parsed.push(((line, offset), label)),
                    Err(reason) => self.report.refuse(line, offset, reason),
                }
            }
            self.add(parsed).await?;
            self.context.progress.tell(records.done(), records.total())?;
        }
    }

    async fn add(&mut self, parsed: Vec<Placed>) -> Result<(), Error> {
        let queries = self.queries(&parsed).await?;
        let chunks = self.chunks(&parsed).await?;
        let quoting: Vec<ChunkId> = parsed
            .iter()
            .filter(|(_, label)| !label.evidence.is_empty())
            .filter_map(|(_, label)| chunks.get(&label.chunk).copied())
            .collect();
        let rows = self.context.store.chunks(self.chunking, &quoting).await?;
        let texts: HashMap<ChunkId, String> = rows.into_iter().map(|row| (row.id, row.text)).collect();
        let mut of_labeller: HashMap<UserId, Vec<NewLabelAt>> = HashMap::new();
        for (place, label) in parsed {
            let labeller = self.labeller(label.labeller.as_deref()).await?;
            let operation = self.context.edge.new_id();
            match resolve(operation, (&self.set.settings.scale, self.map), &queries, &chunks, &texts, label) {
                Ok(label) => of_labeller.entry(labeller).or_default().push((place, label)),
                Err(reason) => self.report.refuse(place.0, place.1, reason),
            }
        }
        for (labeller, labels) in of_labeller {
            self.add_of(labeller, labels).await?;
        }
        Ok(())
    }

    async fn add_of(&mut self, labeller: UserId, labels: Vec<NewLabelAt>) -> Result<(), Error> {
        let (places, labels): (Vec<_>, Vec<_>) = labels.into_iter().unzip();
        let queries: BTreeSet<QueryId> = labels.iter().map(|label| label.query).collect();
        let completions = queries.into_iter().map(|query| (query, self.context.edge.new_id())).collect();
        let now = self.context.edge.now();
        let added = self.context.store.add_labels_and_complete(self.set.id, labeller, labels, completions, now).await?;
        self.report.unheard += u64::try_from(added.unheard).unwrap_or(u64::MAX);
        for (outcome, place) in added.labels.into_iter().zip(places) {
            match outcome {
                AddedLabel::New => self.report.accepted += 1,
                AddedLabel::Known | AddedLabel::Merged => self.report.merged += 1,
                AddedLabel::Differs => self.report.refuse(place.0, place.1, "the labeller gave this chunk another grade already; it stays"),
            }
        }
        Ok(())
    }

    async fn labeller(&mut self, named: Option<&str>) -> Result<UserId, Error> {
        let name = storable(named.unwrap_or(self.labeller).trim()).0.chars().take(100).collect::<String>();
        if let Some(known) = self.labellers.get(&name) {
            return Ok(*known);
        }
        let id = self.context.store.ensure_labeller(self.context.edge.new_id(), name.clone(), self.context.edge.now()).await?;
        self.labellers.insert(name, id);
        Ok(id)
    }

    async fn queries(&self, parsed: &[Placed]) -> Result<HashMap<QueryRef, QueryId>, Error> {
        let ids: Vec<String> = parsed
            .iter()
            .filter_map(|(_, label)| match &label.query {
                QueryRef::Id(id) => Some(id.clone()),
                QueryRef::Text(_) => None,
            })
            .collect();
        let mut found: HashMap<QueryRef, QueryId> =
            self.context.store.query_ids(self.set.id, &ids).await?.into_iter().map(|(id, query)| (QueryRef::Id(id), query)).collect();
        for (_, label) in parsed {
            if let (QueryRef::Text(text), false) = (&label.query, found.contains_key(&label.query))
                && let Some(query) = self.context.store.query_by_text(self.set.id, text).await?
            {
                found.insert(label.query.clone(), query);
            }
        }
        Ok(found)
    }

    /// The chunks of these labels; one that the corpus does not have is known by its id alone from now on.
    async fn chunks(&self, parsed: &[Placed]) -> Result<HashMap<String, ChunkId>, Error> {
        let ids: Vec<String> = parsed.iter().map(|(_, label)| label.chunk.clone()).collect();
        let known = self.context.store.chunk_ids(self.chunking, &ids).await?;
        let missing: BTreeSet<&String> = ids.iter().filter(|id| !known.contains_key(*id)).collect();
        if missing.is_empty() {
            return Ok(known);
        }
        self.context
            .store
            .add_chunks(self.chunking, missing.into_iter().map(|id| (self.context.edge.new_id(), NewChunk::known_by_id(id))).collect())
            .await?;
        Ok(self.context.store.chunk_ids(self.chunking, &ids).await?)
    }
}

fn resolve(
    operation: OperationId,
    (scale, map): (&Scale, &GradeMap),
    queries: &HashMap<QueryRef, QueryId>,
    chunks: &HashMap<String, ChunkId>,
    texts: &HashMap<ChunkId, String>,
    label: FileLabel,
) -> Result<NewLabel, String> {
    let named = match &label.query {
        QueryRef::Id(id) => id,
        QueryRef::Text(text) => text,
    };
    let query = *queries.get(&label.query).ok_or_else(|| format!("the set has no query {named:?}"))?;
    let chunk = *chunks.get(&label.chunk).ok_or_else(|| format!("the corpus has no chunk {:?}", label.chunk))?;
    let judgement = match label.grade {
        Some(grade) => Judgement::Grade(scale.parse(map.map(grade)).map_err(|error| error.0)?),
        None => Judgement::CantTell,
    };
    let mapped_from = label.grade.filter(|grade| map.map(*grade) != *grade);
    let text = texts.get(&chunk).map_or("", String::as_str);
    let span = |evidence: &FileEvidence| match evidence {
        FileEvidence::Span(span) => Ok(*span),
        FileEvidence::Quote(quote) => find_quote(text, quote).ok_or_else(|| format!("the chunk does not hold the quote {quote:?}")),
    };
    let spans: Vec<Span> = label.evidence.iter().map(span).collect::<Result<_, _>>()?;
    let evidence = normalise(spans, text).map_err(|error| error.0)?;
    Ok(NewLabel { operation, query, chunk, judgement, mapped_from, evidence, note: label.note })
}
