//! A judge's pre-labels. Nothing malformed becomes one.

use std::collections::HashMap;

use domain::format::prelabels::{from_json, from_qrels};
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, JudgeId, QueryId, SetId};
use domain::label::find_quote;
use domain::prelabel::NewPrelabel;
use domain::report::Report;
use domain::scale::{GradeMap, Scale};
use store::{ChunkRow, PrelabelRow, Store};

use super::grades::GradedFile;
use super::reader::{Position, Records};
use crate::error::Error;
use crate::work::Context;

struct Known {
    queries: HashMap<String, QueryId>,
    chunks: HashMap<String, ChunkId>,
    texts: HashMap<ChunkId, ChunkRow>,
}

/// Brings pre-labels into a set.
pub async fn import_prelabels(
    context: Context<'_>,
    file: GradedFile<'_>,
    records: &mut Records,
    set: SetId,
    judge: &str,
) -> Result<Report, Error> {
    let Context { store, edge, progress } = context;
    let set = context.set(set).await?;
    let json = records.peek()?.is_some_and(|first| first.text.as_deref().unwrap_or_default().trim_start().starts_with('{'));
    let parse = if json { from_json } else { from_qrels };
    file.check(&set.settings.scale, move |text| parse(text).ok().map(|prelabel| prelabel.grade)).await?;
    let mut report = Report { detected: if json { "pre-labels JSONL" } else { "TREC qrels" }.into(), ..Report::default() };
    let mut judges: HashMap<(String, String), JudgeId> = HashMap::new();
    loop {
        let batch = records.batch()?;
        if batch.is_empty() {
            return Ok(report);
        }
        let mut parsed: Vec<(Position, NewPrelabel)> = Vec::with_capacity(batch.len());
        for record in batch {
            report.read += 1;
            match record.text.and_then(|text| parse(&text).map_err(|error| error.0)) {
                Ok(prelabel) => parsed.push(((record.line, record.offset), prelabel)),
                Err(reason) => report.refuse(record.line, record.offset, reason),
            }
        }
        let known = known(store, &set, &parsed).await?;
        let mut rows = Vec::with_capacity(parsed.len());
        for ((line, offset), prelabel) in parsed {
            let key = (prelabel.judge.clone().unwrap_or_else(|| judge.to_owned()), prelabel.prompt_version.clone().unwrap_or_default());
            let judge = match judges.get(&key) {
                Some(judge) => *judge,
                None => *judges.entry(key.clone()).or_insert(store.ensure_judge(edge.new_id(), set.id, key.0, key.1).await?),
            };
            match resolve((&set.settings.scale, file.map), &known, judge, prelabel) {
                Ok(row) => rows.push(row),
                Err(reason) => report.refuse(line, offset, reason),
            }
        }
        for new in store.add_prelabels(rows).await? {
            *(if new { &mut report.accepted } else { &mut report.merged }) += 1;
        }
        progress.tell(records.done(), records.total())?;
    }
}

async fn known(store: &Store, set: &GoldenSet, parsed: &[(Position, NewPrelabel)]) -> Result<Known, Error> {
    let queries: Vec<String> = parsed.iter().map(|(_, prelabel)| prelabel.query.clone()).collect();
    let queries = store.query_ids(set.id, &queries).await?;
    let Some(chunking) = set.chunking else { return Ok(Known { queries, chunks: HashMap::new(), texts: HashMap::new() }) };
    let chunks: Vec<String> = parsed.iter().map(|(_, prelabel)| prelabel.chunk.clone()).collect();
    let chunks = store.chunk_ids(chunking, &chunks).await?;
    let quoted: Vec<ChunkId> = parsed
        .iter()
        .filter(|(_, prelabel)| !prelabel.evidence.is_empty())
        .filter_map(|(_, prelabel)| chunks.get(&prelabel.chunk).copied())
        .collect();
    let texts = store.chunks(chunking, &quoted).await?.into_iter().map(|row| (row.id, row)).collect();
    Ok(Known { queries, chunks, texts })
}

fn resolve((scale, map): (&Scale, &GradeMap), known: &Known, judge: JudgeId, prelabel: NewPrelabel) -> Result<PrelabelRow, String> {
    let query = *known.queries.get(&prelabel.query).ok_or_else(|| format!("the set has no query {:?}", prelabel.query))?;
    let chunk = *known.chunks.get(&prelabel.chunk).ok_or_else(|| format!("the set's corpus has no chunk {:?}", prelabel.chunk))?;
    let grade = scale.parse(map.map(prelabel.grade)).map_err(|error| error.0)?;
    let text = known.texts.get(&chunk).map_or("", |row| row.text.as_str());
    // A quote that is not in the text is no evidence; the grade and its reason still stand.
    let evidence = prelabel.evidence.iter().filter_map(|quote| find_quote(text, quote)).collect();
    Ok(PrelabelRow { query, chunk, judge, grade, rationale: prelabel.rationale, evidence })
}
