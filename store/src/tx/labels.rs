//! Labels: the current one of each labeller for a chunk of a query.

use domain::id::{ChunkId, QueryId, UserId};
use domain::label::Label;
use domain::operation::{Action, Current, Outcome};
use domain::scale::Judgement;
use sqlx::types::Json;

use super::Connection;
use super::independence::saw_label;
use crate::labels::LabelRow;
use crate::operations::Origin;
use crate::{NewOperation, Result};

/// A labeller's labels of a query.
pub(crate) async fn labels(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<Vec<LabelRow>> {
    let sql = "SELECT chunk_id, grade, cant_tell, evidence, note, prelabel_visible, guideline, revision
        FROM labels
        WHERE query_id = $1 AND labeller_id = $2
        ORDER BY chunk_id";
    Ok(sqlx::query_as(sql).bind(query).bind(labeller).fetch_all(connection).await?)
}

pub(crate) async fn label(connection: &mut Connection, query: QueryId, chunk: ChunkId, labeller: UserId) -> Result<Option<Label>> {
    let sql = "SELECT chunk_id, grade, cant_tell, evidence, note, prelabel_visible, guideline, revision
        FROM labels
        WHERE query_id = $1 AND chunk_id = $2 AND labeller_id = $3";
    let row: Option<LabelRow> = sqlx::query_as(sql).bind(query).bind(chunk).bind(labeller).fetch_optional(connection).await?;
    Ok(row.map(Label::from))
}

/// Changes a label if it is of the revision that the labeller saw.
pub(crate) async fn judge(connection: &mut Connection, new: &NewOperation, origin: Origin) -> Result<Outcome> {
    let Action::Judge { chunk, judgement, evidence, note, prelabel_visible, base } = &new.operation.action else {
        return Ok(Outcome::refused("not a judgement"));
    };
    let saw_others = saw_label(connection, new, *chunk, origin).await?;
    let sql = "INSERT INTO labels
            (query_id, chunk_id, labeller_id, grade, cant_tell, evidence, note, prelabel_visible, saw_others, guideline, revision, at)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $12, (SELECT guideline FROM sets WHERE id = $11), 1, $9
        WHERE $10 = 0 OR EXISTS (SELECT 1 FROM labels WHERE query_id = $1 AND chunk_id = $2 AND labeller_id = $3)
        ON CONFLICT (query_id, chunk_id, labeller_id) DO UPDATE
        SET grade = excluded.grade,
            cant_tell = excluded.cant_tell,
            evidence = excluded.evidence,
            note = excluded.note,
            prelabel_visible = excluded.prelabel_visible,
            saw_others = labels.saw_others OR excluded.saw_others
                AND (labels.grade IS DISTINCT FROM excluded.grade OR labels.cant_tell <> excluded.cant_tell),
            guideline = excluded.guideline,
            revision = labels.revision + 1,
            at = excluded.at
        WHERE labels.revision = $10
        RETURNING revision";
    let upsert = sqlx::query_scalar(sql).bind(new.operation.query).bind(*chunk).bind(new.actor);
    let upsert = upsert.bind(judgement.and_then(Judgement::grade)).bind(*judgement == Some(Judgement::CantTell));
    let upsert = upsert.bind(Json(evidence)).bind(note).bind(*prelabel_visible).bind(new.at).bind(*base).bind(new.set).bind(saw_others);
    let revision: Option<i64> = upsert.fetch_optional(&mut *connection).await?;
    if let Some(revision) = revision {
        return Ok(Outcome::Saved { revision });
    }
    let current = label(connection, new.operation.query, *chunk, new.actor).await?;
    let conflict = |label| Outcome::Conflict { current: Current::Label(label) };
    Ok(current.map_or_else(|| Outcome::refused("there is no label to change"), conflict))
}
