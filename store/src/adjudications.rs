//! What reviewers settled. The labels that it is about stay as they were given.

use domain::id::{QueryId, SetId, UserId};
use domain::settle::Adjudication;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

impl Store {
    /// Keeps what a reviewer settled about a query; what was settled before is replaced. `false`: the set has no such query.
    /// A reviewer who labelled the query is a party to it, and that is kept too.
    pub async fn adjudicate(
        &self,
        set: SetId,
        query: QueryId,
        reviewer: UserId,
        settled: Adjudication,
        note: String,
        at: Timestamp,
    ) -> Result<bool> {
        write!(self, |connection| {
            let sql = "INSERT INTO adjudications (query_id, reviewer_id, settled, note, party, at)
                SELECT id, $3, $4, $5, EXISTS (SELECT 1 FROM labels WHERE query_id = $2 AND labeller_id = $3), $6 FROM queries WHERE id = $2 AND set_id = $1
                ON CONFLICT (query_id) DO UPDATE SET reviewer_id = excluded.reviewer_id, settled = excluded.settled,
                    note = excluded.note, party = excluded.party, at = excluded.at";
            let insert = sqlx::query(sql).bind(set).bind(query).bind(reviewer).bind(Json(settled)).bind(note).bind(at);
            Ok(insert.execute(connection).await?.rows_affected() > 0)
        })
    }

    /// What was settled about a query.
    pub async fn adjudication(&self, query: QueryId) -> Result<Option<Adjudication>> {
        let sql = "SELECT settled FROM adjudications WHERE query_id = $1";
        let settled: Option<Json<Adjudication>> = read!(self, |pool| sqlx::query_scalar(sql).bind(query).fetch_optional(pool).await)?;
        Ok(settled.map(|settled| settled.0))
    }
}
