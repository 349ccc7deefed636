//! Gathers everything that a reviewer looks at to settle a disagreement.

use domain::adjudication::{Base, Unsettled};
use domain::disagreement::{CaseQuery, MadeDecision, Subject};
use domain::id::{ChunkId, QueryId, SetId, UserId};
use sqlx::QueryBuilder;

use super::adjudications::revision;
use super::in_list::rows_in;
use super::parties::parties;
use super::queries::query_is_of_set;
use super::said::said_rows;
use super::{Connection, Driver, pool, standing};
use crate::adjudications::MadeRow;
use crate::cases::{CaseParts, ChunkOfCaseRow, ChunkParts, FoundRow, NeighbourRow, Voices};
use crate::{Error, Result};

/// How many decisions about one subject a case shows.
const SHOWN: i64 = 20;

pub(crate) async fn case(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    subject: Subject,
    reviewer: UserId,
) -> Result<Option<CaseParts>> {
    let sql = "SELECT id, external_id, text, style, source, seen FROM queries WHERE id = $1 AND set_id = $2";
    let of_set: Option<CaseQuery> = sqlx::query_as(sql).bind(query).bind(set).fetch_optional(&mut *connection).await?;
    let sql = "SELECT subject, kind, place, state FROM disagreements WHERE query_id = $1";
    let disputed: Vec<FoundRow> = sqlx::query_as(sql).bind(query).fetch_all(&mut *connection).await?;
    let case = disputed.iter().find(|found| found.subject == subject).cloned();
    let (Some(of_set), Some(case)) = (of_set, case) else { return Ok(None) };
    let voices = voices(connection, query).await?;
    let chunk = match subject.chunk() {
        Some(chunk) => Some(chunk_parts(connection, query, chunk).await?),
        None => None,
    };
    let base = Base { said: voices.said.hash_of(subject), revision: revision(connection, query, subject).await? };
    let decisions = made(connection, query, Some(subject), SHOWN).await?;
    let party = parties(connection, set, reviewer, &[query]).await?.of(query);
    Ok(Some(CaseParts { query: of_set, case, disputed, voices, chunk, decisions, base, party }))
}

/// What reviewers decided about a query, the last first.
pub(crate) async fn decisions(connection: &mut Connection, set: SetId, query: QueryId, limit: i64) -> Result<Vec<MadeDecision>> {
    if !query_is_of_set(connection, set, query).await? {
        return Ok(Vec::new());
    }
    let rows = made(connection, query, None, limit).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let voices = voices(connection, query).await?;
    Ok(rows.into_iter().map(|row| voices.made(row)).collect())
}

async fn made(connection: &mut Connection, query: QueryId, subject: Option<Subject>, limit: i64) -> Result<Vec<MadeRow>> {
    let sql = "SELECT a.sequence, a.query_id, a.subject, a.verdict, u.name AS reviewer, a.reason, a.note, a.party, a.at, b.rule
        FROM adjudications a
        JOIN users u ON u.id = a.reviewer_id
        LEFT JOIN batches b ON b.reviewer_id = a.reviewer_id AND b.operation_id = a.operation_id
        WHERE a.query_id = $1 AND (a.subject = $2 OR $3)
        ORDER BY a.sequence DESC
        LIMIT $4";
    let word = subject.map(|subject| subject.to_string()).unwrap_or_default();
    Ok(sqlx::query_as(sql).bind(query).bind(word).bind(subject.is_none()).bind(limit).fetch_all(connection).await?)
}

/// What is said about a query, with who says it.
async fn voices(connection: &mut Connection, query: QueryId) -> Result<Voices> {
    let overlap_met = standing::tally(connection, query).await?.tally.overlap_met();
    let rows = said_rows(connection, &[query]).await?;
    let said = rows.said(query, overlap_met).map_err(|why: Unsettled| Error::Damaged(why.to_string()))?;
    let voices = rows.voices(query);
    let flaggers = said.flags.iter().map(|(labeller, _)| *labeller);
    let mut members: Vec<UserId> = voices.iter().copied().chain(flaggers).collect();
    members.sort_unstable();
    members.dedup();
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, name FROM users WHERE id");
    };
    let names: Vec<(UserId, String)> = rows_in(connection, begin, &members).await?;
    let numbers = pool::card_numbers(connection, query).await?;
    Ok(Voices { said, labellers: voices, names: names.into_iter().collect(), numbers })
}

async fn chunk_parts(connection: &mut Connection, query: QueryId, chunk: ChunkId) -> Result<ChunkParts> {
    let sql = "SELECT id, chunking_id, external_id, doc_id, ordinal, title, text FROM chunks WHERE id = $1";
    let row: ChunkOfCaseRow = sqlx::query_as(sql).bind(chunk).fetch_one(&mut *connection).await?;
    let before = "SELECT external_id, ordinal, text
        FROM chunks
        WHERE chunking_id = $1 AND doc_id = $2 AND ordinal < $3
        ORDER BY ordinal DESC
        LIMIT 1";
    let after = "SELECT external_id, ordinal, text
        FROM chunks
        WHERE chunking_id = $1 AND doc_id = $2 AND ordinal > $3
        ORDER BY ordinal
        LIMIT 1";
    let given = "SELECT labeller_id, grade, cant_tell, evidence, note, prelabel_visible, guideline, at
        FROM labels
        WHERE query_id = $1 AND chunk_id = $2";
    let judges = "SELECT j.name, j.prompt_version, p.grade, p.rationale, p.evidence
        FROM prelabels p
        JOIN judges j ON j.id = p.judge_id
        WHERE p.query_id = $1 AND p.chunk_id = $2
        ORDER BY p.judge_id";
    Ok(ChunkParts {
        before: neighbour(connection, before, &row).await?,
        after: neighbour(connection, after, &row).await?,
        given: sqlx::query_as(given).bind(query).bind(chunk).fetch_all(&mut *connection).await?,
        judges: sqlx::query_as(judges).bind(query).bind(chunk).fetch_all(connection).await?,
        chunk: row,
    })
}

async fn neighbour(connection: &mut Connection, sql: &'static str, of: &ChunkOfCaseRow) -> Result<Option<NeighbourRow>> {
    Ok(sqlx::query_as(sql).bind(of.chunking_id).bind(&of.doc_id).bind(of.ordinal).fetch_optional(connection).await?)
}
