//! What reviewers settled about queries.

use std::collections::HashMap;

use domain::Invalid;
use domain::adjudication::{AdjudicationBase, Said, Unsettled, settle};
use domain::id::{ChunkId, QueryId, SetId, UserId};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::in_list::rows_in;
use super::queries::query_is_of_set;
use super::said::said_rows;
use super::{Connection, Driver, standing};
use crate::adjudications::{Adjudicated, MadeRow, NewAdjudication, Reviewed};
use crate::{Error, Result};

/// Keeps what a reviewer settled, if the query is as they saw it.
pub(crate) async fn adjudicate(connection: &mut Connection, new: &NewAdjudication) -> Result<Adjudicated> {
    if !query_is_of_set(connection, new.set, new.query).await? {
        return Ok(Adjudicated::NoSuchQuery);
    }
    standing::lock(connection, new.query).await?;
    let said = said(connection, new.query).await?;
    if new.base != (AdjudicationBase { said: said.hash(), revision: revision(connection, new.query).await? }) {
        return Ok(Adjudicated::Outdated);
    }
    match settle(&said) {
        Ok(_) => return Ok(Adjudicated::NothingDisputed),
        Err(_) if !said.overlap_met => return Err(Error::Invalid(Invalid::new(Unsettled::NotCompleted.to_string()))),
        Err(_) => said.check(&new.decision, &new.scale)?,
    }
    insert(connection, new).await?;
    standing::touch(connection, new.query).await?;
    standing::restate(connection, new.query).await?;
    Ok(Adjudicated::Kept)
}

/// All that was said about a query.
async fn said(connection: &mut Connection, query: QueryId) -> Result<Said> {
    let overlap_met = standing::tally(connection, query).await?.overlap_met();
    let damaged = |why: Unsettled| Error::Invalid(Invalid::new(why.to_string()));
    said_rows(connection, &[query]).await?.said(query, overlap_met).map_err(damaged)
}

/// How often a query was settled.
async fn revision(connection: &mut Connection, query: QueryId) -> Result<i64> {
    let sql = "SELECT revision FROM adjudications WHERE query_id = $1";
    let revision: Option<i64> = sqlx::query_scalar(sql).bind(query).fetch_optional(connection).await?;
    Ok(revision.unwrap_or_default())
}

async fn insert(connection: &mut Connection, new: &NewAdjudication) -> Result<()> {
    let sql = "INSERT INTO adjudications (query_id, reviewer_id, settled, said, revision, note, party, at)
        VALUES ($1, $2, $3, $4, 1, $5, EXISTS (SELECT 1 FROM labels WHERE query_id = $1 AND labeller_id = $2), $6)
        ON CONFLICT (query_id) DO UPDATE
        SET reviewer_id = excluded.reviewer_id,
            settled = excluded.settled,
            said = excluded.said,
            revision = adjudications.revision + 1,
            note = excluded.note,
            party = excluded.party,
            at = excluded.at";
    let insert = sqlx::query(sql).bind(new.query).bind(new.reviewer).bind(Json(&new.decision)).bind(&new.base.said);
    insert.bind(&new.note).bind(new.at).execute(connection).await?;
    Ok(())
}

/// What a reviewer sees of a query; none when the set has no such query or its overlap is not met.
pub(crate) async fn reviewed(connection: &mut Connection, set: SetId, query: QueryId) -> Result<Option<Reviewed>> {
    if !query_is_of_set(connection, set, query).await? {
        return Ok(None);
    }
    // What was decided is read first: a decision that is made meanwhile is one that the reviewer did not see.
    let made = "SELECT u.name AS reviewer, a.note, a.party, a.revision, a.at
        FROM adjudications a
        JOIN users u ON u.id = a.reviewer_id
        WHERE a.query_id = $1";
    let made: Option<MadeRow> = sqlx::query_as(made).bind(query).fetch_optional(&mut *connection).await?;
    let said = said(connection, query).await?;
    if !said.overlap_met {
        return Ok(None);
    }
    let numbers = "SELECT chunk_id, number FROM pool WHERE query_id = $1";
    let numbers: Vec<(ChunkId, i32)> = sqlx::query_as(numbers).bind(query).fetch_all(&mut *connection).await?;
    let names = names(connection, &said).await?;
    Ok(Some(Reviewed { said, made, numbers: numbers.into_iter().collect(), names }))
}

/// The flags of a query of the set, as long as its overlap is not met: who flagged it, and with what note.
pub(crate) async fn early_flags(connection: &mut Connection, set: SetId, query: QueryId) -> Result<Vec<(String, String)>> {
    if !query_is_of_set(connection, set, query).await? || standing::tally(connection, query).await?.overlap_met() {
        return Ok(Vec::new());
    }
    let sql = "SELECT u.name, a.flag
        FROM assignments a
        JOIN users u ON u.id = a.labeller_id
        WHERE a.query_id = $1 AND a.flag IS NOT NULL
        ORDER BY u.name, u.id";
    Ok(sqlx::query_as(sql).bind(query).fetch_all(connection).await?)
}

async fn names(connection: &mut Connection, said: &Said) -> Result<HashMap<UserId, String>> {
    let of_labels = said.labels.iter().map(|label| label.labeller);
    let of_others = said.answers.iter().map(|(labeller, _)| *labeller).chain(said.flags.iter().map(|(labeller, _)| *labeller));
    let mut labellers: Vec<UserId> = of_labels.chain(of_others).collect();
    labellers.sort_unstable();
    labellers.dedup();
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, name FROM users WHERE id");
    };
    let rows: Vec<(UserId, String)> = rows_in(connection, begin, &labellers).await?;
    Ok(rows.into_iter().collect())
}
