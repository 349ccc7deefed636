//! Erasing a query: everything of it goes, and of the versions that hold it only its hash stays.

use domain::id::{QueryId, SetId, VersionId};
use domain::version::Head;

use super::{Connection, standing};
use crate::Result;
use crate::frozen::{from_text, to_text};

/// The tables that hold something of a query, in an order in which nothing points at what is gone.
const OF_A_QUERY: [&str; 11] = [
    "DELETE FROM adjudications WHERE query_id = $1",
    "DELETE FROM disagreements WHERE query_id = $1",
    "DELETE FROM answer_drafts WHERE query_id = $1",
    "DELETE FROM answers WHERE query_id = $1",
    "DELETE FROM labels WHERE query_id = $1",
    "DELETE FROM prelabels WHERE query_id = $1",
    "DELETE FROM pool WHERE query_id = $1",
    "DELETE FROM assignments WHERE query_id = $1",
    "DELETE FROM questions WHERE query_id = $1",
    "DELETE FROM operations WHERE query_id = $1",
    "DELETE FROM query_names WHERE query_id = $1",
];

/// What a set's runs found for a query.
const OF_RUNS: [&str; 2] = [
    "DELETE FROM hits WHERE query_id = $1 AND run_id IN (SELECT id FROM runs WHERE set_id = $2)",
    "DELETE FROM ranked_lists WHERE query_id = $1 AND run_id IN (SELECT id FROM runs WHERE set_id = $2)",
];

/// Erases a query, of freezes that are under way too; `false`: the set has no such query.
pub(crate) async fn erase_query(connection: &mut Connection, set: SetId, query: QueryId) -> Result<bool> {
    let sql = "SELECT external_id FROM queries WHERE id = $1 AND set_id = $2";
    let known: Option<String> = sqlx::query_scalar(sql).bind(query).bind(set).fetch_optional(&mut *connection).await?;
    let Some(external_id) = known else { return Ok(false) };
    standing::lock(connection, query).await?;
    sqlx::query("UPDATE sets SET erasures = erasures + 1 WHERE id = $1").bind(set).execute(&mut *connection).await?;
    let sql = "UPDATE version_items
        SET external_id = NULL, salt = NULL, item = NULL
        WHERE version_id IN (SELECT id FROM freezes WHERE set_id = $1) AND external_id = $2";
    sqlx::query(sql).bind(set).bind(&external_id).execute(&mut *connection).await?;
    forget_in_heads(connection, set, &external_id).await?;
    for sql in OF_A_QUERY {
        sqlx::query(sql).bind(query).execute(&mut *connection).await?;
    }
    for sql in OF_RUNS {
        sqlx::query(sql).bind(query).bind(set).execute(&mut *connection).await?;
    }
    sqlx::query("DELETE FROM queries WHERE id = $1").bind(query).execute(connection).await?;
    Ok(true)
}

/// Takes the query out of what the linter said when the set's versions were frozen.
async fn forget_in_heads(connection: &mut Connection, set: SetId, query_id: &str) -> Result<()> {
    let sql = "SELECT id, head FROM versions WHERE set_id = $1";
    let heads: Vec<(VersionId, String)> = sqlx::query_as(sql).bind(set).fetch_all(&mut *connection).await?;
    for (version, head) in heads {
        let mut head: Head = from_text(&head)?;
        if head.forget(query_id) {
            let sql = "UPDATE versions SET head = $2 WHERE id = $1";
            sqlx::query(sql).bind(version).bind(to_text(&head)).execute(&mut *connection).await?;
        }
    }
    Ok(())
}
