//! Who is signed in, what belongs to no set, and the way out.

use domain::role::Permission;
use leptos::prelude::*;

use crate::api::members::{ViewerLine, viewer};

/// The part of a bar that is the same on every page.
#[component]
pub fn Account() -> impl IntoView {
    let account = match viewer() {
        Some(viewer) => view! { <Member viewer /> }.into_any(),
        None => view! { <a href="/sign-in">"Sign in"</a> }.into_any(),
    };
    view! {
        <div class="account">
            <ThemeSwitch />
            {account}
        </div>
    }
}

/// Says that this is a demo, on every page of one.
#[component]
pub fn DemoNote() -> impl IntoView {
    viewer().filter(|viewer| viewer.demo).map(|_| {
        view! {
            <span class="demo-note" title="Everybody on this machine is the demo's admin">
                "Demo"
                <span>": everybody on this machine is its admin"</span>
            </span>
        }
    })
}

#[component]
fn Member(viewer: ViewerLine) -> impl IntoView {
    let jobs = viewer.role.may(Permission::Import).then(|| view! { <a href="/jobs">"Jobs"</a> });
    let members = viewer.role.may(Permission::ManageMembers).then(|| view! { <a href="/members">"All members"</a> });
    let signed_in_as = format!("Signed in as {}, {}", domain::text::visible(&viewer.name), viewer.role.word());
    let sign_out = (!viewer.demo).then(|| {
        view! {
            <form method="post" action="/sign-out">
                <button class="quiet" title=signed_in_as>
                    "Sign out"
                </button>
            </form>
        }
    });
    view! {
        {jobs}
        {members}
        {sign_out}
    }
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
