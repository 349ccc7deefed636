//! Everybody who has an account, and who is invited. Plain forms, which work without the browser's program.

pub mod invitations;

use domain::id::UserId;
use domain::member::{ListedUser, RoleInSet};
use domain::page::Page;
use domain::user::User;
use leptos::prelude::*;

use self::invitations::Invitations;
use crate::api::members::{Members, members};
use crate::ui::Column::{Unseen, Words};
use crate::ui::{GivenText, PageTitle, Paging, RefusedNote, RoleOptions, Table, TopBar, WideTable, load, loading};

/// `/members`.
#[component]
pub fn MembersPage() -> impl IntoView {
    let page = super::page_in_address();
    let list = loading(move || page.get(), members);
    view! {
        <PageTitle text="Members · Touchstone" />
        <TopBar here="Members" />
        <main id="main" class="document wide">
            <h1>"Members"</h1>
            {load(list, |members: Members| view! { <MembersDocument members /> })}
        </main>
    }
}

#[component]
fn MembersDocument(members: Members) -> impl IntoView {
    let Members { page, invitations, sets, next_invitation, viewer } = members;
    view! {
        <p class="lead">"A role holds in every set that gives no other. Sets give theirs on their own members page."</p>
        <RefusedNote />
        <UserTable page viewer />
        <Invitations invitations sets next=next_invitation />
    }
}

#[component]
fn UserTable(page: Page<ListedUser>, viewer: UserId) -> impl IntoView {
    let (number, last, total) = (page.number, page.last(), page.total);
    let row = move |listed: ListedUser| view! { <UserRow listed viewer page=number /> };
    view! {
        <WideTable label="Members">
            <Table columns=[
                Words("Name"),
                Words("Role"),
                Words("In sets"),
                Words("Last seen (UTC)"),
                Words("Joined (UTC)"),
                Unseen("Shut out"),
            ]>{page.rows.into_iter().map(row).collect_view()}</Table>
        </WideTable>
        <Paging number last total address=|page| format!("/members?page={page}") />
    }
}

#[component]
fn UserRow(listed: ListedUser, viewer: UserId, page: i64) -> impl IntoView {
    let ListedUser { user, roles } = listed;
    let action = format!("/members/{}?page={page}", user.id);
    let oneself = user.id == viewer;
    let role = if oneself {
        format!("{}, as you are", user.role.word()).into_any()
    } else {
        view! { <RoleForm user=user.clone() action=action.clone() /> }.into_any()
    };
    let access = (!oneself).then(|| view! { <AccessForm user=user.clone() action /> });
    view! {
        <tr>
            <td>
                <GivenText text=user.name />
            </td>
            <td>{role}</td>
            <td>
                <RolesInSets roles />
            </td>
            <td>{user.last_seen.map_or_else(|| "never".to_owned(), |at| at.to_string())}</td>
            <td>{user.created_at.to_string()}</td>
            <td>{access}</td>
        </tr>
    }
}

#[component]
fn RoleForm(user: User, action: String) -> impl IntoView {
    let name = domain::text::visible(&user.name);
    view! {
        <form class="inline" method="post" action=action>
            <select name="role" aria-label=format!("Role of {name}")>
                <RoleOptions chosen=user.role />
            </select>
            <button class="button" aria-label=format!("Save the role of {name}")>
                "Save"
            </button>
        </form>
    }
}

#[component]
fn AccessForm(user: User, action: String) -> impl IntoView {
    let disabled = user.disabled_at.is_some();
    let words = if disabled { "Let in again" } else { "Shut out" };
    view! {
        <form method="post" action=action>
            <button
                class="button"
                name="shut_out"
                value=(!disabled).to_string()
                aria-label=format!("{words}: {}", domain::text::visible(&user.name))
            >
                {words}
            </button>
        </form>
    }
}

/// The roles that sets give a user; each leads to the set's members.
#[component]
fn RolesInSets(roles: Vec<RoleInSet>) -> impl IntoView {
    let entry = |RoleInSet { set, role }: RoleInSet| {
        view! { <li>{role.word()} " in " <a href=format!("/sets/{set}/members")>{set.to_string()}</a></li> }
    };
    (!roles.is_empty()).then(|| view! { <ul>{roles.into_iter().map(entry).collect_view()}</ul> })
}
