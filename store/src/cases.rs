//! A disagreement with everything that a reviewer looks at.

use std::collections::HashMap;

use domain::adjudication::{Base, Party, Said, Verdict};
use domain::disagreement::{
    Case, CaseChunk, CaseQuery, GivenAnswer, GivenFlag, GivenLabel, GivenPrelabel, Kind, MadeDecision, Neighbour, State, StripChunk,
    Subject, Voice,
};
use domain::id::{ChunkId, ChunkingId, QueryId, SetId, UserId};
use domain::label::Span;
use domain::scale::Grade;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::adjudications::MadeRow;
use crate::labels::judgement;
use crate::{Result, Store};

/// A disagreement of a query.
#[derive(Clone, sqlx::FromRow)]
pub(crate) struct FoundRow {
    #[sqlx(try_from = "String")]
    pub subject: Subject,
    pub kind: Kind,
    pub place: i64,
    pub state: State,
}

/// The chunk of a case.
#[derive(sqlx::FromRow)]
pub(crate) struct ChunkOfCaseRow {
    pub id: ChunkId,
    pub chunking_id: ChunkingId,
    pub external_id: String,
    pub doc_id: String,
    pub ordinal: i32,
    pub title: String,
    pub text: String,
}

#[derive(sqlx::FromRow)]
pub(crate) struct NeighbourRow {
    external_id: String,
    ordinal: i32,
    text: String,
}

impl From<NeighbourRow> for Neighbour {
    fn from(NeighbourRow { external_id, ordinal, text }: NeighbourRow) -> Self {
        Self { external_id, ordinal, text }
    }
}

/// A label of the case's chunk.
#[derive(sqlx::FromRow)]
pub(crate) struct GivenRow {
    labeller_id: UserId,
    grade: Option<Grade>,
    cant_tell: bool,
    evidence: Json<Vec<Span>>,
    note: String,
    prelabel_visible: bool,
    guideline: i32,
    at: Timestamp,
}

/// A judge's grade of the case's chunk.
#[derive(sqlx::FromRow)]
pub(crate) struct JudgeRow {
    name: String,
    prompt_version: String,
    grade: Grade,
    rationale: String,
    evidence: Json<Vec<Span>>,
}

impl From<JudgeRow> for GivenPrelabel {
    fn from(JudgeRow { name, prompt_version, grade, rationale, evidence }: JudgeRow) -> Self {
        Self { judge: name, prompt_version, grade, rationale, evidence: evidence.0 }
    }
}

/// What the tables say of the chunk of a case.
pub(crate) struct ChunkParts {
    pub chunk: ChunkOfCaseRow,
    pub before: Option<NeighbourRow>,
    pub after: Option<NeighbourRow>,
    pub given: Vec<GivenRow>,
    pub judges: Vec<JudgeRow>,
}

/// What is said about a query, with who says it and how its cards are numbered.
pub(crate) struct Voices {
    pub said: Said,
    /// The first to complete it first.
    pub labellers: Vec<UserId>,
    pub names: HashMap<UserId, String>,
    pub numbers: HashMap<ChunkId, i32>,
}

/// What the tables say of a case.
pub(crate) struct CaseParts {
    pub query: CaseQuery,
    pub case: FoundRow,
    /// All that is disputed about the query.
    pub disputed: Vec<FoundRow>,
    pub voices: Voices,
    pub chunk: Option<ChunkParts>,
    pub decisions: Vec<MadeRow>,
    pub base: Base,
    pub party: Party,
}

impl Store {
    /// A disagreement of a query of the set, as a reviewer sees it; none when the subject is not disputed.
    pub async fn disagreement(&self, set: SetId, query: QueryId, subject: Subject, reviewer: UserId) -> Result<Option<Case>> {
        Ok(read!(self, cases::case(set, query, subject, reviewer))?.map(CaseParts::into_case))
    }
}

impl Voices {
    pub(crate) fn name(&self, member: UserId) -> String {
        self.names.get(&member).cloned().unwrap_or_default()
    }

    fn number(&self, chunk: ChunkId) -> i32 {
        self.numbers.get(&chunk).copied().unwrap_or_default()
    }

    /// A decision as people read it.
    pub(crate) fn made(&self, row: MadeRow) -> MadeDecision {
        let verdict = row.verdict.map(|verdict| verdict.0);
        let answer_of = match verdict {
            Some(Verdict::AnswerOf(labeller)) => Some(self.name(labeller)),
            _ => None,
        };
        MadeDecision {
            query: row.query_id,
            subject: row.subject,
            number: row.subject.chunk().map(|chunk| self.number(chunk)),
            in_force: self.is_in_force(&row),
            verdict,
            answer_of,
            rule: row.rule.map(|rule| rule.0),
            reviewer: row.reviewer,
            reason: row.reason,
            note: row.note,
            party: row.party,
            at: row.at,
        }
    }

    /// Whether a decision stands, and covers what is said now.
    fn is_in_force(&self, row: &MadeRow) -> bool {
        let stands = self.said.decision_on(row.subject).is_some_and(|decision| decision.revision == row.sequence);
        stands && self.said.verdict_in_force(row.subject).is_some()
    }

    fn voices(&self) -> Vec<Voice> {
        self.labellers.iter().map(|labeller| Voice { labeller: *labeller, name: self.name(*labeller) }).collect()
    }

    /// The chunks that somebody judged, by number, with what each voice gave.
    fn strip(&self, disputed: &[FoundRow]) -> Vec<StripChunk> {
        let given = |chunk: ChunkId, by: UserId| {
            self.said.labels.iter().find(|label| label.chunk == chunk && label.labeller == by).map(|label| label.judgement)
        };
        let mut chunks: Vec<ChunkId> = self.said.labels.iter().map(|label| label.chunk).collect();
        chunks.sort_unstable_by_key(|chunk| (self.number(*chunk), *chunk));
        chunks.dedup();
        let strip = |chunk: ChunkId| StripChunk {
            chunk,
            number: self.number(chunk),
            given: self.labellers.iter().map(|by| given(chunk, *by)).collect(),
            state: disputed.iter().find(|found| found.subject == Subject::Chunk(chunk)).map(|found| found.state),
        };
        chunks.into_iter().map(strip).collect()
    }

    fn given(&self, rows: Vec<GivenRow>) -> Vec<GivenLabel> {
        let place = |by: UserId| self.labellers.iter().position(|voice| *voice == by);
        let given = |row: GivenRow| {
            let place = place(row.labeller_id)?;
            let label = GivenLabel {
                labeller: row.labeller_id,
                name: self.name(row.labeller_id),
                judgement: judgement(row.grade, row.cant_tell)?,
                evidence: row.evidence.0,
                note: row.note,
                prelabel_visible: row.prelabel_visible,
                guideline: Some(row.guideline).filter(|number| *number > 0),
                at: row.at,
            };
            Some((place, label))
        };
        let mut given: Vec<_> = rows.into_iter().filter_map(given).collect();
        given.sort_by_key(|(place, _)| *place);
        given.into_iter().map(|(_, label)| label).collect()
    }

    fn answers(&self) -> Vec<GivenAnswer> {
        let answer = |(labeller, answer): &(UserId, domain::answer::Answer)| GivenAnswer {
            labeller: *labeller,
            name: self.name(*labeller),
            answer: answer.clone(),
        };
        self.said.answers.iter().map(answer).collect()
    }

    fn flags(&self) -> Vec<GivenFlag> {
        let flag = |(labeller, note): &(UserId, String)| GivenFlag { labeller: *labeller, name: self.name(*labeller), note: note.clone() };
        self.said.flags.iter().map(flag).collect()
    }
}

impl CaseParts {
    fn into_case(self) -> Case {
        let Self { query, case, disputed, voices, chunk, decisions, base, party } = self;
        let mut shown = Case {
            query,
            subject: case.subject,
            kind: case.kind,
            weight: -case.place,
            state: case.state,
            voices: Vec::new(),
            strip: Vec::new(),
            chunk: None,
            given: Vec::new(),
            prelabels: Vec::new(),
            answers: Vec::new(),
            flags: voices.flags(),
            decisions: decisions.into_iter().map(|row| voices.made(row)).collect(),
            base,
            party,
        };
        // Before the overlap is met a reviewer sees the flags and nothing else.
        if !voices.said.overlap_met {
            return shown;
        }
        (shown.voices, shown.strip, shown.answers) = (voices.voices(), voices.strip(&disputed), voices.answers());
        if let Some(ChunkParts { chunk, before, after, given, judges }) = chunk {
            (shown.given, shown.prelabels) = (voices.given(given), judges.into_iter().map(GivenPrelabel::from).collect());
            shown.chunk = Some(CaseChunk {
                id: chunk.id,
                number: voices.number(chunk.id),
                external_id: chunk.external_id,
                doc_id: chunk.doc_id,
                ordinal: chunk.ordinal,
                title: chunk.title,
                text: chunk.text,
                before: before.map(Neighbour::from),
                after: after.map(Neighbour::from),
            });
        }
        shown
    }
}
