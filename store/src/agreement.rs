//! What the voices of a set said, as agreement reads it: a hundred thousand labels in a row a query.

use std::collections::HashMap;

use domain::agreement::{Heard, HeardLabel, HeardPrelabel, HeardQuery, JudgeName, Labeller};
use domain::id::{ChunkId, JudgeId, QueryId, SetId, UserId};
use domain::query::{Answerable, Style};
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use uuid::Uuid;

use crate::{Error, Result, Store};

/// A query that somebody completed once.
#[derive(sqlx::FromRow)]
pub(crate) struct LabelsRow {
    pub query_id: QueryId,
    pub style: Style,
    /// Those who completed it, in one text.
    pub voices: String,
    /// What was said of its chunks, in one text.
    pub packed: Option<String>,
}

/// The pre-labels of a query, in one text.
#[derive(sqlx::FromRow)]
pub(crate) struct PrelabelsRow {
    pub query_id: QueryId,
    pub packed: Option<String>,
}

/// Whether a voice says that the corpus can answer a query.
#[derive(sqlx::FromRow)]
pub(crate) struct AnswerableRow {
    pub query_id: QueryId,
    pub style: Style,
    pub labeller_id: UserId,
    pub saw_others: bool,
    /// Unknown where they did not say.
    pub answerable: Answerable,
    pub guideline: i32,
    pub at: Timestamp,
}

/// What the tables say of the labels of a set.
pub(crate) struct LabelTables {
    pub labellers: Vec<(UserId, String)>,
    pub labels: Vec<LabelsRow>,
}

/// What the tables say of what judges think of the same queries.
pub(crate) struct PrelabelTables {
    pub judges: Vec<(JudgeId, String, String)>,
    pub prelabels: Vec<PrelabelsRow>,
}

/// What the tables say of the answerability of a set's queries.
pub(crate) struct AnswerableTables {
    pub labellers: Vec<(UserId, String)>,
    /// By query.
    pub answers: Vec<AnswerableRow>,
}

impl Store {
    /// The labels of those who completed a query of the set once, and what judges say of the same queries.
    pub async fn heard_labels(&self, set: SetId) -> Result<Heard> {
        // Side by side: each takes a while over a hundred thousand.
        let labels = async { read!(self, agreement::labels(set)) };
        let prelabels = async { read!(self, agreement::prelabels(set)) };
        let (labels, prelabels) = tokio::try_join!(labels, prelabels)?;
        labels.heard(prelabels)
    }

    /// What those who completed a query of the set once say of its answerability.
    pub async fn heard_answerability(&self, set: SetId) -> Result<Heard> {
        Ok(read!(self, agreement::answerability(set))?.heard())
    }

    /// What some queries ask.
    pub async fn query_texts(&self, queries: &[QueryId]) -> Result<HashMap<QueryId, String>> {
        Ok(read!(self, agreement::texts(queries))?.into_iter().collect())
    }
}

/// The places of ids in their list.
fn places<T: Copy + Eq + std::hash::Hash>(ids: impl Iterator<Item = T>) -> HashMap<T, u32> {
    ids.zip(0..).collect()
}

fn named(labellers: Vec<(UserId, String)>) -> Vec<Labeller> {
    labellers.into_iter().map(|(id, name)| Labeller { id, name }).collect()
}

impl LabelTables {
    fn heard(self, said: PrelabelTables) -> Result<Heard> {
        let known = Known {
            labellers: places(self.labellers.iter().map(|(id, _)| *id)),
            judges: places(said.judges.iter().map(|(id, ..)| *id)),
            prelabels: said.prelabels.into_iter().filter_map(|row| Some((row.query_id, row.packed?))).collect(),
        };
        let queries = self.labels.into_iter().map(|row| known.query(&row)).collect::<Result<_>>()?;
        let judges = said.judges.into_iter().map(|(_, name, prompt_version)| JudgeName { name, prompt_version }).collect();
        Ok(Heard { labellers: named(self.labellers), judges, queries, left_out: 0 })
    }
}

/// What is needed to unpack the labels and pre-labels of a query.
struct Known {
    labellers: HashMap<UserId, u32>,
    judges: HashMap<JudgeId, u32>,
    prelabels: HashMap<QueryId, String>,
}

impl Known {
    fn query(&self, row: &LabelsRow) -> Result<HeardQuery> {
        let mut chunks = Chunks::default();
        let mut labels = self.labels(row, &mut chunks)?;
        labels.sort_unstable_by_key(|label| (label.item, label.labeller));
        Ok(HeardQuery { id: row.query_id, style: row.style, labels, prelabels: self.prelabels(row.query_id, &mut chunks)? })
    }

    /// The labels of those who are heard.
    fn labels(&self, row: &LabelsRow, chunks: &mut Chunks) -> Result<Vec<HeardLabel>> {
        let voices = self.voices(row)?;
        let mut labels = Vec::new();
        for packed in unpacked(row.packed.as_deref()) {
            let unreadable = || unreadable(row.query_id, packed);
            let (chunk, labeller, said) = ids(packed).ok_or_else(unreadable)?;
            if let Some((_, place)) = voices.iter().find(|(voice, _)| *voice == labeller) {
                labels.push(heard_label(chunks.place(chunk), *place, said).ok_or_else(unreadable)?);
            }
        }
        Ok(labels)
    }

    /// Those who are heard, and their places among the labellers.
    fn voices(&self, row: &LabelsRow) -> Result<Vec<(Uuid, u32)>> {
        let voice = |packed| {
            let id = Uuid::try_parse(packed).map_err(|_| unreadable(row.query_id, packed))?;
            Ok(self.labellers.get(&UserId(id)).map(|place| (id, *place)))
        };
        unpacked(Some(&row.voices)).filter_map(|packed| voice(packed).transpose()).collect()
    }

    fn prelabels(&self, query: QueryId, chunks: &mut Chunks) -> Result<Vec<HeardPrelabel>> {
        let mut prelabels = Vec::new();
        for packed in unpacked(self.prelabels.get(&query).map(String::as_str)) {
            let unreadable = || unreadable(query, packed);
            let (chunk, judge, grade) = ids(packed).ok_or_else(unreadable)?;
            let grade = Grade(grade.parse().map_err(|_| unreadable())?);
            let judge = self.judges.get(&JudgeId(judge));
            prelabels.extend(judge.map(|judge| HeardPrelabel { item: chunks.place(chunk), judge: *judge, grade }));
        }
        Ok(prelabels)
    }
}

impl AnswerableTables {
    fn heard(self) -> Heard {
        let labellers = places(self.labellers.iter().map(|(id, _)| *id));
        let label = |row: &AnswerableRow| {
            let judgement = match row.answerable {
                Answerable::No => Judgement::Grade(Grade(0)),
                Answerable::Yes => Judgement::Grade(Grade(1)),
                Answerable::Unknown => Judgement::CantTell,
            };
            let labeller = *labellers.get(&row.labeller_id)?;
            let AnswerableRow { saw_others, guideline, at, .. } = *row;
            Some(HeardLabel { item: 0, labeller, judgement, prelabel_visible: false, saw_others, guideline, at })
        };
        let of_query = |rows: &[AnswerableRow]| {
            let mut labels: Vec<HeardLabel> = rows.iter().filter_map(label).collect();
            labels.sort_unstable_by_key(|label| label.labeller);
            HeardQuery { id: rows[0].query_id, style: rows[0].style, labels, prelabels: Vec::new() }
        };
        let queries = self.answers.chunk_by(|first, second| first.query_id == second.query_id).map(of_query).collect();
        Heard { labellers: named(self.labellers), judges: Vec::new(), queries, left_out: 0 }
    }
}

/// The chunks of a query that somebody graded, by their places.
#[derive(Default)]
struct Chunks(HashMap<ChunkId, u32>);

impl Chunks {
    fn place(&mut self, chunk: Uuid) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(ChunkId(chunk)).or_insert(next)
    }
}

fn unpacked(packed: Option<&str>) -> impl Iterator<Item = &str> {
    packed.into_iter().flat_map(|packed| packed.split(','))
}

/// The two ids that a packed label begins with, and the rest.
fn ids(packed: &str) -> Option<(Uuid, Uuid, &str)> {
    let id = |from: usize| Uuid::try_parse(packed.get(from..from + 32)?).ok();
    Some((id(0)?, id(32)?, packed.get(64..)?))
}

/// `2+1 1800000000000`: the grade or `x`, whether a pre-label was in view, `!` where the labeller saw what others said, the version of
/// the guideline, the moment.
fn heard_label(item: u32, labeller: u32, said: &str) -> Option<HeardLabel> {
    let sign = said.find(['+', '-'])?;
    let (judgement, prelabel_visible) = (&said[..sign], &said[sign..=sign] == "+");
    let given = &said[sign + 1..];
    let saw_others = given.starts_with('!');
    let (guideline, at) = given.trim_start_matches('!').split_once(' ')?;
    let judgement = match judgement {
        "x" => Judgement::CantTell,
        grade => Judgement::Grade(Grade(grade.parse().ok()?)),
    };
    let (guideline, at) = (guideline.parse().ok()?, Timestamp(at.parse().ok()?));
    Some(HeardLabel { item, labeller, judgement, prelabel_visible, saw_others, guideline, at })
}

fn unreadable(query: QueryId, packed: &str) -> Error {
    Error::Damaged(format!("a label of the query {query} cannot be read: {packed:?}"))
}
