//! The choice of a role.

use domain::role::Role;
use leptos::prelude::*;

/// All roles, as the options of a list.
#[component]
pub fn RoleOptions(#[prop(into)] chosen: Option<Role>) -> impl IntoView {
    let option = |role: Role| {
        view! {
            <option value=role.word() selected=Some(role) == chosen>
                {role.word()}
            </option>
        }
    };
    Role::ALL.map(option).collect_view()
}
