//! `touchstone assign`.

use clap::Args;
use domain::id::UserId;
use serde_json::json;
use store::{NewAssignments, Store};

use super::said::Said;
use super::set::find_set;
use crate::Error;

/// Give queries to a labeller by hand. Exit 1 when some could not be given.
#[derive(Debug, Args)]
pub struct Assign {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// Who is to label them: the name of a member who can sign in.
    #[arg(long)]
    to: String,
    /// The member who gives them; without it they are kept as given by the labeller.
    #[arg(long)]
    by: Option<String>,
    /// The queries, by the ids that their file gave them.
    #[arg(required = true)]
    queries: Vec<String>,
}

pub(super) async fn run(store: &Store, command: Assign) -> Result<Said, Error> {
    let Assign { set: name, to, by, queries } = command;
    let set = find_set(store, &name).await?;
    let labeller = member(store, &to).await?;
    let by = match by {
        Some(by) => member(store, &by).await?,
        None => labeller,
    };
    let known = store.query_ids(set.id, &queries).await?;
    let id = |query: &String| known.get(query).copied().ok_or_else(|| Error::Input(format!("the set {name} has no query {query:?}")));
    let ids = queries.iter().map(id).collect::<Result<Vec<_>, _>>()?;
    let answers = store.assign(NewAssignments { set: set.id, labeller, by, queries: ids }).await?;
    let named = |id| known.iter().find(|(_, known)| **known == id).map_or("", |(name, _)| name.as_str());
    let refused: Vec<_> = answers.iter().filter_map(|(id, answer)| Some((named(*id), answer.as_ref().err()?.to_string()))).collect();
    let assigned = answers.len() - refused.len();
    let mut words = vec![format!("assigned {assigned} of {} to {to}", answers.len())];
    words.extend(refused.iter().map(|(query, reason)| format!("{query}: {reason}")));
    let listed: Vec<_> = refused.iter().map(|(query, reason)| json!({ "query": query, "reason": reason })).collect();
    let said = Said::new(words.join("\n"), json!({ "assigned": assigned, "refused": listed }));
    Ok(Said { code: u8::from(!refused.is_empty()), ..said })
}

async fn member(store: &Store, name: &str) -> Result<UserId, Error> {
    let missing = || Error::Input(format!("there is no member {name:?}: `touchstone user list` lists them"));
    Ok(store.credentials(name).await?.ok_or_else(missing)?.0.id)
}
