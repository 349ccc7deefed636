//! The document, the site map, and what is on every page.

use domain::role::Permission;
use leptos::prelude::*;
#[cfg(feature = "ssr")]
use leptos_meta::MetaTags;
use leptos_meta::provide_meta_context;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{SsrMode, path};

use crate::api::members::{ViewerLine, viewer};
use crate::pages::import::ImportPage;
use crate::pages::{
    DiffPage, EvaluationPage, HomePage, InvitationPage, JobsPage, LabelPage, MembersPage, NotFoundPage, QueriesPage, QueryPage,
    ReferencePage, RunPage, SetPage, SettingsPage, SignInPage, VersionPage, VersionsPage,
};
use crate::ui::PageTitle;

/// The files of the site, under the names that their contents gave them.
#[cfg(feature = "ssr")]
#[derive(Debug, Clone, Default)]
pub struct SiteFiles {
    /// The path of the style sheet.
    pub css: String,
    /// The path of the script.
    pub js: String,
    /// The path of the program that the script runs.
    pub wasm: String,
}

/// Loads the browser's program and brings the islands to life, the outer ones first. Until then, and where it fails, the
/// page works by its forms; `data-live` tells the style sheet.
#[cfg(feature = "ssr")]
const START: &str = "
const root = document.documentElement
root.dataset.live = 'coming'
try { const theme = localStorage.getItem('touchstone.theme'); if (theme) root.dataset.theme = theme } catch {}
import('JS').then(async (program) => {
  await program.default({ module_or_path: 'WASM' })
  program.hydrate()
  for (const island of document.querySelectorAll('leptos-island')) {
    island.parentElement.closest('leptos-children')?.$$on_hydrate?.()
    program[island.dataset.component](island)
  }
  root.dataset.live = 'yes'
}).catch((error) => { delete root.dataset.live; console.error(error) })
";

/// The document around the pages.
#[cfg(feature = "ssr")]
pub fn shell(files: SiteFiles) -> impl IntoView {
    let nonce = use_nonce();
    let preload = files.wasm.clone();
    let start = START.replace("JS", &files.js).replace("WASM", &files.wasm);
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <link rel="stylesheet" href=files.css />
                <link rel="modulepreload" href=files.js />
                <link rel="preload" href=preload r#as="fetch" r#type="application/wasm" crossorigin="anonymous" />
                <script type="module" nonce=nonce inner_html=start></script>
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}

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
                <Route path=path!("/sets/:set") view=|| view! { <SetPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/label") view=|| view! { <LabelPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/queries") view=|| view! { <QueriesPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/queries/:query") view=|| view! { <QueryPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/versions") view=|| view! { <VersionsPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/versions/:number") view=|| view! { <VersionPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/diff") view=|| view! { <DiffPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/evaluation") view=|| view! { <EvaluationPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/evaluation/:run") view=|| view! { <RunPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/settings") view=|| view! { <SettingsPage /> }.into_any() ssr=SsrMode::Async />
                <Route path=path!("/sets/:set/import") view=|| view! { <ImportPage /> }.into_any() ssr=SsrMode::Async />
            </Routes>
        </Router>
    }
}

/// The bar on top of a page: where one is, and who one is.
#[component]
pub fn TopBar(
    /// Where one is, from the outside in: words, and addresses but for the last.
    trail: Vec<(String, Option<String>)>,
) -> impl IntoView {
    view! {
        <header class="top-bar">
            <Trail trail />
            <Account />
        </header>
    }
}

/// Where one is, from all sets inwards.
#[component]
pub fn Trail(trail: Vec<(String, Option<String>)>) -> impl IntoView {
    let step = |(word, address): (String, Option<String>)| match address {
        Some(address) => view! {
            <li>
                <a href=address>{domain::text::visible(&word)}</a>
            </li>
        }
        .into_any(),
        None => view! { <li aria-current="page">{domain::text::visible(&word)}</li> }.into_any(),
    };
    view! {
        <a class="brand" href="/" aria-label="Touchstone, all sets">
            <span class="brand-mark" aria-hidden="true"></span>
        </a>
        <nav aria-label="Where you are">
            <ol class="trail">{trail.into_iter().map(step).collect_view()}</ol>
        </nav>
    }
}

/// Who is signed in, and the way out.
#[component]
pub fn Account() -> impl IntoView {
    let account = match viewer() {
        Some(viewer) => account_of(viewer).into_any(),
        None => view! { <a href="/sign-in">"Sign in"</a> }.into_any(),
    };
    view! {
        <div class="account">
            <ThemeSwitch />
            {account}
        </div>
    }
}

fn account_of(viewer: ViewerLine) -> impl IntoView {
    let jobs = viewer.role.may(Permission::Import).then(|| view! { <a href="/jobs">"Jobs"</a> });
    let members = viewer.role.may(Permission::ManageMembers).then(|| view! { <a href="/members">"Members"</a> });
    if viewer.demo {
        return view! {
            {jobs}
            {members}
            <span class="demo-note" title="Everybody on this machine is the demo's admin">
                "Demo"
                <span>": everybody on this machine is its admin"</span>
            </span>
        }
        .into_any();
    }
    view! {
        {jobs}
        {members}
        <form method="post" action="/sign-out">
            <button class="quiet" title=format!("Signed in as {}, {}", domain::text::visible(&viewer.name), viewer.role.word())>
                "Sign out"
            </button>
        </form>
    }
    .into_any()
}

/// Switches between light and dark, which otherwise follow the system.
#[island]
fn ThemeSwitch() -> impl IntoView {
    let switch = move |_| {
        let Some(root) = document().document_element() else { return };
        let dark = match root.get_attribute("data-theme") {
            Some(theme) => theme == "dark",
            None => window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|media| media.matches()),
        };
        let theme = if dark { "light" } else { "dark" };
        let _ = root.set_attribute("data-theme", theme);
        if let Ok(Some(storage)) = window().local_storage() {
            let _ = storage.set_item("touchstone.theme", theme);
        }
    };
    view! {
        <button class="quiet theme-switch" type="button" on:click=switch>
            "Light/dark"
        </button>
    }
}
