//! Members and invitations.

use domain::role::Role;
use domain::user::User;
use leptos::prelude::*;

use crate::api::members::{change_role, invite, members, set_disabled};
use crate::ui::Column::{Unseen, Words};
use crate::ui::{GivenText, PageTitle, Sending, Table, TopBar, load, loading};

/// `/members`.
#[component]
pub fn MembersPage() -> impl IntoView {
    let list = loading(|| (), |()| members());
    view! {
        <PageTitle text="Members · Touchstone" />
        <TopBar here="Members" />
        <main id="main" class="document">
            <h1>"Members"</h1>
            {load(
                list,
                |users: Vec<User>| {
                    view! {
                        <MemberTable users />
                        <Invite />
                    }
                },
            )}
        </main>
    }
}

#[island]
fn MemberTable(users: Vec<User>) -> impl IntoView {
    let change = Sending::new();
    Effect::new(move |_| {
        if change.answer().is_some() {
            let _ = location().reload();
        }
    });
    let row = move |user: User| view! { <MemberRow user change /> };
    view! {
        <Table columns=[
            Words("Name"),
            Words("Role"),
            Words("Joined (UTC)"),
            Unseen("Shut out"),
        ]>{users.into_iter().map(row).collect_view()}</Table>
        {change.failure()}
    }
}

#[component]
fn MemberRow(user: User, change: Sending) -> impl IntoView {
    let (id, disabled) = (user.id, user.disabled_at.is_some());
    let choose = move |event| {
        if let Some(role) = Role::named(&event_target_value(&event)) {
            change.send(async move { change_role(id, role).await.map(|()| String::new()) });
        }
    };
    let shut_out = move |_| change.send(async move { set_disabled(id, !disabled).await.map(|()| String::new()) });
    let label = format!("Role of {}", domain::text::visible(&user.name));
    view! {
        <tr>
            <td>
                <GivenText text=user.name />
            </td>
            <td>
                <select aria-label=label on:change=choose>
                    <RoleOptions chosen=user.role />
                </select>
            </td>
            <td>{user.created_at.to_string()}</td>
            <td>
                <button type="button" class="button" on:click=shut_out>
                    {if disabled { "Let in again" } else { "Shut out" }}
                </button>
            </td>
        </tr>
    }
}

#[component]
fn RoleOptions(chosen: Role) -> impl IntoView {
    let option = |role: Role| {
        view! {
            <option value=role.word() selected=role == chosen>
                {role.word()}
            </option>
        }
    };
    Role::ALL.map(option).collect_view()
}

#[island]
fn Invite() -> impl IntoView {
    let role = RwSignal::new(Role::Labeller);
    let make = Sending::new();
    let choose = move |event| {
        if let Some(chosen) = Role::named(&event_target_value(&event)) {
            role.set(chosen);
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        make.send(invite(role.get_untracked()));
    };
    view! {
        <h2>"Invite"</h2>
        <form class="filters" on:submit=submit>
            <label>
                "As " <select on:change=choose>
                    <RoleOptions chosen=Role::Labeller />
                </select>
            </label>
            <button class="button primary">"Make an invitation"</button>
        </form>
        {move || make.answer().map(|path| view! { <Invitation path /> })}
        {make.failure()}
    }
}

/// The link, which is shown once.
#[component]
fn Invitation(path: String) -> impl IntoView {
    view! {
        <p role="status">
            "Send this link to one person. It works once, within 72 hours, and is not shown again: "
            <code class="one-time-link">{format!("{}{path}", location().origin().unwrap_or_default())}</code>
        </p>
    }
}
