//! The application: the site map.

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{SsrMode, path};

use crate::pages::import::ImportPage;
use crate::pages::{
    AgreementPage, CaseListPage, DiffPage, DisagreementsPage, EvaluationPage, GuidelinesPage, HomePage, InvitationPage, JobsPage,
    LabelPage, ManyCasesPage, MembersPage, NotFoundPage, QueriesPage, QueryPage, ReferencePage, RunPage, SetFrame, SetMembersPage, SetPage,
    SettingsPage, SignInPage, VersionPage, VersionsPage,
};
use crate::ui::PageTitle;

/// The application: every page there is.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <PageTitle text="Touchstone" />
        <Router>
            <a class="skip-link" href="#main">
                "Skip to the content"
            </a>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/") view=|| view! { <HomePage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sign-in") view=|| view! { <SignInPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/invitation") view=|| view! { <InvitationPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/members") view=|| view! { <MembersPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/jobs") view=|| view! { <JobsPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/reference") view=|| view! { <ReferencePage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/label") view=|| view! { <LabelPage /> }.into_any() ssr=SsrMode::Async />
                <ParentRoute path=path!("/sets/:set") view=SetFrame>
                    <Route path=path!("") view=|| view! { <SetPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("queries") view=|| view! { <QueriesPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("queries/:query") view=|| view! { <QueryPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("disagreements") view=|| view! { <DisagreementsPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("disagreements/list") view=|| view! { <CaseListPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("disagreements/many") view=|| view! { <ManyCasesPage /> }.into_any() ssr=SsrMode::Async />
                    <Route
                        path=path!("disagreements/:query/:subject")
                        view=|| view! { <DisagreementsPage /> }.into_any()
                        ssr=SsrMode::Async
                    />
                    <Route path=path!("versions") view=|| view! { <VersionsPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("versions/:number") view=|| view! { <VersionPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("diff") view=|| view! { <DiffPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("evaluation") view=|| view! { <EvaluationPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("evaluation/:run") view=|| view! { <RunPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("members") view=|| view! { <SetMembersPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("guidelines") view=|| view! { <GuidelinesPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("guidelines/:number") view=|| view! { <GuidelinesPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("agreement") view=|| view! { <AgreementPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("settings") view=|| view! { <SettingsPage /> }.into_any() ssr=SsrMode::Async />
                    <Route path=path!("import") view=|| view! { <ImportPage /> }.into_any() ssr=SsrMode::Async />
                </ParentRoute>
            </Routes>
        </Router>
    }
}
