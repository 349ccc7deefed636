//! Getting in: plain forms, which work before the browser's program has come.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::ui::{PageTitle, TopBar};

/// `/sign-in`.
#[component]
pub fn SignInPage() -> impl IntoView {
    let address = use_query_map();
    let refused = move || match address.read().get("refused").as_deref() {
        Some("password") => "The name or the password is wrong.",
        Some("wait") => "Too many tries. Wait a minute and try again.",
        _ => "",
    };
    view! {
        <PageTitle text="Sign in · Touchstone" />
        <TopBar here="Sign in" />
        <main id="main" class="document narrow">
            <h1>"Sign in"</h1>
            <form class="fields" method="post" action="/sign-in">
                <label>"Name" <input name="name" required maxlength="64" autocomplete="username" autocapitalize="none" /></label>
                <label>
                    "Password" <input name="password" type="password" required maxlength="1000" autocomplete="current-password" />
                </label>
                <button class="button primary">"Sign in"</button>
                <p class="error-note" role="alert" hidden=move || refused().is_empty()>
                    {refused}
                </p>
            </form>
            <p>
                "No account? Members come in by an invitation from an admin. "
                "The very first admin gets a link that the server prints when it starts."
            </p>
        </main>
    }
}

/// `/invitation?token=…`, or `?refused=token` where the invitation has ended.
#[component]
pub fn InvitationPage() -> impl IntoView {
    let address = use_query_map();
    let refused = move || address.read().get("refused").unwrap_or_default();
    let token = move || address.read().get("token").unwrap_or_default();
    view! {
        <PageTitle text="Invitation · Touchstone" />
        <TopBar here="Invitation" />
        <main id="main" class="document narrow">
            {move || {
                if refused() == "token" {
                    EndedInvitation().into_any()
                } else {
                    view! { <Join token=token() refused=refused() /> }.into_any()
                }
            }}
        </main>
    }
}

#[component]
fn EndedInvitation() -> impl IntoView {
    view! {
        <h1>"This invitation has ended"</h1>
        <p role="alert">"It was used or taken back, or it is older than 72 hours. Ask who sent it for another."</p>
        <p>"Have you joined already? " <a href="/sign-in">"Sign in"</a></p>
    }
}

#[component]
fn Join(token: String, refused: String) -> impl IntoView {
    let refused = match refused.as_str() {
        "name" => "There is a member of this name already: choose another.",
        "password" => "The password needs at least 8 characters.",
        "empty" => "Choose a name of up to 64 characters, all of which can be seen.",
        _ => "",
    };
    view! {
        <h1>"Join"</h1>
        <p>"Choose the name that your team knows you by, and a password of at least 8 characters."</p>
        <form class="fields" method="post" action="/invitation">
            <input type="hidden" name="token" value=token />
            <label>"Name" <input name="name" required maxlength="64" autocomplete="username" autocapitalize="none" /></label>
            <label>
                "Password" <input name="password" type="password" required minlength="8" maxlength="1000" autocomplete="new-password" />
            </label>
            <button class="button primary">"Join"</button>
            <p class="error-note" role="alert" hidden=refused.is_empty()>
                {refused}
            </p>
        </form>
    }
}
