//! The pages, by their noun.

pub mod agreement;
mod diff;
pub mod disagreements;
mod evaluation;
mod guidelines;
mod home;
pub mod import;
mod jobs;
pub mod label;
mod members;
mod queries;
mod query;
mod reference;
pub mod review_nav;
mod run;
mod set;
mod set_bar;
mod set_members;
mod settings;
mod sign_in;
mod version;
mod versions;

pub use agreement::AgreementPage;
pub use diff::DiffPage;
pub use disagreements::{CaseListPage, DisagreementsPage, ManyCasesPage};
pub use evaluation::EvaluationPage;
pub use guidelines::GuidelinesPage;
pub use home::HomePage;
pub use jobs::JobsPage;
pub use label::LabelPage;
pub use members::MembersPage;
pub use queries::QueriesPage;
pub use query::QueryPage;
pub use reference::ReferencePage;
pub use run::RunPage;
pub use set::SetPage;
pub use set_bar::SetFrame;
pub use set_members::SetMembersPage;
pub use settings::SettingsPage;
pub use sign_in::{InvitationPage, SignInPage};
pub use version::VersionPage;
pub use versions::VersionsPage;

use leptos::prelude::*;
use leptos_router::params::ParamsMap;

use crate::Error;
use crate::api::RefusedForm;
use crate::ui::load::load_or;
use crate::ui::{ErrorNote, Loading, PageTitle, TopBar};

/// A page of what a resource gives; where it gives an error, a page that says so.
fn page<T, V>(resource: Loading<T>, show: impl Fn(T) -> V + Clone + Send + Sync + 'static) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
    V: IntoView + 'static,
{
    load_or(resource, show, |error| view! { <CannotBeShown error /> }.into_any())
}

/// What stands in the place of a page that cannot be shown.
#[component]
fn CannotBeShown(error: Error) -> impl IntoView {
    let refused = use_context::<RefusedForm>().filter(|refused| refused.error != error);
    view! {
        <PageTitle text="Touchstone" />
        <main id="main" class="document">
            <h1>"This page cannot be shown"</h1>
            {refused.map(|refused| view! { <ErrorNote error=refused.error /> })}
            <ErrorNote error />
        </main>
    }
}

/// What is not there.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    crate::api::answer_with_status(404);
    view! {
        <PageTitle text="Not found · Touchstone" />
        <TopBar here="Not found" />
        <main id="main" class="document">
            <h1>"There is no such page"</h1>
            <p>"The address may be mistyped, or what it named was removed. " <a href="/">"All sets"</a></p>
        </main>
    }
}

/// The page of a list that the address names, from 1.
fn page_in_address() -> Memo<i64> {
    let address = leptos_router::hooks::use_query_map();
    Memo::new(move |_| domain::page::page_number(address.read().get("page").and_then(|page| page.parse().ok()).unwrap_or(1)))
}

/// The set that the address names.
fn set_in_address() -> Memo<String> {
    let params = leptos_router::hooks::use_params_map();
    Memo::new(move |_| params.read().get("set").unwrap_or_default())
}

/// What a word of an address stands for; an empty one is none.
fn word_in_address<T>(query: &ParamsMap, name: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Error> {
    let given = query.get(name).filter(|given| !given.is_empty());
    let wrong = |given: &str| Error::Invalid(format!("{given:?} is no {name}: take it out of the address"));
    given.map(|given| parse(&given).ok_or_else(|| wrong(&given))).transpose()
}
