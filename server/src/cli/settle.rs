//! `touchstone settle`.

use app::api::context::permitted;
use app::api::disagreements::on_server::{bulk, kept_note};
use clap::Args;
use domain::disagreement::{BulkOutcome, BulkRule, CaseFilter, Kind};
use domain::golden_set::GoldenSet;
use domain::id::OperationId;
use domain::member::Member;
use domain::role::Permission;
use domain::text::{counted, visible};
use serde_json::json;
use store::{BulkUndo, Store};

use super::said::Said;
use super::set::find_set;
use crate::Error;
use crate::work::{Context, Progress};

/// Settle the open disagreements of a kind by a rule, as a reviewer. Labels stay; what is settled together has an id, by which it is
/// taken back together.
#[derive(Debug, Args)]
pub struct Settle {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// The reviewer who settles, by name. Nothing is settled of queries that they labelled or are asked to label.
    #[arg(long, value_name = "NAME")]
    by: String,
    /// `relevance_flip`, `grades_apart`, `answerable`, `answers`, `flagged` or `judge`.
    #[arg(long, required_unless_present = "undo")]
    kind: Option<Kind>,
    /// `higher`, `lower`, `majority`, `median`, `judge`, `seen` or `labeller`.
    #[arg(long, required_unless_present = "undo")]
    rule: Option<String>,
    /// Whose grades or answers the rule `labeller` takes, by name.
    #[arg(long, value_name = "NAME")]
    labeller: Option<String>,
    /// What to say about each of them.
    #[arg(long, default_value = "")]
    note: String,
    /// The id that what is settled has in common: that of a run that stopped, to go on with it. Else a new one.
    #[arg(long, value_name = "ID")]
    batch: Option<OperationId>,
    /// Say what it would settle, and settle nothing.
    #[arg(long)]
    dry_run: bool,
    /// Take back what was settled under this id, but for what was decided anew since.
    #[arg(long, value_name = "ID", conflicts_with_all = ["kind", "rule", "labeller", "note", "batch", "dry_run"])]
    undo: Option<OperationId>,
}

pub(super) async fn run(context: Context<'_>, command: Settle) -> Result<Said, Error> {
    let (reviewer, set) = reviewer(context.store, &command.by, &command.set).await?;
    match command.undo {
        Some(batch) => take_back(context, &reviewer, &set, batch).await,
        None => settle(context, &reviewer, &set, command).await,
    }
}

/// The member of this name, who may settle in the set, and the set.
async fn reviewer(store: &Store, name: &str, set: &str) -> Result<(Member, GoldenSet), Error> {
    find_set(store, set).await?;
    let user = member(store, name).await?;
    let may_not =
        |_| Error::Input(format!("{name} may not settle in {set}: `touchstone user role {name} --role reviewer --set {set}` lets them"));
    permitted(store, &user, Permission::Adjudicate, set).await.map_err(may_not)
}

async fn member(store: &Store, name: &str) -> Result<domain::user::User, Error> {
    let missing = || Error::Input(format!("there is no member {name:?}: `touchstone user list` lists them"));
    Ok(store.credentials(name).await?.ok_or_else(missing)?.0)
}

async fn settle(context: Context<'_>, reviewer: &Member, set: &GoldenSet, command: Settle) -> Result<Said, Error> {
    let Context { store, edge, progress } = context;
    let kind = command.kind.ok_or_else(|| Error::Input("which kind? name it with --kind".into()))?;
    let rule = rule(store, &command).await?;
    rule.check(&CaseFilter { kind: Some(kind), ..CaseFilter::default() })?;
    let batch = command.batch.unwrap_or_else(|| edge.new_id());
    let note = kept_note(&command.note)?;
    let new = store::NewBulk { note, ..bulk(reviewer, set, (kind, rule), batch, edge.now()) };
    let open = store.count_disagreements(set.id, &new.filter).await?;
    let outcome = if command.dry_run {
        store.preview_bulk(new).await?
    } else {
        // Who stops it needs the id to go on, or to take back what was settled.
        eprintln!("settling under the id {batch}");
        store.settle_many(new, shown_by(progress, open)).await?
    };
    Ok(said(set, (kind, rule), Some(batch).filter(|_| !command.dry_run), open, &outcome))
}

/// The rule that the command names.
async fn rule(store: &Store, command: &Settle) -> Result<BulkRule, Error> {
    let word = command.rule.as_deref().unwrap_or_default();
    match (word == BulkRule::LABELLER, &command.labeller) {
        (true, Some(name)) => Ok(BulkRule::Labeller(member(store, name).await?.id)),
        (true, None) => Err(Error::Input("whose grades does the rule labeller take? name them with --labeller".into())),
        (false, None) => Ok(word.parse()?),
        (false, Some(_)) => Err(Error::Input(format!("--labeller goes with the rule labeller, and not with {word}"))),
    }
}

fn said(set: &GoldenSet, (kind, rule): (Kind, BulkRule), batch: Option<OperationId>, open: i64, outcome: &BulkOutcome) -> Said {
    let BulkOutcome { settled, grades, undecided, own, changed, .. } = outcome;
    let of_grades: serde_json::Map<_, _> = grades.iter().map(|(grade, count)| (grade.to_string(), (*count).into())).collect();
    let json = json!({
        "set": set.name, "kind": kind, "rule": rule.word(), "batch": batch, "dry_run": batch.is_none(), "open": open,
        "settled": settled, "grades": of_grades, "undecided": undecided, "own": own, "changed": changed,
    });
    let done = if batch.is_some() { "settled" } else { "would settle" };
    let grades: Vec<String> = grades.iter().map(|(grade, count)| format!("{count} as {grade}")).collect();
    let mut lines = vec![format!("{done} {settled} of {}", counted(open, "open case", "open cases"))];
    lines.extend(Some(grades.join(", ")).filter(|grades| !grades.is_empty()));
    let left =
        [(undecided, "the rule decides nothing"), (own, "of queries that the reviewer labelled"), (changed, "they changed meanwhile")];
    lines.extend(left.into_iter().filter(|(count, _)| **count > 0).map(|(count, why)| format!("{count} stay open: {why}")));
    let undo = |batch| format!("take it back with `touchstone settle --set {} --by NAME --undo {batch}`", visible(set.name.as_str()));
    lines.extend(batch.filter(|_| *settled > 0).map(undo));
    Said::new(lines.join("\n"), json)
}

/// Goes on to the end, and shows how far it is.
fn shown_by(progress: &Progress, total: i64) -> impl Fn(i64) -> bool + use<'_> {
    let count = |count: i64| u64::try_from(count).unwrap_or_default();
    move |done| {
        progress.show(count(done), count(total));
        true
    }
}

async fn take_back(context: Context<'_>, reviewer: &Member, set: &GoldenSet, batch: OperationId) -> Result<Said, Error> {
    let Context { store, edge, progress } = context;
    let settled = store.settled_at_once(set.id, reviewer.id, batch).await?;
    if settled == 0 {
        return Err(Error::Input(format!("nothing was settled under the id {batch} by this reviewer in this set")));
    }
    let undo = BulkUndo { batch, operation: edge.new_id(), set: set.id, reviewer: reviewer.id, at: edge.now() };
    let taken_back = store.take_back_many(undo, shown_by(progress, settled)).await?.count;
    let words = format!("took back {taken_back} of {settled}; what was decided anew since stays");
    Ok(Said::new(words, json!({ "set": set.name, "batch": batch, "settled": settled, "taken_back": taken_back })))
}
