//! Members and invitations.

use domain::role::Role;
use domain::user::User;
use leptos::prelude::*;

use crate::api::members::{change_role, invite, members, set_disabled};
use crate::root::TopBar;
use crate::ui::{PageTitle, Sending, load, loading};

/// `/members`.
#[component]
pub fn MembersPage() -> impl IntoView {
    let list = loading(|| (), |()| members());
    view! {
        <PageTitle text="Members · Touchstone" />
        <TopBar trail=vec![("Sets".into(), Some("/".into())), ("Members".into(), None)] />
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
    let row = move |user: User| {
        let (id, disabled) = (user.id, user.disabled_at.is_some());
        let option = |role: Role| {
            view! {
                <option value=role.word() selected=role == user.role>
                    {role.word()}
                </option>
            }
        };
        let choose = move |event| {
            if let Some(role) = Role::named(&event_target_value(&event)) {
                change.send(async move { change_role(id, role).await.map(|()| String::new()) });
            }
        };
        let name = domain::text::visible(&user.name);
        view! {
            <tr>
                <td>
                    <bdi>{name.clone()}</bdi>
                </td>
                <td>
                    <select aria-label=format!("Role of {name}") on:change=choose>
                        {Role::ALL.map(option).collect_view()}
                    </select>
                </td>
                <td>{user.created_at.to_string()}</td>
                <td>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| change.send(async move { set_disabled(id, !disabled).await.map(|()| String::new()) })
                    >
                        {if disabled { "Let in again" } else { "Shut out" }}
                    </button>
                </td>
            </tr>
        }
    };
    view! {
        <table>
            <thead>
                <tr>
                    <th>"Name"</th>
                    <th>"Role"</th>
                    <th>"Joined (UTC)"</th>
                    <th>
                        <span class="visually-hidden">"Shut out"</span>
                    </th>
                </tr>
            </thead>
            <tbody>{users.into_iter().map(row).collect_view()}</tbody>
        </table>
        {change.failure()}
    }
}

#[island]
fn Invite() -> impl IntoView {
    let role = RwSignal::new(Role::Labeller);
    let make = Sending::new();
    let option = move |each: Role| {
        view! {
            <option value=each.word() selected=each == Role::Labeller>
                {each.word()}
            </option>
        }
    };
    let made = move || {
        make.answer().map(|path| {
            view! {
                <p role="status">
                    "Send this link to one person. It works once, within 72 hours, and is not shown again: "
                    <code class="one-time-link">{format!("{}{path}", location().origin().unwrap_or_default())}</code>
                </p>
            }
        })
    };
    view! {
        <h2>"Invite"</h2>
        <form
            class="filters"
            on:submit=move |event: leptos::ev::SubmitEvent| {
                event.prevent_default();
                make.send(invite(role.get_untracked()));
            }
        >
            <label>
                "As "
                <select on:change=move |event| {
                    if let Some(chosen) = Role::named(&event_target_value(&event)) {
                        role.set(chosen)
                    }
                }>{Role::ALL.map(option).collect_view()}</select>
            </label>
            <button class="button primary">"Make an invitation"</button>
        </form>
        {made}
        {make.failure()}
    }
}
