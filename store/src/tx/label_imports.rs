//! Labels that come in from a file: they go the same way as those of a page, history and all.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::Invalid;
use domain::assignment::AssignmentStatus;
use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::label::Label;
use domain::operation::{Action, Operation, Outcome};
use domain::scale::{Grade, MappedGrade};
use domain::timestamp::Timestamp;

use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::labels::label;
use super::operations::record_from;
use super::standing::lock_all;
use super::{Connection, Driver, database_time, pool};
use crate::operations::Origin;
use crate::{AddedLabel, AddedLabels, Error, NewLabel, NewOperation, Result};

/// Adds a labeller's labels, and says for each what became of it.
pub(crate) async fn add_labels(
    connection: &mut Connection,
    set: SetId,
    labeller: UserId,
    labels: Vec<NewLabel>,
    at: Timestamp,
) -> Result<Vec<AddedLabel>> {
    let mut added = Vec::with_capacity(labels.len());
    for label in labels {
        added.push(add_label(connection, set, labeller, label, at).await?);
    }
    Ok(added)
}

/// Adds a labeller's labels, and completes the queries that they are through with by them.
pub(crate) async fn add_and_complete(
    connection: &mut Connection,
    (set, labeller, at): (SetId, UserId, Timestamp),
    labels: Vec<NewLabel>,
    completions: BTreeMap<QueryId, OperationId>,
) -> Result<AddedLabels> {
    lock_all(connection, completions.keys().copied()).await?;
    // A new label leases its query, so this is read first.
    let stood = Stood::of(connection, labeller, completions.keys().copied().collect(), at).await?;
    let queries: Vec<QueryId> = labels.iter().map(|label| label.query).collect();
    let added = add_labels(connection, set, labeller, labels, at).await?;
    let through = |(query, added): &(QueryId, &AddedLabel)| stood.is_through(*query, **added);
    let through: BTreeSet<QueryId> = queries.iter().copied().zip(&added).filter(through).map(|(query, _)| query).collect();
    for (query, id) in completions.into_iter().filter(|(query, _)| through.contains(query)) {
        let operation = Operation { id, query, action: Action::Complete { confirmed: None } };
        let outcome = record_from(connection, &NewOperation { set, actor: labeller, operation, at }, Origin::File).await?;
        if let Some(reason) = outcome.refusal() {
            return Err(Error::Invalid(Invalid::new(format!("a query could not be completed: {reason}"))));
        }
    }
    let heard = heard(connection, labeller, &queries).await?;
    let kept = queries.iter().zip(&added).filter(|(_, added)| **added != AddedLabel::Differs);
    Ok(AddedLabels { unheard: kept.filter(|(query, _)| !heard.contains(query)).count(), labels: added })
}

/// The queries of some that a labeller completed once.
async fn heard(connection: &mut Connection, labeller: UserId, queries: &[QueryId]) -> Result<BTreeSet<QueryId>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT query_id FROM assignments WHERE first_completed_at IS NOT NULL AND labeller_id = ").push_bind(labeller);
        query.push(" AND query_id");
    };
    let queries: BTreeSet<QueryId> = queries.iter().copied().collect();
    let rows: Vec<(QueryId,)> = rows_in(connection, begin, &queries.into_iter().collect::<Vec<_>>()).await?;
    Ok(rows.into_iter().map(|(query,)| query).collect())
}

/// How a labeller stood to some queries before their labels came.
struct Stood(HashMap<QueryId, (AssignmentStatus, bool, bool)>);

impl Stood {
    async fn of(connection: &mut Connection, labeller: UserId, queries: Vec<QueryId>, at: Timestamp) -> Result<Self> {
        let now = database_time(connection, at).await?;
        let begin = |query: &mut QueryBuilder<Driver>| {
            query.push("SELECT query_id, status, first_completed_at IS NOT NULL, COALESCE(lease_ends >= ").push_bind(now);
            query.push(", FALSE) FROM assignments WHERE labeller_id = ").push_bind(labeller).push(" AND query_id");
        };
        let rows: Vec<(QueryId, AssignmentStatus, bool, bool)> = rows_in(connection, begin, &queries).await?;
        Ok(Self(rows.into_iter().map(|(query, status, completed, leased)| (query, (status, completed, leased))).collect()))
    }

    /// Whether the labeller is through with a query, one of whose labels was added so. Where the file says nothing new, a completion
    /// that never came is made up for.
    fn is_through(&self, query: QueryId, added: AddedLabel) -> bool {
        use AssignmentStatus::{Assigned, Expired, Leased};
        match (added, self.0.get(&query)) {
            (AddedLabel::Differs, _) | (_, Some((Assigned, ..) | (Leased, _, true))) => false,
            (AddedLabel::New, _) => true,
            (AddedLabel::Known | AddedLabel::Merged, stood) => matches!(stood, Some((Leased | Expired, false, _))),
        }
    }
}

async fn add_label(connection: &mut Connection, set: SetId, labeller: UserId, new: NewLabel, at: Timestamp) -> Result<AddedLabel> {
    let known = label(connection, new.query, new.chunk, labeller).await?;
    let NewLabel { operation, query, chunk, judgement, mapped_from, evidence, note } = new;
    let id = (operation, query);
    match known {
        Some(known) if known.judgement != Some(judgement) => Ok(AddedLabel::Differs),
        Some(mut known) => {
            if known.merge(&evidence, &note) {
                let Label { chunk, judgement, evidence, note, prelabel_visible, revision: base, .. } = known;
                let action = Action::Judge { chunk, judgement, evidence, note, prelabel_visible, base };
                put_label(connection, (set, labeller, at), id, action, AddedLabel::Merged).await
            } else {
                Ok(AddedLabel::Known)
            }
        }
        None => {
            pool::add_chunk(connection, query, chunk).await?;
            let action = Action::Judge { chunk, judgement: Some(judgement), evidence, note, prelabel_visible: false, base: 0 };
            let added = put_label(connection, (set, labeller, at), id, action, AddedLabel::New).await?;
            if let (AddedLabel::New, Some(from), Some(to)) = (added, mapped_from, judgement.grade()) {
                count_mapped(connection, set, from, to).await?;
            }
            Ok(added)
        }
    }
}

/// Makes a label what an operation says; gives `done` when that was kept.
async fn put_label(
    connection: &mut Connection,
    (set, actor, at): (SetId, UserId, Timestamp),
    (id, query): (OperationId, QueryId),
    action: Action,
    done: AddedLabel,
) -> Result<AddedLabel> {
    let outcome =
        record_from(connection, &NewOperation { set, actor, operation: Operation { id, query, action }, at }, Origin::File).await?;
    match (outcome.refusal(), &outcome) {
        (Some(reason), _) => Err(Error::Invalid(Invalid::new(reason))),
        (None, Outcome::Conflict { .. }) => Ok(AddedLabel::Differs),
        (None, _) => Ok(done),
    }
}

/// Counts a label whose grade was mapped.
async fn count_mapped(connection: &mut Connection, set: SetId, from: i64, to: Grade) -> Result<()> {
    let sql = "INSERT INTO mapped_grades (set_id, from_grade, to_grade, labels)
        VALUES ($1, $2, $3, 1)
        ON CONFLICT (set_id, from_grade, to_grade) DO UPDATE
        SET labels = mapped_grades.labels + 1";
    sqlx::query(sql).bind(set).bind(from).bind(to).execute(connection).await?;
    Ok(())
}

pub(crate) async fn mapped_grades(connection: &mut Connection, set: SetId) -> Result<Vec<MappedGrade>> {
    let sql = "SELECT from_grade, to_grade, labels
        FROM mapped_grades
        WHERE set_id = $1
        ORDER BY from_grade, to_grade";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}
