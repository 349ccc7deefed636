//! Golden sets: which there are, how far they are, how they are labelled.

use domain::assigning::{HandedBack, HeldQuery, LateSubmit};
#[cfg(feature = "ssr")]
use domain::disagreement::CaseFilter;
use domain::golden_set::{GoldenSet, Settings};
use domain::query::StatusCounts;
use domain::role::Role;
use domain::run::Run;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// A set in the list of sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetLine {
    /// Its name in addresses.
    pub name: String,
    pub title: String,
    /// How many queries it has.
    pub queries: i64,
    /// How many of them wait for a labeller.
    pub waiting: i64,
    /// What the viewer may do in it.
    pub role: Role,
}

/// What stands above every page of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetHeading {
    pub title: String,
    /// How many grades its scale has; the marks are filled by it.
    pub grades: usize,
    /// How many queries wait for the viewer.
    pub waiting: i64,
    /// How many of them were given to the viewer by hand, who has not begun them.
    pub given: i64,
    /// How many disagreements among labellers are open to the viewer, if they are a reviewer.
    pub cases: i64,
    /// What the viewer may do in the set.
    pub role: Role,
}

/// A set's home page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetHome {
    pub set: GoldenSet,
    /// Its guidelines as safe HTML.
    pub guidelines: String,
    /// How many queries stand where.
    pub counts: StatusCounts,
    /// How many queries have nothing to judge.
    pub without_pool: i64,
    /// What was retrieved.
    pub runs: Vec<Run>,
    /// The corpus and chunking, with the number of chunks.
    pub chunking: Option<(String, i64)>,
    /// How far the viewer is.
    pub mine: domain::assignment::Progress,
    /// The queries that the viewer has at hand or was given by hand.
    pub held: Vec<HeldQuery>,
    /// The queries that were handed back and need somebody, for who may assign.
    pub handed_back: Vec<HandedBack>,
    /// What came after its sender's lease had ended, for who may assign.
    pub late: Vec<LateSubmit>,
    /// Whether more than one person can label: then the share with a higher overlap is in effect.
    pub several_can_label: bool,
    /// What the viewer may do in the set.
    pub role: Role,
}

/// The newest sets.
#[server(prefix = "/api", endpoint = "set_list", input = Json, output = Json)]
pub async fn set_list() -> Result<Vec<SetLine>, Error> {
    let (user, context) = super::context::allowed(domain::role::Permission::Read)?;
    let line = |set: store::SetSummary| SetLine {
        role: user.role.in_set(set.given),
        name: set.name.into(),
        title: set.title,
        queries: set.queries,
        waiting: set.waiting,
    };
    Ok(context.store.sets(user.id).await?.into_iter().map(line).collect())
}

/// What stands above every page of a set.
#[server(name = AskSetHeading, prefix = "/api", endpoint = "set_heading", input = Json, output = Json)]
pub async fn set_heading(set: String) -> Result<SetHeading, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let store = &context.store;
    let waiting = store.progress(set.id, member.id).await?.left;
    let given = store.given_by_hand(set.id, member.id).await?;
    let cases = if member.role.may(domain::role::Permission::Adjudicate) {
        store.count_disagreements(set.id, &super::disagreements::on_server::for_reader(CaseFilter::default(), &member)).await?
    } else {
        0
    };
    Ok(SetHeading { title: set.settings.title, grades: set.settings.scale.0.len(), waiting, given, cases, role: member.role })
}

/// A set's home page.
#[server(name = AskSetHome, prefix = "/api", endpoint = "set_home", input = Json, output = Json)]
pub async fn set_home(set: String) -> Result<SetHome, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    home(&context, &member, set).await
}

/// Makes a set and gives its name. The scale is `0-3`, `binary`, or the names of its grades from 0 up, separated by commas;
/// the cut-off is the middle of the scale where none is given.
#[server(prefix = "/api", endpoint = "add_set", input = Json, output = Json)]
pub async fn add_set(name: String, title: String, scale: String, cutoff: Option<i16>) -> Result<String, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Configure)?;
    let usual = Settings::usual(if title.trim().is_empty() { name.clone() } else { title }, scale.parse()?);
    let settings = Settings { cutoff: cutoff.map_or(usual.cutoff, domain::scale::Grade), ..usual };
    settings.check()?;
    let set = domain::golden_set::NewSet { id: (context.new_id)().into(), name: name.parse()?, settings, created_at: (context.clock)() };
    context.store.add_set(set).await?;
    Ok(name)
}

/// Changes a set's settings; `revision` is the one that they were seen in.
#[server(prefix = "/api", endpoint = "put_settings", input = Json, output = Json)]
pub async fn put_settings(set: String, revision: i64, settings: Settings) -> Result<(), Error> {
    let (_, context, set) = super::context::allowed_in(domain::role::Permission::Configure, &set).await?;
    settings.check()?;
    if set.settings.scale.0.len() != settings.scale.0.len() {
        return Err(Error::Invalid("a scale keeps its number of grades: labels are on it".into()));
    }
    Ok(context.store.put_settings(set.id, revision, settings).await?)
}

/// How many queries a list of a set's home page names.
#[cfg(feature = "ssr")]
const LISTED: i64 = 20;

#[cfg(feature = "ssr")]
async fn home(context: &super::context::Context, member: &domain::member::Member, set: GoldenSet) -> Result<SetHome, Error> {
    let store = &context.store;
    let (handed_back, late) = if member.role.may(domain::role::Permission::Assign) {
        (store.handed_back(set.id, member, LISTED).await?, store.late_submits(set.id, LISTED).await?)
    } else {
        (Vec::new(), Vec::new())
    };
    let counts = store.query_counts_for(set.id, member).await?;
    let chunking = match set.chunking {
        Some(id) => store.chunking(id).await?.map(|chunking| (format!("{}/{}", chunking.corpus_name, chunking.name), chunking.chunks)),
        None => None,
    };
    Ok(SetHome {
        guidelines: super::markdown::to_safe_html(&set.settings.guidelines),
        counts,
        without_pool: store.queries_without_pool(set.id).await?,
        runs: store.runs(set.id).await?,
        chunking,
        mine: store.progress(set.id, member.id).await?,
        role: member.role,
        held: store.held(set.id, member.id, LISTED).await?,
        handed_back,
        late,
        several_can_label: store.several_can_label(set.id).await?,
        set,
    })
}
