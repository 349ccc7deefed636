//! The guidelines of a set: their versions, and what changed between two.

use domain::disagreement::CaseCounts;
use domain::guideline::{AddedGuideline, Guideline};
use domain::page::Page;
use domain::role::Role;
use domain::timestamp::Timestamp;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// A version of the guidelines, compared with the one before it or another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuidelinesPage {
    /// The set's title.
    pub title: String,
    /// The number of the version in force; 0 before the first.
    pub in_force: i32,
    /// The version that is shown; none before the first.
    pub shown: Option<Guideline>,
    /// Its text as safe HTML.
    pub html: String,
    /// What it is compared with.
    pub compared: Option<Guideline>,
    pub versions: Page<GuidelineLine>,
    /// How many labels were given before the first version.
    pub labels_before: i64,
    /// What the viewer may do in the set.
    pub role: Role,
    /// How many disagreements are how far, for who settles them.
    pub cases: Option<CaseCounts>,
}

/// A version in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuidelineLine {
    pub number: i32,
    /// Who wrote it; none when it came from the command line.
    pub author: Option<String>,
    pub at: Timestamp,
    /// How many labels were given under it.
    pub labels: i64,
}

/// A version of a set's guidelines, the one in force where no number is given; compared with the version of another number, with
/// the one before it where none is given.
#[server(name = AskGuidelines, prefix = "/api", endpoint = "guidelines_page", input = Json, output = Json)]
pub async fn guidelines_page(set: String, number: Option<i32>, with: Option<i32>, page: i64) -> Result<GuidelinesPage, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let store = &context.store;
    let wanted = number.unwrap_or(set.guideline);
    let shown = store.guideline(set.id, wanted).await?;
    if shown.is_none() && number.is_some() {
        return Err(Error::NotFound("version of the guidelines".into()));
    }
    let labels = store.labels_by_guideline(set.id, &member).await?;
    let count = |number: i32| labels.iter().find(|(under, _)| *under == number).map_or(0, |(_, count)| *count);
    let Page { rows, number, total } = store.guidelines(set.id, page).await?;
    let line = |entry: store::GuidelineEntry| {
        let store::GuidelineEntry { number, author, at } = entry;
        GuidelineLine { number, author, at, labels: count(number) }
    };
    let cases = super::disagreements::on_server::counts_for_reviewer(&context, &member, &set).await?;
    Ok(GuidelinesPage {
        title: set.settings.title,
        in_force: set.guideline,
        html: shown.as_ref().map(|shown| super::markdown::to_safe_html(&shown.text)).unwrap_or_default(),
        shown,
        compared: store.guideline(set.id, with.unwrap_or(wanted - 1)).await?,
        versions: Page { rows: rows.into_iter().map(line).collect(), number, total },
        labels_before: count(0),
        role: member.role,
        cases,
    })
}

/// Adds a version of a set's guidelines; `base` is the number of the one that its writer saw.
#[server(prefix = "/api", endpoint = "add_guideline", input = Json, output = Json)]
pub async fn add_guideline(set: String, text: String, base: i32) -> Result<AddedGuideline, Error> {
    let (author, context, set) = super::context::allowed_in(domain::role::Permission::Configure, &set).await?;
    let text = domain::guideline::kept_text(&text)?;
    let new = store::NewGuideline { set: set.id, text, base, author: Some(author.id), at: (context.clock)() };
    Ok(context.store.add_guideline(new).await?)
}
