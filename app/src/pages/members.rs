//! Members and invitations.

use domain::role::Role;
use domain::user::User;
use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::members::{change_role, invite, members, set_disabled};
use crate::root::TopBar;
use crate::ui::{ErrorNote, load};

/// `/members`.
#[component]
pub fn MembersPage() -> impl IntoView {
    let change = Action::new(|(user, role): &(User, Role)| change_role(user.id, *role));
    let shut = Action::new(|user: &User| set_disabled(user.id, user.disabled_at.is_none()));
    let list = Resource::new(move || (change.version().get(), shut.version().get()), |_| members());
    let error = move || change.value().get().and_then(Result::err).or_else(|| shut.value().get().and_then(Result::err)).map(|error| view! { <ErrorNote error/> });
    view! {
        <Title text="Members · Touchstone"/>
        <TopBar trail=vec![("Sets".into(), Some("/".into())), ("Members".into(), None)]/>
        <main id="main" class="document">
            <h1>"Members"</h1>
            {load(list, move |users: Vec<User>| view! { <MemberTable users change shut/> })}
            {error}
            <Invite/>
        </main>
    }
}

#[component]
fn MemberTable(users: Vec<User>, change: Action<(User, Role), Result<(), crate::Error>>, shut: Action<User, Result<(), crate::Error>>) -> impl IntoView {
    let row = move |user: User| {
        let (of_change, of_shut) = (user.clone(), user.clone());
        let option = |role: Role| view! { <option value=role.word() selected=role == user.role>{role.word()}</option> };
        let choose = move |event| if let Some(role) = Role::named(&event_target_value(&event)) { change.dispatch((of_change.clone(), role)); };
        let name = domain::text::visible(&user.name);
        view! {
            <tr>
                <td><bdi>{name.clone()}</bdi></td>
                <td><select aria-label=format!("Role of {name}") on:change=choose>{Role::ALL.map(option).collect_view()}</select></td>
                <td>{user.created_at.to_string()}</td>
                <td><button type="button" class="button" on:click=move |_| { shut.dispatch(of_shut.clone()); }>{if user.disabled_at.is_some() { "Let in again" } else { "Shut out" }}</button></td>
            </tr>
        }
    };
    view! {
        <table>
            <thead><tr><th>"Name"</th><th>"Role"</th><th>"Joined (UTC)"</th><th><span class="visually-hidden">"Shut out"</span></th></tr></thead>
            <tbody>{users.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

#[component]
fn Invite() -> impl IntoView {
    let role = RwSignal::new(Role::Labeller);
    let make = Action::new(move |(): &()| invite(role.get_untracked()));
    let option = move |each: Role| view! { <option value=each.word() selected=each == Role::Labeller>{each.word()}</option> };
    let made = move || match make.value().get() {
        Some(Ok(path)) => view! { <p role="status">"Send this link to one person. It works once, within 72 hours, and is not shown again: " <code class="one-time-link">{format!("{}{path}", location().origin().unwrap_or_default())}</code></p> }.into_any(),
        Some(Err(error)) => view! { <ErrorNote error/> }.into_any(),
        None => ().into_any(),
    };
    view! {
        <h2>"Invite"</h2>
        <form class="filters" on:submit=move |event: leptos::ev::SubmitEvent| { event.prevent_default(); make.dispatch(()); }>
            <label>"As " <select on:change=move |event| if let Some(chosen) = Role::named(&event_target_value(&event)) { role.set(chosen) }>{Role::ALL.map(option).collect_view()}</select></label>
            <button class="button primary">"Make an invitation"</button>
        </form>
        {made}
    }
}
